import { useQuery } from '@tanstack/react-query'
import { ADMIN_GIVEAWAYS } from '#features/giveaways/giveaway/admin/giveaways-admin-client.ts'
import { call } from '#kernel/client/calls/call.ts'
import { invalidate } from '#kernel/client/query-client.ts'
import { cardsAdminClient } from '../../cards/admin/cards-admin-client.ts'
import type { DeskCard, TakeInput } from '../contract.ts'

/** First part of every query key of the desk. */
export const MAIL_DESK = 'mail-desk'

export const mailDesk = () => cardsAdminClient().admin['mail-desk']
export const cardCalls = () => cardsAdminClient().admin.cards[':number']

/** Refetches the queue, its counts, and the lists of entries. */
export const deskChanged = () => invalidate([MAIL_DESK], ADMIN_GIVEAWAYS, ['giveaways'])

/** The next card for this desk; null when none is left. */
export const takeNext = async (input: Pick<TakeInput, 'stage'> & Partial<TakeInput>): Promise<DeskCard | null> =>
  (await call(mailDesk().next.$post({ json: { after: 0, ...input } }))).card

export const useDeskGiveaways = () =>
  useQuery({
    queryKey: [MAIL_DESK, 'giveaways'],
    queryFn: () => call(mailDesk().giveaways.$get()),
  })

export const useDeskCounts = (enabled = true) =>
  useQuery({
    queryKey: [MAIL_DESK, 'counts'],
    queryFn: () => call(mailDesk().counts.$get()),
    enabled,
  })

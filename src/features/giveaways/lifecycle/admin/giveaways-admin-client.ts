import { useQuery } from '@tanstack/react-query'
import { clientOf } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import { invalidate } from '#kernel/client/query-client.ts'
import type { GiveawaysAdminApi } from '../../admin-api.server.ts'

export const adminClient = () => clientOf<GiveawaysAdminApi>()

export const ADMIN_GIVEAWAYS = ['admin-giveaways'] as const
const ADMIN_WINNERS = ['admin-winners'] as const

/** Refetches all staff views of giveaways, entries or winners. */
export const giveawaysChanged = () => invalidate(ADMIN_GIVEAWAYS, ADMIN_WINNERS, ['giveaways'])

export const useAdminGiveaway = (id: string) =>
  useQuery({
    queryKey: [...ADMIN_GIVEAWAYS, 'one', id],
    queryFn: () => call(adminClient().admin.giveaways[':id'].$get({ param: { id } })),
  })

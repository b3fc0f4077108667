import { useQuery } from '@tanstack/react-query'
import { NotReauthenticated } from '#features/identity/web/reauthentication.ts'
import { sayProposed } from '#features/proposals/admin/proposals-client.ts'
import type { Proposed } from '#features/proposals/contract.ts'
import { clientOf } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import { sentenceOf } from '#kernel/client/calls/sentence-of.ts'
import { invalidate } from '#kernel/client/query-client.ts'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { toast } from '#ui/feedback/toast.ts'
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

/**
 * Runs a call. A failure without a message for users gets a fixed sentence.
 * @throws an error with the server's message or the sentence; `NotReauthenticated` after the user dismissed the proof dialog.
 */
export async function orSaying<T>(sentence: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof NotReauthenticated) throw error
    throw sentenceOf(error, '') ? error : new Error(sentence)
  }
}

/**
 * Runs an action of a dialog: refetches the lists, shows the sentence that `work` returns, or that the action waits for a second person, and
 * closes the dialog.
 * @throws as `orSaying` does.
 */
export async function carryOut(
  failed: string,
  onClose: () => void,
  work: () => Promise<string | Proposed>,
): Promise<void> {
  const done = await orSaying(failed, work)
  await giveawaysChanged()
  if (typeof done === 'string') toast.success(done)
  else await sayProposed(done)
  onClose()
}

/** Shows a typed time in the official zone, so that staff do not set a wrong hour. Undefined while the input is not a time. */
export const official = (local: string): string | undefined =>
  local ? `Official time: ${formatMoment(new Date(local))}` : undefined

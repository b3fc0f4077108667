import { clientOf, queryClient, transport } from '#platform/client/browser.ts'
import { call } from '#platform/client/call.ts'
import type { GiveawaysApi } from './api.server.ts'
import type { SlotBoard } from './contract.ts'

/** The giveaways' API over HTTP. */
export const giveawaysClient = () => clientOf<GiveawaysApi>()

/** Under which key the slots of a giveaway are kept; they differ by who looks, because some are theirs. */
export const slotsKey = (giveawayId: string, userId: string | undefined) => ['slots', giveawayId, userId] as const

/** The slots as they are now, past the answers that the transport keeps for 10 s. */
export function readSlots(giveawayId: string): Promise<SlotBoard> {
  transport.invalidate(`/api/giveaways/${giveawayId}/slots`)
  return call(giveawaysClient().giveaways[':id'].slots.$get({ param: { id: giveawayId } }))
}

/** Notes slots that changed hands. */
export function moveSlots(
  giveawayId: string,
  userId: string | undefined,
  change: { taken?: readonly number[]; freed?: readonly number[]; mine?: readonly number[] },
) {
  queryClient.setQueryData<SlotBoard>(slotsKey(giveawayId, userId), board => {
    if (!board) return board
    const freed = new Set(change.freed)
    const merge = (slots: readonly number[] = [], more: readonly number[] = []) =>
      [...new Set([...slots, ...more])].filter(slot => !freed.has(slot)).sort((a, b) => a - b)
    return {
      ...board,
      taken: merge(board.taken, [...(change.taken ?? []), ...(change.mine ?? [])]),
      ...(userId ? { mine: merge(board.mine, change.mine) } : {}),
    }
  })
}

/** After an entry or a swap: whatever shows entries, credits or free slots is read anew. */
export function forgetEntries() {
  for (const prefix of ['/api/giveaways', '/api/my/entries', '/api/credits', '/api/my/credits'])
    transport.invalidate(prefix)
  for (const queryKey of [['giveaways'], ['my', 'entries'], ['credits']])
    void queryClient.invalidateQueries({ queryKey })
}

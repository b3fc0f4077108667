import { clientOf } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import { invalidate, queryClient } from '#kernel/client/query-client.ts'
import type { GiveawaysApi } from '../../api.server.ts'
import type { SlotBoard } from '../contract.ts'
import { type BoardChange, movedBoard } from './moved-board.ts'

export const giveawaysClient = () => clientOf<GiveawaysApi>()

/** Query key of a giveaway's slots. It contains the user id, because the answer marks the user's own slots. */
export const slotsKey = (giveawayId: string, userId: string | undefined) => ['slots', giveawayId, userId] as const

/** Fetches the current slots. */
export function readSlots(giveawayId: string): Promise<SlotBoard> {
  return call(giveawaysClient().giveaways[':id'].slots.$get({ param: { id: giveawayId } }))
}

/** Applies slots that changed hands to the query cache. */
export function moveSlots(giveawayId: string, userId: string | undefined, change: BoardChange) {
  queryClient.setQueryData<SlotBoard>(
    slotsKey(giveawayId, userId),
    board => board && movedBoard(board, userId ? change : { ...change, mine: [] }),
  )
}

/** Invalidates all responses that show entries, credits or free slots. Call it after an entry or a swap. */
export function forgetEntries() {
  void invalidate(['giveaways'], ['my', 'entries'], ['credits'])
}

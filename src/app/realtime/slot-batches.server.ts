import type { SlotsMoved } from '#features/giveaways/entries/live-slots.server.ts'

type Moves = Pick<SlotsMoved, 'taken' | 'freed'>
type Waiting = { moved: Map<number, boolean>; timer: NodeJS.Timeout }

/** Maximum rate of slot messages per giveaway, independent of the number of claiming processes. */
export const SLOTS_EVERY_MS = 100

/**
 * Batches slot changes, so that a rush costs each watcher ten messages a second instead of thousands. Sends the first change at once;
 * changes within the next 100 ms are sent together, each slot with its latest state.
 * @param tell sends one message to all watchers of the giveaway.
 */
export function createSlotBatches(tell: (giveawayId: string, moves: Moves) => void) {
  const waiting = new Map<string, Waiting>()

  function flush(giveawayId: string) {
    const { moved } = waiting.get(giveawayId)!
    waiting.delete(giveawayId)
    if (moved.size === 0) return
    const slotsThatAre = (isTaken: boolean) => [...moved].filter(([, taken]) => taken === isTaken).map(([slot]) => slot)
    send(giveawayId, { taken: slotsThatAre(true), freed: slotsThatAre(false) })
  }

  function send(giveawayId: string, moves: Moves) {
    waiting.set(giveawayId, { moved: new Map(), timer: setTimeout(flush, SLOTS_EVERY_MS, giveawayId).unref() })
    tell(giveawayId, moves)
  }

  return {
    add({ giveawayId, taken, freed }: SlotsMoved) {
      const batch = waiting.get(giveawayId)
      if (!batch) return send(giveawayId, { taken, freed })
      for (const slot of taken) batch.moved.set(slot, true)
      for (const slot of freed) batch.moved.set(slot, false)
    },
    close() {
      for (const { timer } of waiting.values()) clearTimeout(timer)
      waiting.clear()
    },
  }
}

import type { SlotsMoved } from '#features/giveaways/live-slots.server.ts'

type Moves = Pick<SlotsMoved, 'taken' | 'freed'>
type Waiting = { moved: Map<number, boolean>; timer: NodeJS.Timeout }

/** A giveaway's watchers hear of its slots at most this often, however many processes claim at once. */
export const SLOTS_EVERY_MS = 100

/**
 * Gathers slots that changed hands, so that a stampede costs each watcher ten messages a second and not thousands. The first
 * change is told at once; what follows within 100 ms travels together, each slot as it was last.
 * @param tell sends one message to all who watch the giveaway.
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

import type { Context } from '#kernel/context.ts'
import { tellUser } from '#kernel/realtime-topics.server.ts'
import { giveawayChanged, slotsMoved } from '../entries/live-slots.server.ts'

/** Notifies open screens that a user's entries were removed and their credits returned. */
export function entriesRemoved(
  ctx: Context,
  userId: string,
  gone: readonly { giveawayId: string; slot: number }[],
): void {
  for (const giveawayId of new Set(gone.map(entry => entry.giveawayId))) {
    const slots = gone.filter(entry => entry.giveawayId === giveawayId).map(entry => entry.slot)
    slotsMoved(ctx, giveawayId, [], slots)
    giveawayChanged(ctx, giveawayId)
  }
  tellUser(ctx, userId, 'entries', 'credits')
}

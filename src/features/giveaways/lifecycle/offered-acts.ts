import { hasRight, type Right, type Role } from '#kernel/rights.ts'
import type { AdminGiveaway } from '../giveaway/admin-contract.ts'

/** Confirmed acts on a giveaway, each with the right of its route. */
export const RIGHT_OF = {
  draw: 'giveaways.draw',
  publish: 'giveaways.change',
  duplicate: 'giveaways.change',
  relist: 'giveaways.change',
  close: 'giveaways.change',
  cancel: 'giveaways.delete',
  delete: 'giveaways.delete',
} as const satisfies Record<string, Right>
export type Act = keyof typeof RIGHT_OF

/** The acts that a caller of a role is offered. The commands ask the same of the locked row. */
export function offeredActsOf(giveaway: AdminGiveaway, role: Role | null): Act[] {
  const { state, entriesCount, entriesInDraw, isDraft, closing } = giveaway
  const isDrawn = state === 'drawn'
  const isFrozen = isDrawn || giveaway.frozenAt !== null
  const isCancelled = closing?.reason === 'cancelled'
  const mayDo: Record<Act, boolean> = {
    draw: entriesInDraw > 0 && !isDrawn,
    publish: isDraft,
    duplicate: true,
    relist: state === 'closed' && entriesCount === 0 && giveaway.relistedAs === null,
    close: !isDraft && state !== 'closed' && !isDrawn,
    cancel: !isDraft && !isFrozen && !isCancelled,
    delete: !isFrozen,
  }
  return (Object.keys(RIGHT_OF) as Act[]).filter(act => mayDo[act] && hasRight(role, RIGHT_OF[act]))
}

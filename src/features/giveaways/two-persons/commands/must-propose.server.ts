import type { DataContext } from '#kernel/context.ts'
import { takesTwoPersons } from '../queries.server.ts'

/**
 * Whether an act of staff that decides who may enter, who is in the list or when it is drawn waits for a second person: in a giveaway in
 * public that takes two, unless a confirmed proposal carries the act out. The shop's own acts and the entrant's need no
 * second person.
 */
export async function mustPropose(
  ctx: DataContext,
  giveaway: { id: string; published_at: Date | null },
): Promise<boolean> {
  return isActOfStaff(ctx, giveaway) && takesTwoPersons(ctx, giveaway.id)
}

/** Whether a member of staff alone acts on a giveaway in public. */
export const isActOfStaff = ({ actor, proposal }: DataContext, giveaway: { published_at: Date | null }): boolean =>
  Boolean(actor?.role) && !proposal && giveaway.published_at !== null

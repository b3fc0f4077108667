import type { DataContext } from '#kernel/context.ts'
import { DUTIES } from '../duties.ts'
import { finishedDuties } from './finished-duties.server.ts'

/** The jurisdictions in which official rules of the giveaway were filed, in the order of the table. */
export async function placesOfFiledRules(ctx: DataContext, giveawayId: string): Promise<string[]> {
  const finished = await finishedDuties(ctx, giveawayId)
  return DUTIES.filter(({ id }) => finished.get(id)?.rulesHash).map(({ jurisdiction }) => jurisdiction)
}

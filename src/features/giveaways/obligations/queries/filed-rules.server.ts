import type { DataContext } from '#kernel/context.ts'
import { DUTIES } from '../duties.ts'
import { readFinishedDuties } from './finished-duties.server.ts'

/** The jurisdictions in which official rules of the giveaway were filed, in the order of the table. */
export async function listPlacesOfFiledRules(ctx: DataContext, giveawayId: string): Promise<string[]> {
  const finished = await readFinishedDuties(ctx, giveawayId)
  return DUTIES.filter(({ id }) => finished.get(id)?.rulesHash).map(({ jurisdiction }) => jurisdiction)
}

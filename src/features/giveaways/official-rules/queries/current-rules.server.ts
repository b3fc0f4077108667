import { createHash } from 'node:crypto'
import type { LegalClause } from '#features/legal/contract.ts'
import type { DataContext } from '#kernel/context.ts'
import { zoneOfGiveaway } from '../../giveaway/rules.ts'
import { type RulesFacts, rulesText } from '../rules-text.ts'

/** `publishedAt` is null for a draft, whose rules become version 1 unless its facts change. */
export type CurrentRules = { version: number; hash: string; clauses: LegalClause[]; publishedAt: Date | null }

/** SHA-256 of the clauses as JSON. */
export const hashOfRules = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The version of the official rules in force, or for a draft the rules that it would be published with. */
export async function readCurrentRules(
  ctx: DataContext,
  giveaway: RulesFacts & { id: string; rules_version: number | null; published_at: Date | null },
): Promise<CurrentRules> {
  if (giveaway.rules_version === null) {
    const clauses = rulesText(giveaway, ctx.settings, zoneOfGiveaway(giveaway, ctx.now()))
    return { version: 1, hash: hashOfRules(JSON.stringify(clauses)), clauses, publishedAt: null }
  }
  const { clauses, hash, published_at } = await ctx.db
    .selectFrom('giveaway_rules')
    .select(['clauses', 'hash', 'published_at'])
    .where('giveaway_id', '=', giveaway.id)
    .where('version', '=', giveaway.rules_version)
    .executeTakeFirstOrThrow()
  return { version: giveaway.rules_version, hash, clauses: clauses as LegalClause[], publishedAt: published_at }
}

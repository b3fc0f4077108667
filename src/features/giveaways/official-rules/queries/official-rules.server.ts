import type { LegalClause } from '#features/legal/contract.ts'
import type { Context } from '#kernel/context.ts'
import { refusals } from '#platform/errors.ts'
import { readGiveawayWithRules } from '../../catalogue/queries/giveaways.server.ts'
import { RULES_ERRORS } from '../../giveaway/errors/rules-errors.ts'
import type { OfficialRules } from '../contract.ts'

const refuse = refusals(RULES_ERRORS)

/**
 * A version of the official rules of a giveaway; the one in force when none is named. From the start of the giveaway on, everyone reads them.
 * @throws giveaway_not_found and as the giveaway's page does before the start; rules_not_found for an unknown version, and for a draft.
 */
export async function readOfficialRules(ctx: Context, ref: string, asked?: number): Promise<OfficialRules> {
  const { id, slug, title } = await readGiveawayWithRules(ctx, ref)
  const rows = await ctx.db
    .selectFrom('giveaway_rules')
    .select(['version', 'published_at', 'reason'])
    .where('giveaway_id', '=', id)
    .orderBy('version', 'desc')
    .execute()
  const versions = rows.map(({ version, reason, published_at }) => ({
    version,
    publishedAt: published_at.toISOString(),
    reason,
  }))
  const shown = versions.find(({ version }) => version === (asked ?? rows[0]?.version))
  if (!shown) throw refuse('rules_not_found')
  const { clauses, hash } = await ctx.db
    .selectFrom('giveaway_rules')
    .select(['clauses', 'hash'])
    .where('giveaway_id', '=', id)
    .where('version', '=', shown.version)
    .executeTakeFirstOrThrow()
  return { giveaway: { id, slug, title }, ...shown, hash, clauses: clauses as LegalClause[], versions }
}

import { sql } from 'kysely'
import { readStoredSettings } from '#features/settings/queries.server.ts'
import type { Context, TransactionContext } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { requireOneRow } from '#platform/db/one-row.server.ts'
import { refusals } from '#platform/errors.ts'
import { lockedGiveaway } from '../../giveaway/commands/locked-giveaway.server.ts'
import { RULES_ERRORS } from '../../giveaway/errors/rules-errors.ts'
import { GIVEAWAY_COLUMNS } from '../../giveaway/queries/giveaway-row.server.ts'
import { zoneOfGiveaway } from '../../giveaway/rules.ts'
import { listPlacesOfFiledRules } from '../../obligations/queries/filed-rules.server.ts'
import { hashOfRules } from '../../official-rules/queries/current-rules.server.ts'
import { type RulesFacts, rulesText } from '../../official-rules/rules-text.ts'

const refuse = refusals(RULES_ERRORS)

type Stored = RulesFacts & { id: string; rules_version: number | null; published_at: Date | null }
/** `edit`: the row before an edit. Once there was an entry, an edit that changes the words needs a public `reason`. */
type How = { edit?: { before: Stored; isEntered: boolean }; reason?: string | undefined }

/** Public reason of a version that no change of the giveaway itself made. */
export const SHOP_CHANGED = 'A setting of the shop, or the wording of all official rules, changed.'

/**
 * Stores the next version of a public giveaway's official rules when their words differ from the version in force. The caller holds the
 * giveaway's lock alone, so that each entry has the version that was in force when it committed. Rules that an authority has need a reason too.
 * @returns whether there is a new version. @throws rules_reason_needed, filed_rules_reason_needed
 */
export async function publishRules(tx: TransactionContext, giveaway: Stored, { edit, reason }: How): Promise<boolean> {
  const zone = zoneOfGiveaway(giveaway, tx.now())
  const text = JSON.stringify(rulesText(giveaway, tx.settings, zone))
  const hash = hashOfRules(text)
  const inForce = giveaway.rules_version
  const stored = inForce === null ? undefined : await hashInForce(tx, giveaway.id)
  if (stored === hash) return false
  // A change of settings can wait for its job while staff edit something else.
  const isByEdit = edit !== undefined && JSON.stringify(rulesText(edit.before, tx.settings, zone)) !== text
  if (isByEdit && inForce !== null && !reason) {
    const filedIn = await listPlacesOfFiledRules(tx, giveaway.id)
    if (filedIn.length > 0) throw refuse('filed_rules_reason_needed', { places: LISTED.format(filedIn) })
    if (edit.isEntered) throw refuse('rules_reason_needed')
  }
  const shown = isByEdit ? (reason ?? null) : SHOP_CHANGED
  const version = (inForce ?? 0) + 1
  await sql`
    insert into giveaway_rules (giveaway_id, version, clauses, hash, reason, published_at, by_id)
    values (${giveaway.id}, ${version}, ${text}::jsonb, ${hash}, ${inForce === null ? null : shown}, ${tx.now()},
      ${tx.actor?.userId ?? null})`.execute(tx.db)
  const written = await tx.db
    .updateTable('giveaway')
    .set({ rules_version: version })
    .where('id', '=', giveaway.id)
    .executeTakeFirst()
  requireOneRow(written, `the rules of giveaway ${giveaway.id}`)
  tx.onCommit(ctx => ctx.changed(`giveaway:${giveaway.id}`))
  return true
}

const LISTED = new Intl.ListFormat('en-US', { type: 'conjunction' })

const hashInForce = async (tx: TransactionContext, giveawayId: string): Promise<string | undefined> =>
  (
    await tx.db
      .selectFrom('giveaway_rules')
      .select('hash')
      .where('giveaway_id', '=', giveawayId)
      .orderBy('version', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.hash

/**
 * Brings the rules of all public giveaways to the stored settings and the current wording: at each start, and after a change of settings. A list
 * that is final keeps its rules. Repeated calls publish once.
 */
export async function publishAllRules(ctx: Context): Promise<void> {
  const { settings: now } = await readStoredSettings(ctx)
  const rows = await ctx.db
    .selectFrom('giveaway as g')
    .leftJoin('giveaway_rules as r', join =>
      join.onRef('r.giveaway_id', '=', 'g.id').onRef('r.version', '=', 'g.rules_version'),
    )
    .select(GIVEAWAY_COLUMNS.map(column => `g.${column}` as const))
    .select('r.hash')
    .where('g.published_at', 'is not', null)
    .where('g.archived_at', 'is', null)
    .where(({ or, eb }) => or([eb('g.rules_version', 'is', null), sql<boolean>`not is_list_final(g.id)`]))
    .execute()
  for (const { id, hash, ...facts } of rows) {
    if (hash === hashOfRules(JSON.stringify(rulesText(facts, now, zoneOfGiveaway(facts, ctx.now()))))) continue
    await transact(ctx, async tx => {
      const giveaway = await lockedGiveaway(tx, id)
      // Read under the lock: a job that had read them before a change published the old ones after it.
      const { settings } = await readStoredSettings(tx)
      await publishRules({ ...tx, settings }, giveaway, {})
    })
  }
}

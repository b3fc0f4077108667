import { writeAuditLog } from '#kernel/audit-log.server.ts'
import type { Context, DataContext } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { refusals } from '#platform/errors.ts'
import { GIVEAWAY_ERRORS } from '../../contract.ts'
import { giveawayChanged } from '../../entries/live-slots.server.ts'
import type { RelistInput } from '../admin-contract.ts'
import { subjectOf } from './giveaway-values.server.ts'
import { closedAtOf, type LockedGiveaway, lockedGiveaway } from './locked-giveaway.server.ts'
import { insertGiveaway, newMoments, type Terms } from './new-giveaway.server.ts'

const refuse = refusals(GIVEAWAY_ERRORS)

const HOUR = 3_600_000
/** A copy starts this long from now, on the full hour. Staff set the real start before publishing. */
const COPY_BEGINS_MS = 7 * 24 * HOUR
/** The longest title of a giveaway. */
const TITLE = 120

/** Copies a giveaway as a new draft that starts in a week, with equal duration and lead time of early access. @returns the draft's id. */
export async function duplicateGiveaway(ctx: Context, giveawayId: string): Promise<string> {
  return transact(ctx, async tx => {
    const from = await lockedGiveaway(tx, giveawayId)
    const startsAt = new Date(Math.ceil((+tx.now() + COPY_BEGINS_MS) / HOUR) * HOUR)
    const moved = (at: Date) => new Date(+at + (+startsAt - +from.starts_at))
    const terms = {
      ...termsOf(from),
      title: `Copy of ${from.title}`.slice(0, TITLE),
      starts_at: startsAt,
      ends_at: from.ends_at && moved(from.ends_at),
      early_access_at: moved(from.early_access_at),
    }
    return insertGiveaway(tx, terms, { isDraft: true, action: 'created as a copy', reason: `Of ${from.title}` })
  })
}

/**
 * Relists a closed giveaway without entries, or a cancelled one, once, with new dates. The new giveaway has its own seed, URL and
 * announcements; the old page links to it. Old entries and draws stay as history.
 * @returns the new giveaway's id. @throws not_relistable, already_relisted, already_drawn.
 */
export async function relistGiveaway(ctx: Context, giveawayId: string, input: RelistInput): Promise<string> {
  const moments = newMoments(ctx, input)
  return transact(ctx, async tx => {
    const from = await lockedGiveaway(tx, giveawayId)
    if (from.drawn_at || !closedAtOf(from, tx.now()) || (await hasEntries(tx, giveawayId)))
      throw refuse('not_relistable')
    if (from.relisted_as) throw refuse('already_relisted')
    const terms = { ...termsOf(from), ...moments }
    const made = await insertGiveaway(tx, terms, {
      isDraft: false,
      action: 'relisted',
      reason: `After ${from.slug}`,
    })
    await tx.db
      .updateTable('giveaway')
      .set(eb => ({ relisted_as: made, updated_at: tx.now(), version: eb('version', '+', 1) }))
      .where('id', '=', giveawayId)
      .execute()
    await writeAuditLog(tx, { action: 'went up again', subject: subjectOf(from), after: { relistedAs: made } })
    tx.onCommit(ctx => giveawayChanged(ctx, giveawayId))
    return made
  })
}

async function hasEntries(ctx: DataContext, giveawayId: string): Promise<boolean> {
  const entry = await ctx.db
    .selectFrom('giveaway_entry')
    .select('id')
    .where('giveaway_id', '=', giveawayId)
    .where('removed_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return entry !== undefined
}

const termsOf = (row: LockedGiveaway): Terms => ({
  title: row.title,
  description: row.description,
  tier: row.tier,
  category: row.category,
  value_cents: row.value_cents,
  total_slots: row.total_slots,
  entry_limit: row.entry_limit,
  starts_at: row.starts_at,
  ends_at: row.ends_at,
  early_access_at: row.early_access_at,
  subscription_visibility_only: row.subscription_visibility_only,
  send_premium_emails: row.send_premium_emails,
  send_free_user_emails: row.send_free_user_emails,
  send_premium_sms: row.send_premium_sms,
  send_free_user_sms: row.send_free_user_sms,
  images: row.images,
  image_alts: row.image_alts as Record<string, string>,
})

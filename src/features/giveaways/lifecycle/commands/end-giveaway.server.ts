import { sql } from 'kysely'
import { sendEmail } from '#features/notifications/commands/send-email.server.ts'
import { defineEmail, greetingOf, nameless } from '#features/notifications/email.ts'
import { writeAuditLog } from '#kernel/audit-log.server.ts'
import type { Context, DataContext, TransactionContext } from '#kernel/context.ts'
import { enqueue, transact } from '#kernel/transaction.server.ts'
import type { Tier } from '#kernel/values/tiers.ts'
import { refusals } from '#platform/errors.ts'
import type { JobData } from '#platform/jobs/jobs.server.ts'
import type { ImpactPreview } from '../../admin-contract.ts'
import { GIVEAWAY_ERRORS } from '../../contract.ts'
import { fixFreeze } from '../../draws/commands/fix-freeze.server.ts'
import { returnAllEntries } from '../../entries/commands/staff-entries.server.ts'
import { giveawayChanged } from '../../entries/live-slots.server.ts'
import { TELL_CANCELLED } from '../../job-types.server.ts'
import { closedAtOf, type LockedGiveaway, lockedUnfrozen, subjectOf } from './locked-giveaway.server.ts'

const refuse = refusals(GIVEAWAY_ERRORS)

type Input = { giveawayId: string; reason: string; version?: number | undefined }

/**
 * Closes a giveaway early. Its mail-in window starts now, the list is frozen at the end of the window, and the page shows the reason.
 * @throws is_draft, already_closed, already_drawn, already_frozen, version_conflict.
 */
export async function closeEarly(ctx: Context, input: Input): Promise<void> {
  const { giveawayId, reason, version } = input
  await transact(ctx, async tx => {
    const giveaway = await lockedUnfrozen(tx, giveawayId, version)
    if (!giveaway.published_at) throw refuse('is_draft')
    if (closedAtOf(giveaway, tx.now())) throw refuse('already_closed')
    const closedAt = await close(tx, giveaway, 'closed_early', reason)
    await fixFreeze(tx, { id: giveawayId, closedAt })
    tx.onCommit(ctx => giveawayChanged(ctx, giveawayId))
  })
}

/**
 * Cancels a giveaway whose list is not frozen: closes it, removes every entry, returns every credit and notifies the entrants.
 * @param input.title typed by staff to confirm the right giveaway.
 * @throws title_needed, is_draft, giveaway_cancelled, already_drawn, already_frozen, version_conflict.
 * @returns the numbers of removed entries and returned credits.
 */
export async function cancelGiveaway(ctx: Context, input: Input & { title: string }) {
  const { giveawayId, reason, title, version } = input
  return transact(ctx, async tx => {
    const giveaway = await lockedUnfrozen(tx, giveawayId, version)
    if (!giveaway.published_at) throw refuse('is_draft')
    if (giveaway.closed_reason === 'cancelled') throw refuse('giveaway_cancelled')
    if (title.trim() !== giveaway.title) throw refuse('title_needed')
    const gone = await returnAllEntries(tx, giveaway, reason)
    await close(tx, giveaway, 'cancelled', reason, { entries: gone.entries, creditsReturned: gone.credits })
    await tellCancelled(tx, giveawayId, gone.at)
    return { entries: gone.entries, credits: gone.credits }
  })
}

/** Records how and why the giveaway closed. If its end has passed, that end stays the closing time. @returns the closing time. */
async function close(
  ctx: DataContext,
  giveaway: LockedGiveaway,
  how: 'closed_early' | 'cancelled',
  note: string,
  effects: Record<string, number> = {},
): Promise<Date> {
  const now = ctx.now()
  const closedAt = closedAtOf(giveaway, now) ?? now
  await ctx.db
    .updateTable('giveaway')
    .set(eb => ({
      closed_at: closedAt,
      closed_reason: how,
      closed_note: note,
      closed_by: ctx.actor?.userId ?? null,
      updated_at: now,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', giveaway.id)
    .execute()
  await writeAuditLog(ctx, {
    action: how === 'cancelled' ? 'cancelled' : 'closed early',
    subject: subjectOf(giveaway),
    after: { closedAt: now.toISOString(), ...effects },
    reason: note,
  })
  return closedAt
}

type Deletion = {
  giveawayId: string
  title?: string | undefined
  reason?: string | undefined
  returnCredits?: true | undefined
}

/**
 * Removes a giveaway from all lists. With entries, it needs returned credits, the typed title and a reason; the entrants are notified. A
 * frozen giveaway stays because its draw is public.
 * @throws giveaway_has_entries with the impact, title_needed, already_drawn, already_frozen.
 */
export async function deleteGiveaway(ctx: Context, input: Deletion): Promise<void> {
  const { giveawayId, title, reason, returnCredits } = input
  await transact(ctx, async tx => {
    const giveaway = await lockedUnfrozen(tx, giveawayId)
    const stake = await impactPreview(tx, giveawayId)
    if (stake.entries > 0 && !(returnCredits && reason)) throw refuse('giveaway_has_entries', stake)
    if (stake.entries > 0 && title?.trim() !== giveaway.title) throw refuse('title_needed')
    const gone = stake.entries > 0 ? await returnAllEntries(tx, giveaway, reason!) : null
    const now = tx.now()
    await tx.db
      .updateTable('giveaway')
      .set({
        archived_at: now,
        updated_at: now,
        ...(gone ? { closed_at: now, closed_reason: 'cancelled', closed_note: reason! } : {}),
      })
      .where('id', '=', giveawayId)
      .execute()
    if (gone) await tellCancelled(tx, giveawayId, gone.at)
    await writeAuditLog(tx, {
      action: 'deleted',
      subject: subjectOf(giveaway),
      ...(gone ? { after: { entries: gone.entries, creditsReturned: gone.credits } } : {}),
      reason,
    })
    tx.onCommit(ctx => giveawayChanged(ctx, giveawayId))
  })
}

/** Live entries of a giveaway, the credits in them, and the number of entrants. @throws giveaway_not_found */
export async function impactPreview(ctx: DataContext, giveawayId: string): Promise<ImpactPreview> {
  const { rows } = await sql<ImpactPreview>`
    select count(e.id)::int as entries, count(*) filter (where e.is_private)::int as "byMail",
      count(*) filter (where not e.is_private)::int as credits,
      count(distinct coalesce(e.user_id::text, lower(e.mail_email)))::int as people
    from giveaway g left join giveaway_entry e on e.giveaway_id = g.id and e.removed_at is null
    where g.id = ${giveawayId} group by g.id`.execute(ctx.db)
  if (!rows[0]) throw refuse('giveaway_not_found')
  return rows[0]
}

/** Recipients per transaction. */
const PIECE = 200

/** Position in the walk over all entrants of a cancelled giveaway. */
type CancelledStep = JobData<typeof TELL_CANCELLED>

type Told = { person: string; userId: string | null; email: string; name: string; credits: number }

/** Enqueues the notices to all entrants whose entries were removed at that moment. Entries that refunds took out before have another. */
const tellCancelled = (tx: TransactionContext, giveawayId: string, at: Date) =>
  enqueue(tx, TELL_CANCELLED, { giveawayId, at: at.toISOString(), after: '' })

/**
 * Notifies the next batch of entrants of the cancellation and the returned credits. The following batch is enqueued in the same
 * transaction. The messages' once keys prevent duplicates.
 */
export async function tellNextCancelled(ctx: Context, step: CancelledStep): Promise<void> {
  const { giveawayId, at } = step
  const giveaway = await ctx.db
    .selectFrom('giveaway')
    .select(['title', 'tier', 'closed_note'])
    .where('id', '=', giveawayId)
    .executeTakeFirst()
  if (!giveaway) return
  await transact(ctx, async tx => {
    const people = await recipientsOf(tx, step)
    for (const told of people) {
      const letter = cancelledEmail(tx, { ...giveaway, reason: giveaway.closed_note, ...told })
      const onceKey = `cancelled:${giveawayId}:${at}:${told.person}`
      await sendEmail(tx, { to: told.email, onceKey, ...(told.userId ? { userId: told.userId } : {}) }, letter)
    }
    if (people.length === PIECE) await enqueue(tx, TELL_CANCELLED, { giveawayId, at, after: people.at(-1)!.person })
  })
}

/** Entrants by account, or by e-mail address for mail-in entries. Staff who tried the giveaway are included. */
async function recipientsOf(ctx: DataContext, { giveawayId, at, after }: CancelledStep): Promise<Told[]> {
  const { rows } = await sql<Told>`
    select p.person, p.user_id as "userId", p.credits, coalesce(u.email, p.mail_email) as email, coalesce(u.name, p.mail_name) as name
    from (
      select coalesce(user_id::text, lower(mail_email)) as person, user_id, min(mail_email) as mail_email, min(mail_name) as mail_name,
        count(*) filter (where not is_private)::int as credits
      from giveaway_entry
      where giveaway_id = ${giveawayId} and removed_at = ${at}::timestamptz and removed_as = 'cancelled'
        and coalesce(user_id::text, lower(mail_email)) > ${after} collate "C"
      group by 1, 2
    ) p left join users u on u.id = p.user_id
    where coalesce(u.email, p.mail_email) is not null and u.deleted_at is null
    order by p.person collate "C" limit ${PIECE}`.execute(ctx.db)
  return rows
}

type Cancelled = { title: string; tier: Tier; name: string; credits: number; reason: string | null }

/** E-mail to each entrant of a cancelled giveaway: the reason and the returned credits. */
export const cancelledEmail = defineEmail({
  preview: { title: 'Field Kit', tier: 'Gold', name: 'Sam', credits: 2, reason: 'The prize was damaged.' },
  write: ({ origin }, { title, tier, name, credits, reason }: Cancelled) => ({
    subject: `Cancelled: ${title}`,
    body: [
      greetingOf(name),
      `${title} was cancelled${reason ? `: ${reason}` : '.'}`,
      credits > 0
        ? `Your ${credits === 1 ? `${tier} credit is` : `${credits} ${tier} credits are`} back in your account.`
        : 'Your free entry no longer counts.',
    ],
    action: { label: 'See other giveaways', url: `${origin}/giveaways` },
  }),
  unproven: nameless,
})

import { sql } from 'kysely'
import { z } from 'zod'
import { sendEmail } from '#features/notifications/commands/send-email.server.ts'
import { defineEmail, greetingOf, nameless } from '#features/notifications/email.ts'
import { defineProposalKind, type ProposalKind, propose } from '#features/proposals/commands/propose.server.ts'
import type { Proposed } from '#features/proposals/contract.ts'
import { writeAuditLog } from '#kernel/audit-log.server.ts'
import type { Context, DataContext, TransactionContext } from '#kernel/context.ts'
import { enqueue, transact } from '#kernel/transaction.server.ts'
import type { Tier } from '#kernel/values/tiers.ts'
import { refusals } from '#platform/errors.ts'
import type { JobData } from '#platform/jobs/jobs.server.ts'
import { returnAllEntries } from '../../entries/commands/staff-entries.server.ts'
import type { ImpactPreview } from '../../giveaway/admin-contract.ts'
import { fixFreeze } from '../../giveaway/commands/fix-freeze.server.ts'
import {
  closedAtOf,
  type LockedGiveaway,
  lockedUnfrozen,
  subjectOf,
} from '../../giveaway/commands/locked-giveaway.server.ts'
import { GIVEAWAY_ERRORS } from '../../giveaway/contract.ts'
import { TELL_CANCELLED } from '../../giveaway/job-types.server.ts'
import { giveawayChanged } from '../../giveaway/queries/live-slots.server.ts'
import { mustPropose } from '../../two-persons/commands/must-propose.server.ts'

const refuse = refusals(GIVEAWAY_ERRORS)

type Input = { giveawayId: string; reason: string; version?: number | undefined }

/**
 * Closes a giveaway early. Its mail-in window starts now, the list is frozen at the end of the window, and the page shows the reason. In a
 * giveaway that takes two persons this is a proposal, as are its cancellation and its deletion.
 * @throws is_draft, already_closed, already_drawn, already_frozen, version_conflict.
 */
export const closeEarly = (ctx: Context, input: Input): Promise<Proposed | null> =>
  transact(ctx, tx => closeLocked(tx, input))

async function closeLocked(tx: TransactionContext, { giveawayId, reason, version }: Input): Promise<Proposed | null> {
  const giveaway = await lockedUnfrozen(tx, giveawayId, version)
  if (!giveaway.published_at) throw refuse('is_draft')
  if (closedAtOf(giveaway, tx.now())) throw refuse('already_closed')
  if (await mustPropose(tx, giveaway))
    return propose(tx, CLOSE_GIVEAWAY, { subject: subjectOf(giveaway), people: [], input: {}, reason })
  const closedAt = await close(tx, giveaway, 'closed_early', reason)
  await fixFreeze(tx, { id: giveawayId, closedAt })
  tx.onCommit(ctx => giveawayChanged(ctx, giveawayId))
  return null
}

/** What the three ends of a giveaway that takes two persons share: no further person may enter, or all entrants are out. */
const over = {
  input: z.strictObject({}),
  voidAfter: ['giveaway_not_found', 'giveaway_cancelled', 'already_closed', 'already_drawn', 'already_frozen'],
} as const

export const CLOSE_GIVEAWAY = defineProposalKind({
  ...over,
  name: 'close_giveaway',
  title: 'Close the giveaway early',
  rights: ['giveaways.change'],
  execute: (tx, { subject, reason }) => closeLocked(tx, { giveawayId: subject.id, reason }),
})

export const CANCEL_GIVEAWAY = defineProposalKind({
  ...over,
  name: 'cancel_giveaway',
  title: 'Cancel the giveaway',
  rights: ['giveaways.delete'],
  execute: (tx, { subject, reason }) => cancelLocked(tx, { giveawayId: subject.id, reason }),
})

export const DELETE_GIVEAWAY = defineProposalKind({
  ...over,
  name: 'delete_giveaway',
  title: 'Delete the giveaway',
  rights: ['giveaways.delete'],
  // Title and return of the credits were typed by the first person.
  execute: (tx, { subject, reason }) => deleteLocked(tx, { giveawayId: subject.id, reason, isTyped: true }),
})

/**
 * Cancels a giveaway whose list is not frozen: closes it, removes every entry, returns every credit and notifies the entrants.
 * @param input.title typed by staff to confirm the right giveaway.
 * @throws title_needed, is_draft, giveaway_cancelled, already_drawn, already_frozen, version_conflict.
 * @returns the numbers of removed entries and returned credits.
 */
export const cancelGiveaway = (ctx: Context, input: Input & { title: string }) =>
  transact(ctx, tx => cancelLocked(tx, input))

async function cancelLocked(
  tx: TransactionContext,
  input: Input & { title?: string },
): Promise<{ entries: number; credits: number } | Proposed> {
  const { giveawayId, reason, title, version } = input
  const giveaway = await lockedUnfrozen(tx, giveawayId, version)
  if (!giveaway.published_at) throw refuse('is_draft')
  if (giveaway.closed_reason === 'cancelled') throw refuse('giveaway_cancelled')
  if (title !== undefined && title.trim() !== giveaway.title) throw refuse('title_needed')
  if (await mustPropose(tx, giveaway)) return proposeEnd(tx, CANCEL_GIVEAWAY, giveaway, reason)
  const gone = await returnAllEntries(tx, giveaway, reason)
  await close(tx, giveaway, 'cancelled', reason, { entries: gone.entries, creditsReturned: gone.credits })
  await tellCancelled(tx, giveawayId, gone.at)
  return { entries: gone.entries, credits: gone.credits }
}

/** Proposes to end a giveaway, with what it takes from its entrants. */
async function proposeEnd(
  tx: TransactionContext,
  kind: ProposalKind<z.ZodType<object>>,
  giveaway: LockedGiveaway,
  reason: string | undefined,
): Promise<Proposed> {
  const { entries, people } = await readImpactPreview(tx, giveaway.id)
  const value = entries === 0 ? 'None' : `${entries}, of ${people === 1 ? 'one person' : `${people} people`}`
  const facts = [{ label: 'Entries', value }]
  return propose(tx, kind, { subject: subjectOf(giveaway), people: [], input: {}, facts, reason })
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
export const deleteGiveaway = (ctx: Context, input: Deletion): Promise<Proposed | null> =>
  transact(ctx, tx => deleteLocked(tx, input))

async function deleteLocked(
  tx: TransactionContext,
  { giveawayId, title, reason, returnCredits, isTyped = false }: Deletion & { isTyped?: boolean },
): Promise<Proposed | null> {
  const giveaway = await lockedUnfrozen(tx, giveawayId)
  const stake = await readImpactPreview(tx, giveawayId)
  if (stake.entries > 0 && !isTyped && !(returnCredits && reason)) throw refuse('giveaway_has_entries', stake)
  if (stake.entries > 0 && !isTyped && title?.trim() !== giveaway.title) throw refuse('title_needed')
  if (await mustPropose(tx, giveaway)) return proposeEnd(tx, DELETE_GIVEAWAY, giveaway, reason)
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
  return null
}

/** Live entries of a giveaway, the credits in them, and the number of entrants. @throws giveaway_not_found */
export async function readImpactPreview(ctx: DataContext, giveawayId: string): Promise<ImpactPreview> {
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
      const message = cancelledEmail(tx, { ...giveaway, reason: giveaway.closed_note, ...told })
      const onceKey = `cancelled:${giveawayId}:${at}:${told.person}`
      await sendEmail(tx, { to: told.email, onceKey, ...(told.userId ? { userId: told.userId } : {}) }, message)
    }
    if (people.length === PIECE) await enqueue(tx, TELL_CANCELLED, { giveawayId, at, after: people.at(-1)!.person })
  })
}

/** Entrants by account, or by e-mail address for free entries. Staff who tried the giveaway are included. */
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

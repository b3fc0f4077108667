import { sql } from 'kysely'
import { lockRights, revokeTokens } from '#features/identity/sessions/commands/revoke.server.ts'
import { findAccount, findMergedInto } from '#features/identity/user/queries.server.ts'
import { END_SUBSCRIPTION } from '#features/orders/order/job-types.server.ts'
import type { Context, DataContext, TransactionContext } from '#kernel/context.ts'
import { keptDay } from '#kernel/once/marks.server.ts'
import type { Subscription } from '#kernel/ports/payments.ts'
import { tellUser } from '#kernel/realtime-topics.server.ts'
import { enqueue, transact } from '#kernel/transaction.server.ts'
import { requireOneRow } from '#platform/db/one-row.server.ts'
import { newId } from '#platform/values/ids.server.ts'
import { claimMonthlyBenefit } from '../../../benefits/commands/monthly-benefit.server.ts'
import { keepInvoices } from '../../../invoices/commands/keep-invoices.server.ts'
import { MEMBERSHIP_BEGAN, REFUND_SECOND_MEMBERSHIP } from '../../../job-types.server.ts'
import { tellChange } from '../../../notices/commands/tell-member.server.ts'
import { type MembershipState, type Reading, stateOf } from '../../../notices/membership-state.server.ts'
import { statusOf } from '../../../rules.ts'

/** Sequence number of a reading that begins now. Of two concurrent readings the later-begun one is kept. */
export async function nextReadingNumber({ db }: Context): Promise<number> {
  const { rows } = await sql<{ number: number }>`select nextval('membership_reading') as number`.execute(db)
  return rows[0]!.number
}

/**
 * Reads or changes a subscription at the provider, and numbers the answer. The number is taken before the call, because the answer
 * may be older than a concurrent reading.
 * @throws PaymentError
 */
export async function takeReading(ctx: Context, ask: () => Promise<Subscription>): Promise<Reading> {
  const number = await nextReadingNumber(ctx)
  return { number, subscription: await ask(), invoices: [] }
}

/**
 * Writes a subscription of the provider to its membership, and begins the membership if it is new. When the benefits begin or end,
 * the user's ID tokens are revoked, because they say otherwise. When the benefits begin, this month's benefit is issued at once.
 * A member who paid in two windows is not billed again: the second subscription ends at once and its payment is refunded. The same
 * holds for a shopper who paid and deleted the account in another window. After a merge the membership is that of the remaining account,
 * also if a job carries the other one.
 * @returns whether the membership gives its benefits now.
 * @throws PaymentError when a subscription for nothing cannot be ended; the job is tried again.
 */
export async function keepMembership(ctx: Context, userId: string, reading: Reading): Promise<boolean> {
  const { subscription } = reading
  const isActive = statusOf(subscription) === 'active'
  const kept = await keep(ctx, userId, reading)
  if (typeof kept === 'object') return keepMembership(ctx, kept.heldBy, reading)
  tellUser(ctx, userId, 'membership')
  if (kept === 'for nothing') {
    const told = 'paid for by a member or a deleted account, so it ended at once'
    ctx.log.error({ userId, subscriptionId: subscription.id }, told)
    await ctx.payments.cancelSubscription(subscription.id, { atPeriodEnd: false })
    return false
  }
  if (isActive) await claimMonthlyBenefit(ctx, userId)
  return isActive
}

/**
 * A renewal, or a change of plan for the period's end, changes no rights and revokes no token. When rights change, the user's row
 * is locked, so of two concurrent memberships the second sees the first.
 */
async function keep(ctx: Context, userId: string, reading: Reading): Promise<Written> {
  const done = await transact(ctx, async tx => {
    // Users before memberships: the lock order of `lockRights` below.
    await tx.db.selectFrom('users').select('id').where('id', '=', userId).forKeyShare().execute()
    return writeMembership(tx, userId, reading, { mayChangeRights: false })
  })
  if (done !== 'changes rights') return done
  return transact(ctx, async tx => {
    await lockRights(tx, userId)
    const written = await writeMembership(tx, userId, reading, { mayChangeRights: true })
    await revokeTokens(tx, userId)
    return written
  })
}

/** `for nothing`: a second membership, or one of a deleted account. `heldBy`: a merge moved it to this user, and nothing was written. */
type Written = 'written' | 'changes rights' | 'for nothing' | { heldBy: string }

/**
 * Writes a reading to its membership, with its invoices and e-mails. Locks the row first: a second
 * caller sees the first one's write and sends no second e-mail.
 * @param mayChangeRights whether the caller holds the user's row and revokes tokens.
 * @returns `changes rights` when nothing was written because `mayChangeRights` is false.
 */
async function writeMembership(
  tx: TransactionContext,
  userId: string,
  reading: Reading,
  { mayChangeRights }: { mayChangeRights: boolean },
): Promise<Written> {
  const { subscription } = reading
  const before = await rowOf(tx, subscription.id)
  const heldBy = before ? before.user_id : ((await findMergedInto(tx, userId)) ?? userId)
  if (heldBy !== userId) return { heldBy }
  const isNewer = !before || Number(before.reading) < reading.number
  const status = statusOf(subscription)
  const changesRights = isNewer && (!before || (before.status === 'active') !== (status === 'active'))
  if (changesRights && !mayChangeRights) return 'changes rights'
  const others = changesRights ? await othersOf(tx, userId, subscription.id) : []
  const isForNothing =
    changesRights &&
    status === 'active' &&
    (others.some(other => other.status === 'active') || !(await findAccount(tx, userId)))
  const state = stateOf(tx, reading, isForNothing ? 'cancelled' : status)
  const id = before?.id ?? newId()
  if (!before) await insert(tx, { id, userId, reading, others, state })
  await keepInvoices(tx, { membershipId: id, userId, status: state.status }, reading.invoices)
  if (!isNewer) return 'written'
  const endedUnpaid = state.status === 'cancelled' && !isForNothing && (await isUnpaid(tx, id))
  const written = await tx.db
    .updateTable('membership')
    .set({ ...state, ended_unpaid: endedUnpaid, ...(state.status === 'active' && { end_asked_at: null }) })
    .where('id', '=', id)
    .executeTakeFirst()
  requireOneRow(written, `membership ${id}`)
  await tellChange(tx, userId, { before, after: { ...state, endedUnpaid, isForNothing } })
  if (changesRights && status === 'active' && !isForNothing) await begin(tx, userId, others)
  const { orderId } = subscription
  if (isForNothing && !before && orderId) await enqueue(tx, REFUND_SECOND_MEMBERSHIP, { orderId })
  return isForNothing ? 'for nothing' : 'written'
}

const rowOf = ({ db }: DataContext, subscriptionId: string) =>
  db
    .selectFrom('membership')
    .select([
      'cancel_at_period_end',
      'current_period_ends_at',
      'id',
      'next_plan',
      'plan',
      'reading',
      'status',
      'user_id',
    ])
    .where('provider_id', '=', subscriptionId)
    .forUpdate()
    .executeTakeFirst()

/** The user's other memberships, the one with the latest benefit first. */
const othersOf = ({ db }: DataContext, userId: string, subscriptionId: string) =>
  db
    .selectFrom('membership')
    .select(['id', 'provider_id', 'status', 'benefit_month', 'benefit_issued_at'])
    .where('user_id', '=', userId)
    .where(eb => eb.or([eb('provider_id', 'is', null), eb('provider_id', '<>', subscriptionId)]))
    .orderBy('benefit_month', 'desc')
    .execute()
type Other = Awaited<ReturnType<typeof othersOf>>[number]

type New = { id: string; userId: string; reading: Reading; others: Other[]; state: MembershipState }

async function insert(ctx: DataContext, { id, userId, reading, others, state }: New): Promise<void> {
  const { subscription } = reading
  await ctx.db
    .insertInto('membership')
    .values({
      id,
      user_id: userId,
      provider_id: subscription.id,
      started_at: subscription.startedAt,
      // Keeps the month of an earlier membership, so that its benefit is not issued twice even if the clock goes back.
      benefit_month: [others[0]?.benefit_month ?? '', await keptMonth(ctx, userId)].toSorted().at(-1)!,
      benefit_issued_at: others[0]?.benefit_issued_at ?? null,
      ...state,
    })
    .execute()
}

/** The month of the last benefit of a deleted account of this address, empty without one. */
async function keptMonth(ctx: DataContext, userId: string): Promise<string> {
  const user = await findAccount(ctx, userId)
  if (!user) return ''
  const { rows } = await sql<{ day: string | null }>`
    select ${keptDay(ctx, 'benefit', [user.email.toLowerCase()])} as day`.execute(ctx.db)
  return rows[0]!.day?.slice(0, 7) ?? ''
}

/** Whether an ended membership has an unpaid renewal and its end was not requested. */
async function isUnpaid({ db }: DataContext, membershipId: string): Promise<boolean> {
  const row = await db
    .selectFrom('membership as m')
    .innerJoin('membership_invoice as i', 'i.membership_id', 'm.id')
    .select('i.id')
    .where('m.id', '=', membershipId)
    .where('m.end_asked_at', 'is', null)
    .where('i.reason', '=', 'renewal')
    .where('i.status', '<>', 'paid')
    .where('i.attempts', '>', 0)
    .whereRef('i.period_ends_at', '>=', 'm.current_period_ends_at')
    .executeTakeFirst()
  return row !== undefined
}

/** Ends the user's other memberships whose renewal fails, because the new membership replaces them. */
async function begin(ctx: DataContext, userId: string, others: Other[]): Promise<void> {
  await enqueue(ctx, MEMBERSHIP_BEGAN, { userId })
  for (const { id, provider_id: subscriptionId, status } of others) {
    if (status !== 'past_due' || !subscriptionId) continue
    await ctx.db.updateTable('membership').set({ end_asked_at: ctx.now() }).where('id', '=', id).execute()
    await enqueue(ctx, END_SUBSCRIPTION, { subscriptionId })
  }
}

import { lockRights, revokeTokens } from '#features/identity/sessions/commands/revoke.server.ts'
import type { Context } from '#kernel/context.ts'
import { type Invoice, PaymentError } from '#kernel/ports/payments.ts'
import { tellUser } from '#kernel/realtime-topics.server.ts'
import { transact } from '#kernel/transaction.server.ts'
import { DAY_MS } from '#kernel/values/durations.ts'
import { eachOf } from '#platform/each-of.ts'
import { readMembershipRefund } from '../../../invoices/commands/record-refund.server.ts'
import { statusOf } from '../../../rules.ts'
import { keepMembership, nextReadingNumber } from './keep-membership.server.ts'

type Known = { userId: string; subscriptionId: string }

/** Overdue memberships per run; the rest waits for the next run. */
const BATCH = 200
const AT_ONCE = 8

/**
 * Reads a subscription and its invoices from the provider and stores both.
 * @returns whether the membership gives its benefits.
 * @throws PaymentError
 */
export async function readMembership(ctx: Context, { userId, subscriptionId }: Known): Promise<boolean> {
  const number = await nextReadingNumber(ctx)
  const subscription = await ctx.payments.readSubscription(subscriptionId)
  // One page holds eight years of invoices of the monthly plan.
  const { items } = await ctx.payments.listInvoices({ subscriptionId })
  const invoices = statusOf(subscription) === 'cancelled' ? await writeOff(ctx, items) : items
  return keepMembership(ctx, userId, { number, subscription, invoices })
}

/** Writes off the unpaid invoices of an ended subscription. Their pages are in e-mails, and would take money for benefits that do not come. */
const writeOff = (ctx: Context, invoices: readonly Invoice[]): Promise<Invoice[]> =>
  Promise.all(
    invoices.map(async invoice => {
      if (invoice.status !== 'open') return invoice
      try {
        return await ctx.payments.voidInvoice(invoice.id)
      } catch (error) {
        // Paid or written off at the same moment.
        if (!(error instanceof PaymentError && error.kind === 'invalid')) throw error
        return ctx.payments.readInvoice(invoice.id)
      }
    }),
  )

/**
 * Handles a webhook about a subscription or one of its invoices (renewed, failed, changed, ended), or about a refund that belongs
 * to no order. The webhook is only a hint, so the subscription is read from the provider. An unknown subscription is ignored: the
 * settlement of its order begins it.
 * @throws PaymentError when the provider does not answer; the job is tried again.
 */
export async function handleMembershipEvent(ctx: Context, event: { type: string; objectId: string }): Promise<void> {
  if (event.type.startsWith('refund.')) return void (await readMembershipRefund(ctx, event.objectId))
  const subscriptionId = event.type.startsWith('invoice.')
    ? (await ctx.payments.readInvoice(event.objectId)).subscriptionId
    : event.objectId
  if (!subscriptionId) return
  const known = await ctx.db
    .selectFrom('membership')
    .select('user_id as userId')
    .where('provider_id', '=', subscriptionId)
    .executeTakeFirst()
  if (known) await readMembership(ctx, { ...known, subscriptionId })
}

/**
 * Reads memberships whose paid period is over without a webhook, and those whose renewal was due for another try: a lost webhook
 * delays the change and loses nothing. A membership that the provider does not know ends with its period.
 */
export async function readOverdueMemberships(ctx: Context): Promise<void> {
  const overdue = await ctx.db
    .selectFrom('membership')
    .select(['id', 'user_id as userId', 'provider_id as subscriptionId'])
    .where('status', '<>', 'cancelled')
    .where(eb =>
      eb.or([
        eb('current_period_ends_at', '<=', ctx.now()),
        eb(
          'id',
          'in',
          eb
            .selectFrom('membership_invoice as i')
            .select('i.membership_id')
            .where('i.status', '=', 'open')
            .where('i.next_attempt_at', '<=', ctx.now()),
        ),
      ]),
    )
    // A membership given by staff runs on until cancelled.
    .where(eb => eb.or([eb('provider_id', 'is not', null), eb('cancel_at_period_end', '=', true)]))
    .orderBy('read_at')
    .limit(BATCH)
    .execute()
  await eachOf(overdue, AT_ONCE, membership => readOrEnd(ctx, membership))
}

type Overdue = { id: string; userId: string; subscriptionId: string | null }

/** A failed read does not delay the others. */
async function readOrEnd(ctx: Context, { id, userId, subscriptionId }: Overdue): Promise<void> {
  try {
    if (subscriptionId === null) await endMembership(ctx, { id, userId })
    else await readMembership(ctx, { userId, subscriptionId })
  } catch (error) {
    if (error instanceof PaymentError && error.kind === 'not_found') return endMembership(ctx, { id, userId })
    ctx.log.warn({ err: error, membershipId: id }, 'membership not read, will be tried again')
  }
}

/** Ends a membership without billing, in our database only. */
async function endMembership(ctx: Context, { id, userId }: { id: string; userId: string }): Promise<void> {
  await transact(ctx, async tx => {
    await lockRights(tx, userId)
    await tx.db
      .updateTable('membership')
      .set(eb => ({
        status: 'cancelled',
        cancelled_at: eb.fn.coalesce('cancelled_at', eb.val(tx.now())),
        ended_at: eb.ref('current_period_ends_at'),
      }))
      .where('id', '=', id)
      .where('status', '<>', 'cancelled')
      .execute()
    await revokeTokens(tx, userId)
  })
  tellUser(ctx, userId, 'membership')
}

/** Memberships per run; 144 runs a day. */
const COMPARED_A_RUN = 1000

/**
 * Compares each running membership with the provider once a day, least recently read first. Finds changes without a webhook or a
 * due date of ours. Reconciliation finds subscriptions that we do not know.
 */
export async function compareMemberships(ctx: Context): Promise<void> {
  const unread = await ctx.db
    .selectFrom('membership')
    .select(eb => ['id', 'user_id as userId', eb.ref('provider_id').$notNull().as('subscriptionId')])
    .where('status', '<>', 'cancelled')
    .where('provider_id', 'is not', null)
    .where('read_at', '<', new Date(+ctx.now() - DAY_MS))
    .orderBy('read_at')
    .orderBy('id')
    .limit(COMPARED_A_RUN)
    .execute()
  await eachOf(unread, AT_ONCE, membership => compare(ctx, membership))
}

type Unread = { id: string; userId: string; subscriptionId: string }

/** A failed read does not delay the others. A membership that the provider does not know is billed by no provider and runs on. */
async function compare(ctx: Context, { id, userId, subscriptionId }: Unread): Promise<void> {
  try {
    await readMembership(ctx, { userId, subscriptionId })
  } catch (error) {
    ctx.log.warn({ err: error, membershipId: id }, 'membership not compared')
    if (!(error instanceof PaymentError && error.kind === 'not_found')) return
    await ctx.db.updateTable('membership').set({ read_at: ctx.now() }).where('id', '=', id).execute()
  }
}

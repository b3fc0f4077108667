import { sql } from 'kysely'
import { sendEmail } from '#features/notifications/commands/send-email.server.ts'
import { GIVE_BACK_LOST, RECONCILE_PAYMENTS } from '#features/orders/order/job-types.server.ts'
import type { Context, DataContext } from '#kernel/context.ts'
import { type Checkout, PaymentError } from '#kernel/ports/payments.ts'
import { enqueue, transact } from '#kernel/transaction.server.ts'
import { DAY_MS } from '#kernel/values/durations.ts'
import { isUuid } from '#platform/values/uuid.ts'
import { lostOrderEmail } from '../../order/emails.server.ts'
import { isMarked } from '../payments-of.server.ts'

/**
 * Limit of automatic refunds per day. Without it, a restored copy of the database with the shop's keys would refund every payment since the
 * backup.
 */
const MOST_A_DAY = 200

/**
 * Handles sessions that this shop opened and whose order is missing from the database. An open page is closed; a paid one is refunded by a
 * job. Sessions of other shops at the same provider are left alone.
 * @returns the number of newly found payments.
 */
export async function takeUpLostOrders(ctx: Context, checkouts: readonly Checkout[]): Promise<number> {
  const ours = checkouts.filter(checkout => checkout.status !== 'expired' && isMarked(ctx, checkout))
  let found = 0
  for (const checkout of await withoutOrder(ctx, ours)) {
    if (checkout.paymentStatus === 'paid') found += Number(await noteLost(ctx, checkout))
    else await closePage(ctx, checkout)
  }
  return found
}

async function withoutOrder(ctx: Context, checkouts: readonly Checkout[]): Promise<Checkout[]> {
  const named = checkouts.filter(({ orderId }) => orderId !== null && isUuid(orderId))
  if (named.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select id from customer_order where id = any(${named.map(({ orderId }) => orderId)}::uuid[])`.execute(ctx.db)
  const known = new Set(rows.map(({ id }) => id))
  return named.filter(({ orderId }) => !known.has(orderId!))
}

async function closePage(ctx: Context, { id, orderId }: Checkout): Promise<void> {
  ctx.log.error({ sessionId: id, orderId }, 'a payment page was open without its order, and is closed')
  try {
    await ctx.payments.expireCheckout(id)
  } catch (error) {
    // The page was paid just now. The next run finds the payment.
    if (!(error instanceof PaymentError && error.kind === 'invalid')) throw error
  }
}

/** @returns whether the payment was new. */
async function noteLost(ctx: Context, checkout: Checkout): Promise<boolean> {
  const { orderId, paymentIntentId, subscriptionId } = checkout
  return transact(ctx, async tx => {
    const { numAffectedRows } = await sql`
      insert into lost_order (order_id, session_id, email, payment_intent_id, subscription_id, amount_cents, currency, found_at)
      values (${orderId}, ${checkout.id}, ${checkout.email}, ${paymentIntentId}, ${subscriptionId}, ${checkout.amountCents},
        ${checkout.currency}, ${tx.now()})
      on conflict do nothing`.execute(tx.db)
    if (numAffectedRows !== 1n) return false
    tx.log.error({ orderId, sessionId: checkout.id }, 'a payment has no order')
    if ((await foundLately(tx)) > MOST_A_DAY) {
      tx.log.error({ orderId, most: MOST_A_DAY }, 'too many payments without orders: staff decide about this one')
      return true
    }
    await enqueue(tx, GIVE_BACK_LOST, { orderId })
    return true
  })
}

async function foundLately({ db, now }: DataContext): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from lost_order where found_at > ${new Date(+now() - DAY_MS)}`.execute(db)
  return rows[0]!.n
}

type Lost = {
  orderId: string
  email: string | null
  paymentIntentId: string | null
  subscriptionId: string | null
  amountCents: number
}

/**
 * Refunds a lost order in full: ends its subscription, refunds the rest of each payment under its own key, and e-mails the payer. A second
 * call changes nothing.
 * @throws PaymentError when the provider is unreachable or a payment is disputed; the job is retried.
 */
export async function giveBackLost(ctx: Context, orderId: string): Promise<void> {
  const lost = await openLost(ctx, orderId)
  if (!lost) return
  if (lost.subscriptionId) await endSubscription(ctx, lost.subscriptionId)
  for (const id of await paymentsFor(ctx, lost)) await refundRest(ctx, orderId, id)
  await transact(ctx, async tx => {
    const { numAffectedRows } = await sql`
      update lost_order set refunded_at = ${tx.now()} where order_id = ${orderId} and refunded_at is null`.execute(
      tx.db,
    )
    if (numAffectedRows !== 1n || !lost.email) return
    const message = lostOrderEmail(tx, { cents: lost.amountCents })
    await sendEmail(tx, { to: lost.email, onceKey: `lost:${orderId}` }, message)
  })
  // Staff see the refund in the comparison of the books.
  await enqueue(ctx, RECONCILE_PAYMENTS, {})
}

/** @returns undefined when the payment was already refunded or the order exists after all. */
async function openLost(ctx: Context, orderId: string): Promise<Lost | undefined> {
  const { rows } = await sql<Lost>`
    select order_id as "orderId", email, payment_intent_id as "paymentIntentId", subscription_id as "subscriptionId",
      amount_cents as "amountCents"
    from lost_order l where order_id = ${orderId} and refunded_at is null
      and not exists (select from customer_order o where o.id = l.order_id)`.execute(ctx.db)
  return rows[0]
}

async function endSubscription(ctx: Context, id: string): Promise<void> {
  const { status } = await ctx.payments.readSubscription(id)
  if (status !== 'canceled') await ctx.payments.cancelSubscription(id, { atPeriodEnd: false })
}

/** Payments of a lost order: one payment, or every paid invoice of its subscription. */
async function paymentsFor(ctx: Context, lost: Lost): Promise<string[]> {
  if (!lost.subscriptionId) return [lost.paymentIntentId!]
  const { items } = await ctx.payments.listInvoices({ subscriptionId: lost.subscriptionId })
  return items.flatMap(({ paymentIntentId, amountPaidCents }) =>
    paymentIntentId && amountPaidCents > 0 ? [paymentIntentId] : [],
  )
}

/** Refunds all that is left of a payment. @throws PaymentError also for a disputed one, so that no e-mail tells of a refund. */
async function refundRest(ctx: Context, orderId: string, paymentIntentId: string): Promise<void> {
  try {
    await ctx.payments.refund({ paymentIntentId, idempotencyKey: `lost ${orderId} ${paymentIntentId} rest` })
  } catch (error) {
    // Staff refunded the whole payment in the provider's dashboard first.
    if (!(error instanceof PaymentError && error.code === 'charge_already_refunded')) throw error
    ctx.log.warn({ err: error, orderId }, 'a payment without an order was refunded before')
  }
}

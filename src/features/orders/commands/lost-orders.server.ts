import { sql } from 'kysely'
import type { Context } from '#adapters/context.ts'
import { within } from '#adapters/context.ts'
import { type Checkout, PaymentError } from '#adapters/payments/port.ts'
import { sendMessage } from '#features/notifications/commands/send-message.server.ts'
import { isUuid } from '#platform/uuid.ts'
import { lostOrderLetter } from '../emails.server.ts'
import { isMarked } from '../payment-mark.server.ts'

/**
 * Payments that are given back within a day without staff. A restored copy of the database that runs with the keys of the shop
 * would otherwise give back everything that was paid since it was made.
 */
const MOST_A_DAY = 200
const DAY_MS = 24 * 3600_000

/**
 * Takes up sessions that this shop opened and whose order its database does not have any more: an open page is closed, and what
 * was paid on a page is given back by a job. Sessions that others opened at the same provider are left alone.
 * @returns how many payments were found that were not known before.
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
    // It is paid in this moment, and found so by the next look.
    if (!(error instanceof PaymentError && error.kind === 'invalid')) throw error
  }
}

/** @returns whether it was not known before. */
async function noteLost(ctx: Context, checkout: Checkout): Promise<boolean> {
  const { orderId, paymentIntentId, subscriptionId } = checkout
  return ctx.db.transaction().execute(async trx => {
    const { numAffectedRows } = await sql`
      insert into lost_order (order_id, session_id, email, payment_intent_id, subscription_id, amount_cents, currency, found_at)
      values (${orderId}, ${checkout.id}, ${checkout.email}, ${paymentIntentId}, ${subscriptionId}, ${checkout.amountCents},
        ${checkout.currency}, ${ctx.now()})
      on conflict do nothing`.execute(trx)
    if (numAffectedRows !== 1n) return false
    ctx.log.error({ orderId, sessionId: checkout.id }, 'a payment has no order')
    if ((await foundLately(within(ctx, trx))) > MOST_A_DAY) {
      ctx.log.error({ orderId, most: MOST_A_DAY }, 'too many payments without orders: staff decide about this one')
      return true
    }
    await ctx.jobs.enqueue(trx, 'give-back-lost', { orderId })
    return true
  })
}

async function foundLately({ db, now }: Context): Promise<number> {
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
 * Pays a lost order back whole: ends its subscription, refunds every payment of it under a key of its own, and writes to the
 * payer. Done again it does nothing.
 * @throws PaymentError when the provider cannot be asked; the job is tried again.
 */
export async function giveBackLost(ctx: Context, orderId: string): Promise<void> {
  const lost = await openLost(ctx, orderId)
  if (!lost) return
  if (lost.subscriptionId) await endSubscription(ctx, lost.subscriptionId)
  for (const { id, cents } of await paymentsFor(ctx, lost)) await refundWhole(ctx, { orderId, id, cents })
  await ctx.db.transaction().execute(async trx => {
    const { numAffectedRows } = await sql`
      update lost_order set given_back_at = ${ctx.now()} where order_id = ${orderId} and given_back_at is null`.execute(
      trx,
    )
    if (numAffectedRows !== 1n || !lost.email) return
    const letter = lostOrderLetter(ctx, lost.amountCents)
    await sendMessage(within(ctx, trx), { to: lost.email, channel: 'email', onceKey: `lost:${orderId}`, ...letter })
  })
  // Staff see it in the comparison of the books.
  await ctx.jobs.enqueue(ctx.db, 'reconcile-payments', {})
}

/** @returns undefined when it is given back, or the order is in the books after all. */
async function openLost(ctx: Context, orderId: string): Promise<Lost | undefined> {
  const { rows } = await sql<Lost>`
    select order_id as "orderId", email, payment_intent_id as "paymentIntentId", subscription_id as "subscriptionId",
      amount_cents as "amountCents"
    from lost_order l where order_id = ${orderId} and given_back_at is null
      and not exists (select from customer_order o where o.id = l.order_id)`.execute(ctx.db)
  return rows[0]
}

async function endSubscription(ctx: Context, id: string): Promise<void> {
  const { status } = await ctx.payments.readSubscription(id)
  if (status !== 'canceled') await ctx.payments.cancelSubscription(id, { atPeriodEnd: false })
}

/** What was taken for it: one payment, or every bill of its subscription that was paid. */
async function paymentsFor(ctx: Context, lost: Lost): Promise<{ id: string; cents: number }[]> {
  if (!lost.subscriptionId) return [{ id: lost.paymentIntentId!, cents: lost.amountCents }]
  const { items } = await ctx.payments.listInvoices({ subscriptionId: lost.subscriptionId })
  return items.flatMap(({ paymentIntentId, amountPaidCents }) =>
    paymentIntentId && amountPaidCents > 0 ? [{ id: paymentIntentId, cents: amountPaidCents }] : [],
  )
}

async function refundWhole(ctx: Context, { orderId, id, cents }: { orderId: string; id: string; cents: number }) {
  try {
    await ctx.payments.refund({ paymentIntentId: id, amountCents: cents, idempotencyKey: `lost ${orderId} ${id}` })
  } catch (error) {
    // Staff were quicker in the provider's dashboard: nothing of it is left to give back.
    if (!(error instanceof PaymentError && error.kind === 'invalid')) throw error
    ctx.log.warn({ err: error, orderId }, 'a payment without an order was refunded before')
  }
}

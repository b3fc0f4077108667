import { sql } from 'kysely'
import type { Context } from '#adapters/context.ts'
import { within } from '#adapters/context.ts'
import { type Checkout, PaymentError } from '#adapters/payments/port.ts'
import { tellStaff, tellUser } from '#adapters/realtime-topics.server.ts'
import { takeBoughtFromCart } from '#features/cart/commands.server.ts'
import { holdStock, takeStock } from '#features/catalog/commands/stock.server.ts'
import { lockCodes, spendCodes } from '#features/codes/commands/end-codes.server.ts'
import { notify } from '#features/notifications/commands/notify.server.ts'
import { sendMessage } from '#features/notifications/commands/send-message.server.ts'
import { requireOneRow } from '#platform/db/one-row.server.ts'
import { Refusal } from '#platform/errors.ts'
import { newId } from '#platform/ids.server.ts'
import { formatMoney } from '#ui/format-money.ts'
import { paidNotice, receiptOf } from '../emails.server.ts'
import { notifyBuyer } from '../fulfilment/notify-buyer.server.ts'
import { backorderedEmail } from '../fulfilment/order-emails.server.ts'
import type { PaymentStatus } from '../fulfilment/standing.ts'
import { paymentsOf } from '../payments-of.server.ts'
import { type OrderLine, type StoredOrder, storedOrder } from '../stored-order.server.ts'
import { closeOrder } from './close-order.server.ts'
import { issueEarned } from './issue-earned.server.ts'
import { openPayment } from './open-payment.server.ts'

/**
 * The one step that turns a paid checkout into a paid order, stock, credits and a receipt. Webhook, return page and reconciler
 * all call it, in any order, at once and again: the provider is asked anew each time, and the first guarded write wins.
 * @returns how the order stands after it.
 * @throws PaymentError when the provider cannot be asked; nothing was changed then.
 */
export async function settle(ctx: Context, orderId: string): Promise<PaymentStatus | undefined> {
  const order = await storedOrder(ctx, orderId)
  return order && settleOrder(ctx, order)
}

/**
 * The same for an order that was just read.
 * @param options.isAccepted staff take the money of an order under review, although it disagrees.
 */
export async function settleOrder(
  ctx: Context,
  order: StoredOrder,
  { isAccepted = false }: { isAccepted?: boolean } = {},
): Promise<PaymentStatus> {
  if (order.status === 'paid' || (order.status === 'review' && !isAccepted)) return order.status
  const checkout = await checkoutOf(ctx, order)
  if (checkout?.paymentStatus === 'paid') {
    const fault = isAccepted ? undefined : disagreement(order, checkout)
    return fault ? putToReview(ctx, order, fault) : markPaid(ctx, order, checkout)
  }
  if (order.status !== 'pending') return order.status
  if (!checkout) return (await closeOrder(ctx, order, 'failed')) ? 'failed' : statusOf(ctx, order)
  if (checkout.status === 'expired') {
    return (await closeOrder(ctx, order, 'expired')) ? 'expired' : statusOf(ctx, order)
  }
  return 'pending'
}

/** Somebody else was quicker: how it stands now. */
const statusOf = async (ctx: Context, { id, status }: StoredOrder) => (await storedOrder(ctx, id))?.status ?? status

/** The order's payment as the provider has it; undefined when no page was opened and none can be any more. */
async function checkoutOf(ctx: Context, order: StoredOrder): Promise<Checkout | undefined> {
  if (order.paymentMethod === 'none') return order.status === 'pending' ? nothingToPay(order) : undefined
  if (order.sessionId) return paymentsOf(ctx, order).readCheckout(order.sessionId)
  if (order.status !== 'pending') return undefined
  try {
    // The process died between the provider's answer and our note of it: the same key gives the same page again.
    return await paymentsOf(ctx, order).readCheckout((await openPayment(ctx, order)).id)
  } catch (error) {
    if (error instanceof PaymentError && error.kind === 'invalid') return undefined
    throw error
  }
}

/** Nobody takes money of an order whose codes left nothing to pay, so it is paid as soon as it is placed. */
const nothingToPay = (order: StoredOrder): Checkout => ({
  id: order.sessionId!,
  mode: 'payment',
  status: 'complete',
  paymentStatus: 'paid',
  amountCents: 0,
  currency: order.currency,
  orderId: order.id,
  mark: null,
  email: order.email,
  paymentIntentId: null,
  subscriptionId: null,
  customerId: null,
  createdAt: order.createdAt,
})

/** Money is only taken for this order when amount, currency and our own id agree. @returns what does not, for staff. */
function disagreement(order: StoredOrder, checkout: Checkout): string | undefined {
  if (checkout.orderId !== order.id) return `The payment names order ${checkout.orderId}.`
  if (checkout.currency !== order.currency) return `The payment is in ${checkout.currency}.`
  if (checkout.amountCents !== order.price.total) {
    return `The payment is of ${formatMoney(checkout.amountCents)}, the order of ${formatMoney(order.price.total)}.`
  }
  return undefined
}

/** One whose money went back stays cancelled, however often the provider says that it was paid once. */
async function putToReview(ctx: Context, order: StoredOrder, note: string): Promise<PaymentStatus> {
  const { numAffectedRows } = await sql`
    with flagged as (
      update customer_order set status = 'review'
      where id = ${order.id} and status not in ('paid', 'review') and payment_intent_id is null returning id
    )
    insert into order_event (id, order_id, kind, note, at)
    select ${newId()}, id, 'review', ${note}, ${ctx.now()} from flagged`.execute(ctx.db)
  if (numAffectedRows === 0n) return statusOf(ctx, order)
  ctx.log.error({ orderId: order.id, note }, 'a payment disagrees with its order')
  return 'review'
}

/** Paid, codes, credits, receipt and stock: all in one transaction, or nothing. */
async function markPaid(ctx: Context, order: StoredOrder, checkout: Checkout): Promise<PaymentStatus> {
  const tags = await ctx.db.transaction().execute(async trx => {
    const inner = within(ctx, trx)
    const hasCodes = order.codes.length > 0
    if (hasCodes) await lockCodes(inner, order.id)
    const before = await claimPaid(inner, order, checkout)
    if (!before) return undefined
    if (hasCodes) await settleCodes(inner, order)
    await issueEarned(inner, order)
    await takeBoughtFromCart(inner, { userId: order.userId, bought: order.lines })
    await sendMessage(inner, { to: order.email, channel: 'email', userId: order.userId, ...receiptOf(inner, order) })
    await notify(inner, { userId: order.userId, ...paidNotice(order) })
    await ctx.jobs.enqueue(trx, 'record-sale', { orderId: order.id })
    if (checkout.subscriptionId) {
      const data = { userId: order.userId, subscriptionId: checkout.subscriptionId }
      await ctx.jobs.enqueue(trx, 'activate-membership', data)
      await ctx.jobs.enqueue(trx, 'note-payment', { orderId: order.id })
    }
    // Last, as everybody who buys the same thing waits for these rows until the commit.
    const isHeld = before === 'pending' || (before === 'review' && !(await hasLapsed(inner, order.id)))
    return isHeld ? takeStock(inner, order.lines) : takeWhatIsLeft(inner, order)
  })
  if (!tags) return statusOf(ctx, order)
  tellPaid(ctx, order, tags)
  return 'paid'
}

/** After the commit: drops public answers whose stock changed, and tells the buyer's and the staff's open screens to look again. */
function tellPaid(ctx: Context, { userId }: StoredOrder, tags: readonly string[]): void {
  if (tags.length > 0) ctx.changed(...tags)
  tellUser(ctx, userId, 'credits', 'orders')
  tellStaff(ctx, 'activity')
}

/**
 * The guarded write: whoever comes second finds the order paid. What is paid after it was closed is paid all the same, but where
 * there was nothing to pay, no shopper paid in good faith, and a closed order stays closed.
 * An order that became another account's since it was read (a merge) is left to whoever reads it next.
 * An order that is not paid and names its payment is one whose money staff are giving back, or have (`resolveReview`).
 * @returns its status before; undefined for the second.
 */
async function claimPaid(ctx: Context, order: StoredOrder, checkout: Checkout): Promise<PaymentStatus | undefined> {
  const now = ctx.now()
  const { rows } = await sql<{ before: PaymentStatus }>`
    with locked as (
      select id, status from customer_order
      where id = ${order.id} and status <> 'paid' and (status <> 'review' or (${order.status === 'review'} and dispute_hold is null))
        and (status = 'pending' or payment_method <> 'none') and payment_intent_id is null
        and user_id = ${order.userId} for update
    ), paid as (
      update customer_order o set status = 'paid', paid_at = ${now}, payment_intent_id = ${checkout.paymentIntentId},
        subscription_id = ${checkout.subscriptionId}
      from locked where o.id = locked.id
      returning o.id, locked.status as before
    ), event as (
      insert into order_event (id, order_id, kind, at) select ${newId()}, id, 'paid', ${now} from paid
    )
    select before from paid`.execute(ctx.db)
  return rows[0]?.before
}

/** Whether an order was closed before money came that disagrees: then its stock went back. */
export async function hasLapsed(ctx: Context, orderId: string): Promise<boolean> {
  const closed = await ctx.db
    .selectFrom('order_event')
    .select('id')
    .where('order_id', '=', orderId)
    .where('kind', 'in', ['expired', 'cancelled', 'failed'])
    .limit(1)
    .executeTakeFirst()
  return closed !== undefined
}

/**
 * The codes of the order are used now. What goes beyond a limit, because the money came after the hold had lapsed, is told to
 * staff: the shopper paid what they were asked to pay.
 */
async function settleCodes(ctx: Context, { id }: StoredOrder): Promise<void> {
  for (const code of await spendCodes(ctx, id)) {
    ctx.log.error({ orderId: id, promo: code }, 'paid after the use held of a code was gone')
    const note = `${code} was used beyond its limit: the money came after its hold had lapsed.`
    await sql`
      insert into order_event (id, order_id, kind, note, at) values (${newId()}, ${id}, 'note', ${note}, ${ctx.now()})`.execute(
      ctx.db,
    )
  }
}

/**
 * The money came after the hold had lapsed: what is still there is taken, and what is not is owed and told to staff.
 * The shopper paid in good faith; taking less than nothing from the shelf is what the database forbids.
 */
async function takeWhatIsLeft(ctx: Context, order: StoredOrder): Promise<string[]> {
  const tags: string[] = []
  let isLate = false
  for (const line of order.lines) {
    try {
      tags.push(...(await holdStock(ctx, [line])), ...(await takeStock(ctx, [line])))
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'out_of_stock') throw error
      await backorder(ctx, order, line)
      isLate = true
    }
  }
  if (isLate) await tellLate(ctx, order.id)
  return tags
}

async function tellLate(ctx: Context, orderId: string): Promise<void> {
  const order = (await storedOrder(ctx, orderId))!
  await notifyBuyer(ctx, order, backorderedEmail(ctx, order))
}

async function backorder(ctx: Context, order: StoredOrder, line: OrderLine): Promise<void> {
  ctx.log.error({ orderId: order.id, variantId: line.variantId }, 'paid after the stock was gone')
  const note = `${line.quantity} × ${line.name}`
  const written = await sql`
    with owed as (
      update order_line set backordered = quantity where order_id = ${order.id} and position = ${line.position} returning order_id
    )
    insert into order_event (id, order_id, kind, note, at)
    select ${newId()}, order_id, 'backordered', ${note}, ${ctx.now()} from owed`.execute(ctx.db)
  requireOneRow(written, `line ${line.position} of order ${order.id}`)
}

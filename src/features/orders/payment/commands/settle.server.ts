import { sql } from 'kysely'
import { takeBoughtFromCart } from '#features/cart/commands.server.ts'
import { holdStock, takeStock } from '#features/catalog/commands/stock.server.ts'
import { lockCodes, spendCodes } from '#features/codes/commands/code-uses.server.ts'
import { noteReferralReward } from '#features/codes/commands/referral-rewards.server.ts'
import { issueCredits } from '#features/credits/commands.server.ts'
import { notify } from '#features/notifications/commands/notify.server.ts'
import { sendEmail } from '#features/notifications/commands/send-email.server.ts'
import { ACTIVATE_MEMBERSHIP, NOTE_PAYMENT, RECORD_SALE } from '#features/orders/order/job-types.server.ts'
import type { Context, DataContext, TransactionContext } from '#kernel/context.ts'
import type { Checkout } from '#kernel/ports/payments.ts'
import { enqueue, transact, writeJobs } from '#kernel/transaction.server.ts'
import { formatMoney } from '#kernel/values/money.ts'
import { TIERS } from '#kernel/values/tiers.ts'
import { requireOneRow } from '#platform/db/one-row.server.ts'
import { Refusal } from '#platform/errors.ts'
import { giveAddressAtPayment } from '../../order/address/commands/waiting-orders.server.ts'
import { moveOrder } from '../../order/commands/move-order.server.ts'
import { addEvent, insertEvent } from '../../order/commands/order-events.server.ts'
import { referenceOf } from '../../order/contract.ts'
import { paidNotice, receiptEmail } from '../../order/emails.server.ts'
import { entriesOf } from '../../order/money/prices.ts'
import { backorderedEmail, notifyBuyer } from '../../order/order-emails.server.ts'
import { isFirst } from '../../order/queries/paid-counts.server.ts'
import { shipByOf } from '../../order/ship-by.server.ts'
import { ON_HOLD, type OrderStanding, type PaymentStatus } from '../../order/standing.ts'
import {
  findStoredOrder,
  type KnownOrder,
  type OrderLine,
  type StoredOrder,
  tellOfOrder,
} from '../../order/stored-order.server.ts'
import { paymentsOf } from '../payments-of.server.ts'
import { hasLapsed } from '../queries/has-lapsed.server.ts'
import { keepCustomer } from '../saved-cards/customers.server.ts'
import { closeOrder, shutPage } from './close-order.server.ts'
import { interruptedSession } from './open-payment.server.ts'

/**
 * Turns a paid checkout into a paid order with stock, credits and a receipt. Webhook, return page and reconciler call it in any order,
 * concurrently and repeatedly. Each call reads the payment from the provider, and the first guarded write wins.
 * @returns the order's status afterwards.
 * @throws PaymentError when the provider is unreachable; nothing has changed then.
 */
export async function settle(ctx: Context, orderId: string): Promise<PaymentStatus | undefined> {
  const order = await findStoredOrder(ctx, orderId)
  return order && settleOrder(ctx, order)
}

/**
 * Settles an order that was just read.
 * @param options.isAccepted staff accept the payment of an order held for checking although it disagrees.
 */
export async function settleOrder(
  ctx: Context,
  order: StoredOrder,
  { isAccepted = false }: { isAccepted?: boolean } = {},
): Promise<PaymentStatus> {
  if (order.status === 'paid' || (order.status === ON_HOLD && !isAccepted)) return order.status
  const checkout = await checkoutOf(ctx, order)
  if (checkout?.paymentStatus === 'paid') {
    const fault = isAccepted ? undefined : disagreement(order, checkout)
    return fault ? putOnHold(ctx, order, fault) : markPaid(ctx, order, checkout)
  }
  if (order.status !== 'pending') return order.status
  if (!checkout) return (await closeOrder(ctx, order, 'failed')) ? 'failed' : statusOf(ctx, order)
  if (checkout.status === 'expired' || (await closedAbandoned(ctx, order, checkout))) {
    return (await closeOrder(ctx, order, 'expired')) ? 'expired' : statusOf(ctx, order)
  }
  return 'pending'
}

/** A request charges a saved card within seconds, or never. */
const CARD_MS = 2 * 60_000

/**
 * Closes the prepared payment of a saved card that its request left behind. Unlike a page it does not expire.
 * @returns whether it is closed now.
 */
async function closedAbandoned(ctx: Context, order: StoredOrder, { id }: Checkout): Promise<boolean> {
  if (!order.savedCardId || +ctx.now() - +order.createdAt < CARD_MS) return false
  return shutPage(ctx, { ...order, sessionId: id })
}

/** Lost the race: returns the current status. */
const statusOf = async (ctx: Context, { id, status }: StoredOrder) => (await findStoredOrder(ctx, id))?.status ?? status

/** The provider's view of the order's payment; undefined when no page was opened and none can be opened any more. */
async function checkoutOf(ctx: Context, order: StoredOrder): Promise<Checkout | undefined> {
  if (order.paymentMethod === 'none') return order.status === 'pending' ? nothingToPay(order) : undefined
  if (order.sessionId) return paymentsOf(ctx, order).readCheckout(order.sessionId)
  if (order.status !== 'pending') return undefined
  const sessionId = await interruptedSession(ctx, order)
  return sessionId === undefined ? undefined : paymentsOf(ctx, order).readCheckout(sessionId)
}

/** A checkout for an order with a total of 0. Such orders are paid as soon as they are placed. */
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

/** Compares amount, currency and order id. @returns the disagreement for staff, or undefined. */
function disagreement(order: StoredOrder, checkout: Checkout): string | undefined {
  if (checkout.orderId !== order.id) return `The payment names order ${checkout.orderId}.`
  if (checkout.currency !== order.currency) return `The payment is in ${checkout.currency}.`
  if (checkout.amountCents !== order.price.total) {
    return `The payment is of ${formatMoney(checkout.amountCents)}, the order of ${formatMoney(order.price.total)}.`
  }
  return undefined
}

/** Puts the order on hold. An order whose payment is being refunded is skipped, even if the provider still reports it as paid. */
async function putOnHold(ctx: Context, order: StoredOrder, note: string): Promise<PaymentStatus> {
  const { after } = await transact(ctx, tx => moveOrder(tx, order.id, 'put_on_hold', { event: { note } }))
  if (!after) return statusOf(ctx, order)
  ctx.log.error({ orderId: order.id, note }, 'a payment disagrees with its order')
  return ON_HOLD
}

/** Writes payment, codes, credits, receipt and stock in one transaction. */
async function markPaid(ctx: Context, order: StoredOrder, checkout: Checkout): Promise<PaymentStatus> {
  const isPaid = await transact(ctx, async tx => {
    const hasCodes = order.codes.length > 0
    if (hasCodes) await lockCodes(tx, order.id)
    const shipBy = order.mode === 'payment' && order.shipTo ? shipByOf(tx) : null
    const before = await claimPaid(tx, order, { ...checkout, shipBy })
    if (!before) return false
    if (hasCodes) await settleCodes(tx, order)
    await issueEarned(tx, order)
    await giveAddressAtPayment(tx, order)
    await keepPayer(tx, order, checkout)
    await takeBoughtFromCart(tx, { userId: order.userId, bought: order.lines })
    await sendEmail(tx, { to: order.email, userId: order.userId }, receiptEmail(tx, { ...order, shipBy }))
    await notify(tx, { userId: order.userId, ...paidNotice(order) })
    await enqueue(tx, RECORD_SALE, { orderId: order.id })
    if (checkout.subscriptionId) {
      const data = { userId: order.userId, subscriptionId: checkout.subscriptionId }
      await enqueue(tx, ACTIVATE_MEMBERSHIP, data)
      await enqueue(tx, NOTE_PAYMENT, { orderId: order.id })
    }
    // Stock comes last, because every buyer of the product waits for these rows until the commit.
    await writeJobs(tx)
    const isHeld = before === 'pending' || (before === ON_HOLD && !(await hasLapsed(tx, order.id)))
    await (isHeld ? takeStock(tx, order.lines) : takeWhatIsLeft(tx, order))
    tx.onCommit(ctx => tellOfOrder(ctx, order, 'credits'))
    return true
  })
  return isPaid ? 'paid' : statusOf(ctx, order)
}

/** Subscriptions have customers of their own. */
async function keepPayer(tx: TransactionContext, order: StoredOrder, { customerId }: Checkout): Promise<void> {
  const { userId, mode, paymentMethod: provider } = order
  if (customerId && mode === 'payment') await keepCustomer(tx, { customerId, userId, provider })
}

/**
 * Marks the order paid, also after it was closed; a second caller gets `undefined`. An order that moved to another account in a merge since
 * the read is left to the next reader.
 * @returns the state before.
 */
async function claimPaid(
  tx: TransactionContext,
  order: StoredOrder,
  payment: Checkout & Pick<KnownOrder, 'shipBy'>,
): Promise<OrderStanding | undefined> {
  const { before, after } = await moveOrder(tx, order.id, order.status === ON_HOLD ? 'accept' : 'pay', {
    set: sql`payment_intent_id = ${payment.paymentIntentId}, subscription_id = ${payment.subscriptionId}, ship_by = ${payment.shipBy}`,
    condition: sql`o.user_id = ${order.userId}`,
  })
  return before && after ? before : undefined
}

/**
 * Marks the order's codes as used. A use beyond a limit, caused by a payment after the hold had lapsed, is logged for staff. The shopper
 * still pays the agreed price.
 */
async function settleCodes(ctx: DataContext, { id }: StoredOrder): Promise<void> {
  for (const code of await spendCodes(ctx, id)) {
    ctx.log.error({ orderId: id, promo: code }, 'paid after the use held of a code was gone')
    const note = `${code} was used beyond its limit: the money came after its hold had lapsed.`
    await addEvent(ctx, id, { kind: 'note', note, isOfShop: true })
  }
}

/**
 * Takes stock for a payment that arrived after the hold had lapsed. Lines still in stock are taken; the others become backordered, and
 * staff and buyer are told. The shopper paid in good faith, and the database forbids negative stock. Lines go by the ids of their variants,
 * the order in which `holdStock` locks the rows.
 */
async function takeWhatIsLeft(tx: TransactionContext, order: StoredOrder): Promise<void> {
  let isLate = false
  for (const line of order.lines.toSorted((a, b) => (a.variantId < b.variantId ? -1 : 1))) {
    try {
      await holdStock(tx, [line])
      await takeStock(tx, [line])
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'out_of_stock') throw error
      await backorder(tx, order, line)
      isLate = true
    }
  }
  if (isLate) await tellLate(tx, order.id)
}

async function tellLate(tx: TransactionContext, orderId: string): Promise<void> {
  const order = (await findStoredOrder(tx, orderId))!
  await notifyBuyer(tx, order, backorderedEmail(tx, order))
}

async function backorder(ctx: DataContext, order: StoredOrder, line: OrderLine): Promise<void> {
  ctx.log.error({ orderId: order.id, variantId: line.variantId }, 'paid after the stock was gone')
  const note = `${line.quantity} × ${line.name}`
  const written = await sql`
    with owed as (
      update order_line set backordered = quantity where order_id = ${order.id} and position = ${line.position} returning order_id
    )
    ${insertEvent(ctx, { kind: 'backordered', note, isOfShop: true }, { from: 'owed' })}`.execute(ctx.db)
  requireOneRow(written, `line ${line.position} of order ${order.id}`)
}

type Issue = Parameters<typeof issueCredits>[1]

/**
 * Issues the credits of a paid order: to the shopper, and for a first order to the referrer if the shop rewards referrals. Sorted by user
 * and tier, so that two orders which reward each other's shoppers lock accounts in one order.
 */
async function issueEarned(tx: TransactionContext, order: StoredOrder): Promise<void> {
  const issues = [...earnedBy(order), ...(await rewardFor(tx, order))]
  issues.sort((a, b) =>
    a.userId === b.userId ? TIERS.indexOf(a.tier) - TIERS.indexOf(b.tier) : a.userId < b.userId ? -1 : 1,
  )
  for (const issue of issues) await issueCredits(tx, issue)
}

function earnedBy(order: StoredOrder): Issue[] {
  const earned = entriesOf(order.lines)
  const source = { type: 'order', id: order.id, description: `Order ${referenceOf(order)}` }
  const { userId } = order
  return TIERS.filter(tier => earned[tier] > 0).map(tier => ({
    userId,
    tier,
    amount: earned[tier],
    kind: 'earned',
    source,
  }))
}

async function rewardFor(tx: TransactionContext, { id: orderId, userId }: StoredOrder): Promise<Issue[]> {
  if (!tx.settings.referral.rewardTier || !(await isFirst(tx, userId, orderId))) return []
  const reward = await noteReferralReward(tx, { orderId, userId })
  const source = { type: 'referral', id: userId, description: 'A friend you referred made a first purchase' }
  return reward ? [{ ...reward, kind: 'granted', source }] : []
}

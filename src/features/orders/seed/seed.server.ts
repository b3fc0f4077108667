import { sql } from 'kysely'
import { SEEDED_PROVIDER } from '#adapters/payments/sandbox-seeds.server.ts'
import type { CatalogPrice } from '#features/catalog/queries/prices.server.ts'
import type { PastMovement } from '#features/credits/seed.server.ts'
import { versionInForceOf } from '#features/legal/queries.server.ts'
import { WITHDRAW_SALE } from '#features/orders/order/job-types.server.ts'
import type { TransactionContext } from '#kernel/context.ts'
import { enqueue } from '#kernel/transaction.server.ts'
import { TIERS } from '#kernel/values/tiers.ts'
import { newId } from '#platform/values/ids.server.ts'
import type { DemoOrder, DemoOrderLine, DemoUser } from '../../../../db/demo/demo-types.ts'
import { requireMove } from '../order/commands/move-order.server.ts'
import { addEvent } from '../order/commands/order-events.server.ts'
import { referenceOf } from '../order/contract.ts'
import { type Breakdown, entriesOf, priceGoods, unitCentsOf } from '../order/money/prices.ts'
import { columnsOf } from '../order/money/stored-refunds.server.ts'
import { type TaxBasis, taxBasisOf } from '../order/money/tax.ts'
import {
  type Aftermath,
  afterPayment,
  answeredAt,
  type PaidOrder,
  type PastRefund,
  REASON,
  takeSteps,
} from './seed-after-payment.server.ts'

type Buyer = DemoUser & { userId: string }
type Course = { status: 'paid' | 'cancelled' | 'expired'; at: Date }

const MINUTE = 60_000
/** Equal to the opening time of a payment page (commands/place-order). */
const PAYMENT_MINUTES = 31
/** Between 2 and 5 minutes on the payment page. */
const minutesOnPage = (position: number) => 2 + (position % 4)

/**
 * Inserts a history of orders with lines and time lines, oldest first. Current pricing rules apply. The
 * payment ids show that no provider knows these orders. The demo's stock levels already exclude the sold pieces.
 * @param history oldest first.
 * @returns credits earned by the paid orders and credits taken back by refunds, for the ledger.
 */
export async function seedOrders(
  tx: TransactionContext,
  input: { history: readonly DemoOrder[]; buyers: readonly Buyer[]; goods: Iterable<CatalogPrice> },
): Promise<PastMovement[]> {
  const buyers = new Map(input.buyers.map(buyer => [buyer.email, buyer]))
  const goods = new Map([...input.goods].map(product => [product.slug, product]))
  const placed = input.history.map((order, position) => {
    const buyer = buyers.get(order.person)!
    const lines = order.lines.map(line => lineOf(goods, line))
    const price = priceGoods(lines, tx.settings, { shipTo: buyer.address.state })
    const tax = taxBasisOf(tx.settings.tax, buyer.address.state)
    return { ...order, id: newId(), buyer, lines, price, tax, ...courseOf(order, position) }
  })
  const aftermaths = afterPayment(placed.filter(isPaid).map(toPaid).reverse(), tx.now())
  const orders = placed.map(order => ({ ...order, after: aftermaths.get(order.id) ?? NOTHING_AFTER }))
  const staff = input.buyers.find(({ isAdmin }) => isAdmin)?.userId ?? null

  const stored = await tx.db
    .insertInto('customer_order')
    .values(
      orders.map(({ id, buyer, price, tax, placedAt }) => ({
        id,
        prefix: tx.settings.brand.orderPrefix,
        user_id: buyer.userId,
        mode: 'payment',
        email: buyer.email,
        ship_to: shipToOf(buyer),
        subtotal_cents: price.subtotal,
        discount_cents: price.discount,
        fee_cents: price.fee.amount,
        fee_client_cents: price.fee.clientShare,
        fee_platform_cents: price.fee.platformShare,
        shipping_cents: price.shipping,
        tax_cents: price.tax,
        total_cents: price.total,
        tax_state: tax.state,
        tax_rate: tax.rate,
        payment_method: SEEDED_PROVIDER,
        session_id: `cs_demo_${demoId(id)}`,
        terms_version: versionInForceOf('terms'),
        privacy_version: versionInForceOf('privacy'),
        created_at: placedAt,
        expires_at: closesAt(placedAt),
        next_reconcile_at: closesAt(placedAt),
      })),
    )
    .returning(['id', 'prefix', 'number'])
    .execute()
  await tx.db.insertInto('order_line').values(orders.flatMap(lineRowsOf)).execute()
  for (const order of orders) await takeCourse(tx, order, staff)
  const refunded = orders.flatMap(({ after: { refund }, ...order }) => (refund ? [{ ...order, refund }] : []))
  await seedRefunds(tx, refunded, staff)

  const references = new Map(stored.map(order => [order.id, referenceOf(order)]))
  return [
    ...orders.filter(isPaid).flatMap(order => earnedBy(order, references.get(order.id)!)),
    ...refunded.flatMap(({ id, buyer, refund }) => creditsTakenBack(refund, buyer.userId, references.get(id)!)),
  ]
}

type PlacedOrder = Pick<DemoOrder, 'placedAt' | 'shippedAt' | 'deliveredAt' | 'outcome'> &
  Course & {
    id: string
    buyer: Buyer
    lines: ReturnType<typeof lineOf>[]
    price: ReturnType<typeof priceGoods>
    tax: TaxBasis
  }
type PastOrder = PlacedOrder & { after: Aftermath }

const NOTHING_AFTER: Aftermath = { parcel: null, owed: null, steps: [], refund: null }

const isPaid = ({ status }: Course) => status === 'paid'
const toPaid = ({ at, outcome, ...order }: PlacedOrder): PaidOrder => ({
  ...order,
  paidAt: at,
  isRefunded: outcome === 'refunded',
})

/** After a declined card the shopper does not retry, and the payment page expires. */
function courseOf({ outcome, placedAt }: DemoOrder, position: number): Course {
  const after = (minutes: number) => new Date(+placedAt + minutes * MINUTE)
  if (outcome === 'declined') return { status: 'expired', at: after(PAYMENT_MINUTES) }
  return { status: outcome === 'cancelled' ? 'cancelled' : 'paid', at: after(minutesOnPage(position)) }
}

function lineOf(goods: ReadonlyMap<string, CatalogPrice>, { product: slug, sku, quantity }: DemoOrderLine) {
  const product = goods.get(slug)
  const variant = product?.variants.find(candidate => candidate.sku === sku)
  if (!product || !variant) throw new Error(`The demo store has no ${slug} ${sku}.`)
  const { productId, name, image, tier, entries, priceCents, salePriceCents } = product
  const { id: variantId, options, free, priceCents: own } = variant
  const prices =
    own === null ? { listCents: priceCents, saleCents: salePriceCents } : { listCents: own, saleCents: null }
  return { productId, variantId, sku, name, options, image, tier, entries, quantity, isSoldOut: free === 0, ...prices }
}

const shipToOf = ({ name, address }: Buyer) => JSON.stringify({ name, ...address })
const demoId = (id: string) => id.replaceAll('-', '')
const closesAt = (placedAt: Date) => new Date(+placedAt + PAYMENT_MINUTES * MINUTE)

/** Moves a placed order through its past, by the steps that an order of today takes. */
async function takeCourse(
  tx: TransactionContext,
  { id, status, placedAt, at, after }: PastOrder,
  actorId: string | null,
): Promise<void> {
  await addEvent(tx, id, { kind: 'placed', isOfShop: true, at: placedAt })
  if (status !== 'paid') return requireMove(tx, id, END_OF[status], { event: { at } })
  await requireMove(tx, id, 'pay', { set: sql`payment_intent_id = ${`pi_demo_${demoId(id)}`}`, event: { at } })
  await takeSteps(tx, id, after, actorId)
}
const END_OF = { cancelled: 'cancel_unpaid', expired: 'expire' } as const

const lineRowsOf = ({ id, lines, after }: PastOrder) =>
  lines.map((line, position) => ({
    order_id: id,
    position,
    product_id: line.productId,
    variant_id: line.variantId,
    sku: line.sku,
    name: line.name,
    options: JSON.stringify(line.options),
    image: line.image,
    tier: line.tier,
    entries: line.entries,
    list_cents: line.listCents,
    unit_cents: unitCentsOf(line),
    quantity: line.quantity,
    backordered: position === after.owed ? line.quantity : 0,
  }))

function earnedBy({ id, buyer, lines, at }: PastOrder, reference: string): PastMovement[] {
  const earned = entriesOf(lines)
  const source = { type: 'order', id, description: `Order ${reference}` }
  return TIERS.filter(tier => earned[tier] > 0).map(tier => ({
    userId: buyer.userId,
    tier,
    kind: 'earned',
    amount: earned[tier],
    source,
    at,
  }))
}

/** Inserts the refunds of stored orders. Fully refunded orders no longer count as sales. */
async function seedRefunds(
  tx: TransactionContext,
  orders: readonly { id: string; price: Breakdown; refund: PastRefund }[],
  actorId: string | null,
): Promise<void> {
  if (orders.length === 0) return
  await tx.db
    .insertInto('refund')
    .values(orders.map(({ id, refund }) => refundRowOf(id, refund, actorId)))
    .execute()
  await tx.db
    .insertInto('refund_line')
    .values(
      orders.flatMap(({ id, refund }) =>
        refund.lines.map(({ position, quantity, netCents }) => ({
          ...{ refund_id: refund.id, order_id: id, position, quantity, net_cents: netCents },
          restocked: true,
        })),
      ),
    )
    .execute()
  const whole = orders.filter(({ price, refund }) => refund.parts.amount === price.total)
  for (const { id } of whole) await enqueue(tx, WITHDRAW_SALE, { orderId: id })
}

function refundRowOf(orderId: string, refund: PastRefund, actorId: string | null) {
  const { id, parts, credits, at, isFailed } = refund
  const tookAt = answeredAt(refund)
  return {
    id,
    order_id: orderId,
    status: isFailed ? 'failed' : 'succeeded',
    provider_id: `re_demo_${id.replaceAll('-', '')}`,
    reason: REASON,
    actor_id: actorId,
    credits_taken: JSON.stringify(credits),
    ...columnsOf(parts),
    created_at: at,
    notified_at: tookAt,
    succeeded_at: isFailed ? null : tookAt,
  }
}

/** Ledger movements of the credits taken back. @param reference the order's number for people. */
function creditsTakenBack(refund: PastRefund, userId: string, reference: string): PastMovement[] {
  const source = { type: 'refund', id: refund.id, description: `Refund of order ${reference}` }
  return TIERS.flatMap(tier => {
    const amount = refund.credits[tier] ?? 0
    return amount > 0 ? [{ userId, tier, kind: 'reversed' as const, amount, source, at: refund.at }] : []
  })
}

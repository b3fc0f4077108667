import { sql } from 'kysely'
import { stopCoupon } from '#features/codes/commands/stop-coupon.server.ts'
import { enterGiveaway } from '#features/giveaways/entries/commands/enter-giveaway.server.ts'
import { startCheckout } from '#features/orders/checkout/commands/start-checkout.server.ts'
import { CheckoutBody } from '#features/orders/checkout/contract.ts'
import { priceCart } from '#features/orders/checkout/queries/price-cart.server.ts'
import { packOrder, shipOrder } from '#features/orders/fulfilment/commands/send-order.server.ts'
import { findStoredOrder } from '#features/orders/order/stored-order.server.ts'
import { cancelOrder } from '#features/orders/payment/commands/cancel-order.server.ts'
import { closeOrder } from '#features/orders/payment/commands/close-order.server.ts'
import { settle } from '#features/orders/payment/commands/settle.server.ts'
import { cancelByStaff } from '#features/orders/refunds/commands/cancel-by-staff.server.ts'
import { refundOrder } from '#features/orders/refunds/commands/refund-order.server.ts'
import { sendRefund } from '#features/orders/refunds/commands/send-refund.server.ts'
import { readPreview } from '#features/orders/refunds/queries/preview.server.ts'
import { CARDS } from '#features/orders/testing/shopping.ts'
import { toCents } from '#kernel/values/money.ts'
import { Refusal } from '#platform/errors.ts'
import { ordersPorts } from '../../ports.server.ts'
import type { ModelOrder, Outcome } from './books.ts'
import type { Model } from './model.ts'
import type { CheckoutStep, OrderStep, RefundStep, Step } from './plan.ts'
import type { World } from './world.ts'

/** The outcome of a step, once per concurrent execution. */
type Come = { expected: unknown[]; found: unknown[] }

/** A model order's id and URL in the shop. */
export type RealOrder = { id: string; url: string }

/** A refusal is a valid outcome; any other error fails the test. */
async function outcomeOf(act: () => Promise<unknown>): Promise<Outcome> {
  try {
    await act()
    return 'ok'
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}

const several = <T>(times: number, act: () => Promise<T>) => Promise.all(Array.from({ length: times }, act))

/**
 * Executes a step in the model and in the shop.
 * @param real the shop's orders, one for each of the model's.
 * @returns both outcomes; undefined when the order does not exist yet.
 */
export async function runStep(step: Step, model: Model, world: World, real: RealOrder[]): Promise<Come | undefined> {
  if ('order' in step) {
    const order = model.orderFor(step)
    const it = order && real[model.orders.indexOf(order)]
    return it && onOrder(step, { model, order }, world, it)
  }
  if ('items' in step) return step.do === 'quote' ? quote(step, model, world) : checkout(step, model, world, real)
  if (step.do === 'enter') {
    const { id: userId, ctx } = world.users[step.user]!
    const expected = model.enter(step.user, step.count)
    const found = await outcomeOf(() => enterGiveaway(ctx, { giveawayId: world.giveawayId, userId, pick: step.count }))
    return { expected: [expected], found: [found === 'ok' ? 'ok' : 'refused'] }
  }
  if (step.do === 'send') {
    if (!model.sendRefunds()) return undefined
    await sendRefunds(world, step.times)
    return { expected: ['ok'], found: ['ok'] }
  }
  model.coupons[step.coupon]!.isPaused = step.do === 'pause'
  const { id } = world.coupons[step.coupon]!
  const found = await outcomeOf(() => stopCoupon(world.staff, id, step.do === 'pause' ? 'paused' : 'resumed'))
  return { expected: ['ok'], found: [found] }
}

const itemsOf = ({ items, codes }: CheckoutStep, { products, coupons }: World) => ({
  items: items.map(({ product, quantity }) => ({ ...products[product]!, quantity })),
  codes: codes.map(coupon => coupons[coupon]!.code),
})

async function quote(step: CheckoutStep, model: Model, world: World): Promise<Come> {
  const { items, codes } = itemsOf(step, world)
  const cart = await priceCart(world.users[step.user]!.ctx, items, codes)
  const { subtotal, discount, fee, tax, total } = cart.price
  const price = { subtotal, discount, feeClient: fee.clientShare, feePlatform: fee.platformShare, tax, total }
  return { expected: [model.quote(step)], found: [{ price, refused: cart.codes.refused.map(({ reason }) => reason) }] }
}

async function checkout(step: CheckoutStep, model: Model, world: World, real: RealOrder[]) {
  const expected = model.checkout(step)
  const body = CheckoutBody.parse(itemsOf(step, world))
  // Advances the clock, so that orders have distinct times.
  world.shop.clock.advance(1)
  const { id, ctx } = world.users[step.user]!
  const found = await outcomeOf(async () => {
    const { orderId, url } = await startCheckout(ctx, body)
    real.push({ id: orderId, url })
  })
  // The order is created and cancelled again.
  if (found === 'already_paid') real.push(await newestOf(world, id))
  return { expected: [expected], found: [found] }
}

async function newestOf({ shop }: World, userId: string): Promise<RealOrder> {
  const { rows } = await sql<RealOrder>`
    select id, '' as url from customer_order where user_id = ${userId} order by number desc limit 1`.execute(
    shop.services.db,
  )
  return rows[0]!
}

/** Sends every decided, unsent refund, each `times` times, like repeated jobs. */
async function sendRefunds({ shop, users }: World, times: number): Promise<void> {
  const ids = users.map(user => user.id)
  const { rows } = await sql<{ id: string }>`
    select r.id from refund r join customer_order o on o.id = r.order_id
    where r.status = 'requested' and o.user_id = any(${ids}::uuid[])`.execute(shop.services.db)
  await Promise.all(rows.flatMap(({ id }) => Array.from({ length: times }, () => sendRefund(shop.system, id))))
}

async function onOrder(
  step: OrderStep,
  { model, order }: { model: Model; order: ModelOrder },
  world: World,
  it: RealOrder,
) {
  const { shop, staff } = world
  const one = async (expected: Outcome, act: () => Promise<unknown>) => ({
    expected: [expected],
    found: [await outcomeOf(act)],
  })
  switch (step.do) {
    case 'pay':
      return { expected: [model.pay(order)], found: [await pay(world, it.url)] }
    case 'settle':
      model.settle(order)
      await several(step.times, () => settle(shop.system, it.id))
      return { expected: [], found: [] }
    case 'lapse':
      model.lapse(order)
      await closeOrder(shop.system, (await findStoredOrder(shop.system, it.id))!, 'expired')
      return { expected: [], found: [] }
    case 'cancel':
      return one(model.cancel(order), () => cancelOrder(shop.system, world.users[order.user]!.id, it.id))
    case 'cancelByStaff':
      return one(model.cancelByStaff(order), () =>
        cancelByStaff(staff, ordersPorts, it.id, { reason: 'A test', spentCredits: 'balance' }),
      )
    case 'pack':
      return one(model.pack(order), () => packOrder(staff, it.id))
    case 'ship':
      return one(model.ship(order), () => shipOrder(staff, it.id, { carrier: 'UPS' }))
    case 'preview': {
      const refund = { ...step, pieces: model.piecesFor(order, step) }
      return { expected: [model.preview(order, refund)], found: [await preview(world, it.id, refund)] }
    }
    case 'refund': {
      const refund = { ...step, pieces: model.piecesFor(order, step) }
      const { spentCredits, restock } = step
      const lines = refund.pieces?.map(({ line, quantity }) => ({ position: line, quantity }))
      const expected = Array.from({ length: step.times }, () => model.refund(order, refund))
      const found = await several(step.times, () =>
        outcomeOf(() => refundOrder(staff, ordersPorts, it.id, { lines, reason: 'A test', spentCredits, restock })),
      )
      // The concurrent calls run one after another in an unknown order.
      return { expected: expected.toSorted(), found: found.toSorted() }
    }
  }
}

async function preview({ staff }: World, orderId: string, { pieces, spentCredits, restock }: RefundStep) {
  const lines = pieces?.map(({ line, quantity }) => ({ position: line, quantity }))
  try {
    const { parts, credits } = await readPreview(staff, ordersPorts, orderId, { lines, spentCredits, restock })
    const taken = Object.fromEntries(credits.map(({ tier, takenBack }) => [tier, takenBack]))
    return { amount: toCents(parts.amount), credits: taken }
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}

/** Fills in the payment page. A closed, paid or missing page cannot be paid. */
async function pay({ shop }: World, url: string): Promise<Outcome> {
  if (!url.includes('/dev/stripe/pay/')) return 'refused'
  const body = new URLSearchParams({ number: CARDS.good, exp: '12/34', cvc: '123', name: 'Sam Porter' })
  const answer = await shop.paymentProvider.sandbox!.app.fetch(new Request(url, { method: 'POST', body }))
  return answer.headers.get('location')?.includes('status=success') ? 'ok' : 'refused'
}

import type { CheckoutStep } from '#app/testing/money-model/plan.ts'
import { CARD_FAILING_LATER } from '#features/membership/testing/subscribing.ts'
import { CARDS } from '#features/orders/testing/shopping.ts'
import { ORIGIN } from '../machine/machine.ts'
import type { Giveaway, Order, Run } from '../run-state.ts'
import { ask, outcomeOf } from './ask.ts'

/** Disputed as fraud, as not received, and an inquiry. */
const DISPUTED = ['4000 0000 0000 0259', '4000 0000 0000 2685', '4000 0000 0000 1976']
type Place = Run['worlds'][number]

/** Entries of this buyer may be withdrawn from now on. */
export function forgetClaims({ promises }: Run, { buyer }: Order): void {
  promises.claim = promises.claim.filter(({ userId }) => userId !== buyer.userId)
}

const cartOf = ({ world }: Place, { items, codes }: CheckoutStep) => ({
  items: items.map(({ product, quantity }) => ({ ...world.products[product]!, quantity })),
  ...(codes.length > 0 && { codes: codes.map(coupon => world.coupons[coupon]!.code) }),
})

export async function quote(run: Run, place: Place, step: CheckoutStep): Promise<string> {
  const as = place.people[step.user]!
  return outcomeOf(await ask(run, { as, path: '/api/payments/quote', json: cartOf(place, step) }, 'quote'))
}

export async function checkout(run: Run, place: Place, step: CheckoutStep): Promise<string> {
  const { machine, promises, orders } = run
  // Orders have times of their own.
  machine.clock.advance(1)
  const as = place.people[step.user]!
  const answer = await ask(run, { as, path: '/api/payments/checkout-session', json: cartOf(place, step) }, 'checkout')
  if (answer?.status !== 200) return outcomeOf(answer)
  const { orderId, url, id } = answer.json
  promises.order.push({ orderId, userId: as.userId })
  const isFree = !url.includes('/dev/stripe/pay/')
  if (isFree) promises.payment.push({ orderId })
  const known = orders.find(order => order.id === orderId)
  if (!known)
    orders.push({ id: orderId, url, buyer: as, world: place.world, isPaid: isFree, isOver: false, sessionId: id })
  return isFree ? 'free' : 'ok'
}

/** Fills in the provider's payment page. */
export async function pay(run: Run, order: Order): Promise<string> {
  if (!order.url.includes('/dev/stripe/pay/')) return 'nothing to pay'
  const isDeclined = run.chance.below(5) === 0
  // A third of the members' cards fail at the renewal.
  const good =
    run.chance.below(3) > 0 ? CARDS.good : order.isMembership ? CARD_FAILING_LATER : run.chance.oneOf(DISPUTED)
  const number = isDeclined ? CARDS.declined : good
  const body = new URLSearchParams({ number, exp: '12/34', cvc: '123', name: 'Sam Porter' })
  // The page is the provider's, so no fault of the shop reaches it.
  const { sandbox } = run.machine.shop.paymentProvider
  const answer = await sandbox!.app.fetch(new Request(new URL(order.url, ORIGIN), { method: 'POST', body }))
  const isTaken = answer.headers.get('location')?.includes('status=success')
  if (!isTaken && !isDeclined) order.isOver = true
  if (isTaken && DISPUTED.includes(number)) {
    order.buyer.isDisputed = true
    forgetClaims(run, order)
  }
  return isTaken ? 'ok' : 'refused'
}

const ENDED = new Set(['cancelled', 'expired', 'failed'])

/** Returns from the payment page. */
export async function comeBack(run: Run, order: Order): Promise<string> {
  if (!order.sessionId) return 'no session'
  const path = `/api/payments/verify-session?session_id=${order.sessionId}`
  const answer = await ask(run, { as: order.buyer, path }, 'come back')
  if (answer?.json.status === 'paid') keepPaid(run, order)
  order.isOver ||= ENDED.has(answer?.json.status)
  return answer?.status === 200 ? answer.json.status : outcomeOf(answer)
}

function keepPaid({ promises }: Run, order: Order): void {
  if (!order.isPaid) promises.payment.push({ orderId: order.id })
  order.isPaid = true
}

export async function cancel(run: Run, order: Order): Promise<string> {
  const answer = await ask(run, { as: order.buyer, path: `/api/orders/${order.id}/cancel`, method: 'POST' }, 'cancel')
  order.isOver ||= answer?.status === 204
  return outcomeOf(answer)
}

/** Takes slots of a giveaway, some of which may be taken. */
export async function enter(run: Run, giveaway: Giveaway, as: Order['buyer'], wanted: number): Promise<string> {
  const slots = Array.from({ length: wanted }, () => 1 + run.chance.below(giveaway.slots))
  const numbers = [...new Set(slots)]
  const path = `/api/giveaways/${giveaway.id}/entries`
  const answer = await ask(run, { as, path, json: { slots: numbers } }, 'enter')
  if (answer?.status !== 200) return outcomeOf(answer)
  giveaway.entries += numbers.length
  if (!as.isDisputed)
    for (const slot of numbers) run.promises.claim.push({ giveawayId: giveaway.id, slot, userId: as.userId })
  return 'ok'
}

import { Broken, type User } from './client.ts'
import { freeze } from './draws.ts'
import { claim } from './entering.ts'
import { newUser, type Prepare, refused, type World } from './world.ts'

const SOON_MS = 2000
const LATE_MS = 600_000

const checkout: Prepare = async (world, chance) => {
  const { client, promises, shelf } = world
  const buyer = await newUser(world)
  const items = [{ productId: shelf.productId, variantId: shelf.variantId, quantity: 1 + chance.below(3) }]
  const body = { items, ...(chance.below(2) && { code: shelf.code }) }
  return async () => {
    const answer = await client.open('/api/payments/checkout-session', buyer, body)
    if (answer.status !== 200) throw refused('A checkout', answer)
    const { orderId, url } = answer.json
    promises.order.push({ orderId, userId: buyer.userId })
    await client.untilPaid(buyer, await client.pay(url))
    promises.payment.push({ orderId })
    world.paid.push(orderId)
  }
}

const refund: Prepare = async (world, chance) => {
  const { client, promises, staff, paid, rig } = world
  if (paid.length === 0) return undefined
  const [orderId] = paid.splice(chance.below(paid.length), 1) as [string]
  const body = { reason: 'Asked', spentCredits: 'balance', restock: true }
  return async () => {
    const answer = await client.call(`/api/admin/orders/${orderId}/refunds`, staff, body)
    // After a lost response the repeated call is refused, so check for the refund itself.
    const isThere =
      answer.tries > 1 &&
      (await rig.observer.services.pool.query('select from refund where order_id = $1', [orderId])).rowCount === 1
    if (answer.status !== 200 && !isThere) throw refused(`The refund of ${orderId}`, answer)
    promises.refund.push({ orderId })
  }
}

const subscribe: Prepare = async world => {
  const { client, promises, members } = world
  const user = await newUser(world)
  return async () => {
    const answer = await client.open('/api/subscriptions', user, { plan: 'monthly' })
    if (answer.status !== 200) throw refused('A subscription', answer)
    const { orderId, url } = answer.json
    promises.order.push({ orderId, userId: user.userId })
    await client.untilPaid(user, await client.pay(url))
    members.push(user)
    // A worker starts the membership. If the worker was killed, the membership starts later, and `books.ts` checks that.
    await activeMembership(world, user, SOON_MS)
  }
}

/** Polls the member's subscription page until it reports the active membership. */
async function activeMembership({ client, promises }: World, user: User, patienceMs: number) {
  const until = Date.now() + patienceMs
  for (;;) {
    const { json } = await client.call('/api/my/subscription', user)
    if (json.status === 'active') {
      if (!promises.membership.some(({ userId }) => userId === user.userId))
        promises.membership.push({ userId: user.userId })
      return json
    }
    if (Date.now() > until) return undefined
    await new Promise(done => setTimeout(done, 100))
  }
}

const cancel: Prepare = async (world, chance) => {
  const { client, promises, members } = world
  if (members.length === 0) return undefined
  const [member] = members.splice(chance.below(members.length), 1) as [User]
  return async () => {
    const mine = await activeMembership(world, member, LATE_MS)
    if (!mine) throw new Broken(`${member.email} has paid for a membership, and has none after ${LATE_MS / 1000} s`)
    const answer = await client.call('/api/subscriptions/cancel', member, { subscriptionId: mine.id })
    if (answer.status !== 200) throw refused(`The cancellation of ${member.email}`, answer)
    promises.cancellation.push({ userId: member.userId })
  }
}

export const ACTS = { checkout, refund, claim, freeze, subscribe, cancel }
export type ActName = keyof typeof ACTS

import { verifyBundle } from '@redoubt/draw/verify.ts'
import { addUser, type TestUser } from '#app/testing/users.ts'
import { newId } from '#platform/values/ids.server.ts'
import type { Chance } from '../../db/demo/seeded-chance.ts'
import type { Shelf } from './books.ts'
import { Broken, type Client, type User } from './client.ts'
import type { Promises } from './promises.ts'
import type { Rig } from './rig.ts'

/** State that acts share across rounds. */
export type World = {
  rig: Rig
  client: Client
  promises: Promises
  staff: User
  shelf: Shelf & { productId: string; code: string }
  /** Paid orders without a refund. */
  paid: string[]
  /** Members who have not cancelled. */
  members: User[]
  /** Open giveaways: draws take the first, entries go to the last. */
  giveaways: { id: string; title: string; slots: number; entries: number }[]
}

/** An action of one person during a kill. Its database preparation is done before. */
export type Act = () => Promise<void>
type Prepare = (world: World, chance: Chance) => Promise<Act | undefined>

const SLOTS = 100
const CLAIMS = 3
const SOON_MS = 2000
const LATE_MS = 120_000

const newUser = ({ rig }: World, credits = 0): Promise<TestUser> =>
  addUser(rig.observer, new Date(), credits ? { credits: { Silver: credits } } : {})

const refused = (what: string, { status, json }: { status: number; json: object }) =>
  new Broken(`${what} was refused: ${status} ${JSON.stringify(json)}`)

const checkout: Prepare = async (world, chance) => {
  const { client, promises, shelf } = world
  const buyer = await newUser(world)
  const items = [{ productId: shelf.productId, variantId: shelf.variantId, quantity: 1 + chance.below(3) }]
  const body = { items, ...(chance.below(2) && { code: shelf.code }) }
  const key = newId()
  return async () => {
    const answer = await client.call('/api/payments/checkout-session', buyer, body, key)
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

const claim: Prepare = async world => {
  const { client, promises, giveaways } = world
  const giveaway = giveaways.at(-1)!
  const user = await newUser(world, CLAIMS)
  const slots = Array.from({ length: CLAIMS }, (_, n) => giveaway.slots + n + 1)
  giveaway.slots += CLAIMS
  return async () => {
    for (const slot of slots) {
      const answer = await client.call(`/api/giveaways/${giveaway.id}/entries`, user, { slots: [slot] }, newId())
      // After a lost response the slot is already the user's, so check the user's entries.
      const isMine = answer.tries > 1 && answer.json.code === 'slot_taken' && (await hasEntered(world, user, slot))
      if (answer.status !== 200 && !isMine) throw refused(`The claim of slot ${slot} by ${user.email}`, answer)
      promises.claim.push({ giveawayId: giveaway.id, slot, userId: user.userId })
      giveaway.entries++
    }
  }
}

async function hasEntered({ client }: World, user: User, slot: number): Promise<boolean> {
  const { json } = await client.call('/api/my/entries', user)
  return json.entries.some((entry: { slotNumber: number }) => entry.slotNumber === slot)
}

const draw: Prepare = async world => {
  const { client, promises, staff, giveaways } = world
  if (giveaways.length < 2 || giveaways[0]!.entries === 0) return undefined
  const { id, title } = giveaways.shift()!
  const body = { title, reason: 'The campaign draws early.' }
  return async () => {
    const frozen = await client.call(`/api/giveaways/${id}/winner`, staff, body)
    if (frozen.status !== 202 && frozen.status !== 200) throw refused(`The freeze of ${title}`, frozen)
    const answer = await drawnOf(world, id)
    promises.draw.push({ giveawayId: id, slot: answer.json.winner.slot })
    const { json: bundle } = await client.call(`/api/giveaways/${id}/draw.json`, staff)
    const fault = verifyBundle(bundle).steps.find(({ ok }) => !ok)
    if (fault) throw new Broken(`The draw of ${title}: ${fault.sentence}`)
    const again = await client.call(`/api/giveaways/${id}/winner`, staff, body)
    if (again.json.winner?.slot !== answer.json.winner.slot)
      throw new Broken(`${title} was drawn twice: ${JSON.stringify(again)}`)
  }
}

/** The winner, asked for until the round is there and the log has the result. */
async function drawnOf({ client, staff }: World, id: string) {
  for (let tries = 0; tries < 120; tries++) {
    const answer = await client.call(`/api/giveaways/${id}/winner`, staff, {})
    const { json: bundle } = await client.call(`/api/giveaways/${id}/draw.json`, staff)
    if (answer.status === 200 && bundle.drawn) return answer
    await new Promise(resolve => setTimeout(resolve, 500))
  }
  throw new Broken(`The round of ${id} did not come.`)
}

const subscribe: Prepare = async world => {
  const { client, promises, members } = world
  const user = await newUser(world)
  const key = newId()
  return async () => {
    const answer = await client.call('/api/subscriptions', user, { plan: 'monthly' }, key)
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

export const ACTS = { checkout, refund, claim, draw, subscribe, cancel }
export type ActName = keyof typeof ACTS

/** Adds a giveaway that later rounds enter and draw. Not Bronze, because auto-entry would enter members. */
export async function addGiveaway({ client, staff, giveaways }: World): Promise<void> {
  const title = `Pack ${newId().slice(-8)}`
  const startDate = new Date(Date.now() - 86_400_000).toISOString()
  const giveaway = { title, description: 'Goods in a box.', tier: 'Silver', totalSlots: SLOTS, startDate }
  const answer = await client.call('/api/giveaways', staff, giveaway)
  if (answer.status !== 200) throw refused('A new giveaway', answer)
  giveaways.push({ id: answer.json.id, title, slots: 0, entries: 0 })
}

/** True when the entered giveaway has enough slots taken for the next giveaway. */
export const isNextDue = ({ giveaways }: World) => giveaways.at(-1)!.slots >= SLOTS / 4

import type { TestUser } from '../../../../testing/users.ts'
import { REASON, type Scenes, scene } from './scene.ts'
import type { World } from './world.ts'

const LARGE_ORDER = [{ priceCents: 600_000 }]
const NEW = { name: 'Sam Porter', line1: '9 New Road', city: 'Reno', state: 'NV', postalCode: '89501' }
type Bought = { id: string; buyer: TestUser }

/** Money out: an order whose payment reaches the threshold. */
export function moneyScenes(world: World): Scenes {
  const { bank, call, moneyOf, shop } = world
  const bought = () => bank.paidOrder(LARGE_ORDER)
  const state = ({ id }: { id: string }) => moneyOf(id)
  const orderOnHold = async () => ({ id: await bank.orderOnHold(await shop.addUser(), { priceCents: 600_000 }) })
  async function disputed() {
    const { id } = await bought()
    await bank.disputed(id)
    const { json } = await bank.staff(`orders/${id}/disputes`)
    return { id, disputeId: json.disputes[0].id as string }
  }
  return {
    'POST /admin/orders/{id}/refunds': [
      scene({
        build: bought,
        act: ({ id }, as) => call('POST', `/admin/orders/${id}/refunds`, as, REASON),
        state,
        alone: 'waits',
      }),
    ],
    'POST /admin/orders/{id}/cancel': [
      scene({
        build: bought,
        act: ({ id }, as) => call('POST', `/admin/orders/${id}/cancel`, as, REASON),
        state,
        alone: 'waits',
      }),
    ],
    'POST /admin/orders/{id}/review': [
      scene({
        build: orderOnHold,
        act: ({ id }, as) => call('POST', `/admin/orders/${id}/review`, as, { decision: 'refund', ...REASON }),
        state,
        alone: 'waits',
      }),
    ],
    'POST /admin/disputes/{id}/accept': [
      scene({
        build: disputed,
        act: ({ disputeId }, as) => call('POST', `/admin/disputes/${disputeId}/accept`, as, REASON),
        state,
        alone: 'waits',
      }),
    ],
  }
}

/** Credits whose worth reaches the threshold. */
export function creditScenes(world: World): Scenes {
  const { bank, call, creditsOf, moneyOf, granted, shop, platinum } = world
  /** An order of a Platinum credit, whose buyer got others from staff up to the threshold. */
  async function bought(): Promise<Bought> {
    const buyer = await shop.addUser()
    const { json: session } = await bank.checkout(buyer, [platinum.item])
    await bank.pay(session.url)
    await bank.verify(buyer, session.id)
    await granted(buyer, 49)
    return { id: session.orderId as string, buyer }
  }
  const keeping = (step: 'refunds' | 'cancel') =>
    scene({
      build: bought,
      act: ({ id }, as) => call('POST', `/admin/orders/${id}/${step}`, as, { ...REASON, spentCredits: 'keep' }),
      state: ({ id }) => moneyOf(id),
      alone: 'waits',
    })
  return {
    'POST /admin/credits/grant': [
      scene({
        build: () => shop.addUser(),
        act: ({ email }, as) =>
          call('POST', '/admin/credits/grant', as, { email, amount: 50, tier: 'Platinum', ...REASON }),
        state: creditsOf,
        alone: 'waits',
      }),
    ],
    'POST /admin/orders/{id}/refunds': [keeping('refunds')],
    'POST /admin/orders/{id}/cancel': [keeping('cancel')],
    'POST /admin/users/merge': [
      scene({
        async build() {
          const [from, into] = [await shop.addUser(), await shop.addUser()]
          for (const person of [from, into]) await granted(person, 49)
          return { from, into }
        },
        act: ({ from, into }, as) =>
          call('POST', '/admin/users/merge', as, { from: from.userId, into: into.userId, ...REASON }),
        state: ({ into }) => creditsOf(into),
        alone: 'waits',
      }),
    ],
  }
}

/** Entries of credits that a refund takes back, in a giveaway for which two persons decide. */
export function spentScenes({ bank, call, enter, addGiveaway, entriesOf, inDays }: World): Scenes {
  async function spent(): Promise<Bought> {
    const { id, buyer } = await bank.paidOrder([{ tier: 'Bronze', entries: 1, priceCents: 1000 }])
    const giveaway = await addGiveaway({ value: 5000, endDate: inDays(5) })
    await enter(giveaway, buyer, { pick: 1 })
    return { id, buyer }
  }
  const taking = (step: 'refunds' | 'cancel') =>
    scene({
      build: spent,
      act: ({ id }, as) => call('POST', `/admin/orders/${id}/${step}`, as, { ...REASON, spentCredits: 'entries' }),
      state: ({ buyer }) => entriesOf(buyer),
      alone: 'spares',
    })
  return {
    'POST /admin/orders/{id}/refunds': [taking('refunds')],
    'POST /admin/orders/{id}/cancel': [taking('cancel')],
  }
}

/** A paid parcel of large worth. */
export function parcelScenes({ bank, call, shop }: World): Scenes {
  const state = async ({ id }: Bought) => {
    const { ship_to, user_id } = await bank.orderRow(id)
    return { ship_to, user_id }
  }
  const { name: _, ...address } = NEW
  return {
    'PUT /admin/orders/{id}/shipping-address': [
      scene({
        build: (): Promise<Bought> => bank.paidOrder(LARGE_ORDER),
        act: ({ id }, as) => call('PUT', `/admin/orders/${id}/shipping-address`, as, { ...NEW, ...REASON }),
        state,
        alone: 'waits',
      }),
    ],
    'PATCH /admin/users/{id}': [
      scene({
        build: async (): Promise<Bought> => bank.paidOrder(LARGE_ORDER, { as: await shop.addUser({ address: false }) }),
        act: ({ buyer }, as) => call('PATCH', `/admin/users/${buyer.userId}`, as, { address, ...REASON }),
        state,
        alone: 'waits',
      }),
    ],
    'POST /admin/users/merge': [
      scene({
        async build() {
          const order = await bank.paidOrder(LARGE_ORDER)
          return { ...order, into: await shop.addUser() }
        },
        act: ({ buyer, into }, as) =>
          call('POST', '/admin/users/merge', as, { from: buyer.userId, into: into.userId, ...REASON }),
        state,
        alone: 'waits',
      }),
    ],
  }
}

import { expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import type { TestUser } from '#app/testing/users.ts'
import { CARD_FAILING_LATER, subscribingIn } from '../testing/subscribing.ts'

const shop = await testShop({ connections: 8 })
const at = subscribingIn(shop)
await at.addPlans()
const { products } = (await shop.call('/api/products')).json
const idOf = (interval: string) => products.find((product: { interval: string }) => product.interval === interval).id

/** Every way to buy a membership, with the code of its answer. */
const DOORS: Record<string, (as: TestUser) => Promise<string | undefined>> = {
  'the dashboard': async as => (await at.begin(as)).json.code,
  'the dashboard, the other plan': async as => (await at.begin(as, { plan: 'yearly' })).json.code,
  'the store': as => fromStore(as, 'month'),
  'the store, the other plan': as => fromStore(as, 'year'),
}
const fromStore = async (as: TestUser, interval: string) =>
  (await at.checkout(as, [{ productId: idOf(interval), quantity: 1 }])).json.code

const newMember = async (card?: string) => at.subscribe(await shop.addUser(), card ? { card } : {})
async function cancelled() {
  const member = await newMember()
  await at.cancel(member)
  return member
}
async function unpaid() {
  const member = await newMember(CARD_FAILING_LATER)
  await at.advance(32)
  return at.signInAgain(member)
}
async function ended() {
  const member = await newMember(CARD_FAILING_LATER)
  await at.advance(52)
  return at.signInAgain(member)
}

/** Every state of a membership, with the refusal of a second one. */
const STATES: Record<string, [begin: () => Promise<TestUser>, refusal: string | undefined]> = {
  'no membership': [() => shop.addUser(), undefined],
  'a running one': [newMember, 'already_member'],
  'a cancelled one in its paid period': [cancelled, 'already_member'],
  'one whose renewal is unpaid': [unpaid, 'payment_due'],
  'one that ended': [ended, undefined],
}

it.each(Object.keys(STATES))(
  'all doors that sell a membership answer a shopper with %s alike [B-8.40]',
  async state => {
    const [begin, refusal] = STATES[state]!
    const shopper = await begin()
    for (const [door, buy] of Object.entries(DOORS)) expect(await buy(shopper), door).toBe(refusal)
  },
)

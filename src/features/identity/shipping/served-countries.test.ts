import { describe, expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import { shoppingIn } from '#features/orders/testing/shopping.ts'
import { staffingIn } from '#features/orders/testing/staffing.ts'
import { PrizeAddress } from '#features/winners/contract.ts'
import { openBrowser, PERSON } from '../testing/browser.ts'

const shop = await testShop({ connections: 20 })
const staffing = await staffingIn(shop)

const US_ONLY = 'We ship to the United States only.'
const ADDRESS = { line1: '1 Fort Street', city: 'Toronto', state: 'ON', postalCode: 'M4B 1B3' }
const abroad = (country: string) => ({ ...ADDRESS, country })

/** An address of the time when the shop shipped there. */
async function keepAbroad(userId: string, country = 'CA') {
  await shop.changeSettings({ shipping: { countries: ['US', 'CA', 'MX'] } })
  await shop.services.db.updateTable('shipping_address').set({ country }).where('user_id', '=', userId).execute()
  await shop.changeSettings({ shipping: { countries: ['US'] } })
}

const STAFF_USER = { phone: '8015550100', birthday: '1990-05-17' }

type Answer = Awaited<ReturnType<typeof shop.call>>

/** Every door by which an address comes in, and the name of its country there. */
const DOORS: Record<string, [field: string, enter: (country: string) => Promise<Answer>]> = {
  profile: [
    'shippingAddress.country',
    async country =>
      shop.call('/api/my/profile', { as: await shop.addUser(), json: { shippingAddress: abroad(country) } }),
  ],
  registration: [
    'shippingAddress.country',
    async country => openBrowser(shop).post('/api/auth/register', { ...PERSON, shippingAddress: abroad(country) }),
  ],
  'address of an order': [
    'country',
    async country => {
      const { id, buyer } = await staffing.paidOrder()
      const json = { name: 'Sam Porter', ...abroad(country) }
      return shop.call(`/api/orders/${id}/shipping-address`, { as: buyer, method: 'PUT', json })
    },
  ],
  'address of an order by staff': [
    'country',
    async country => {
      const { id } = await staffing.paidOrder()
      const json = { name: 'Sam Porter', ...abroad(country), reason: 'Asked by phone' }
      return shop.call(`/api/admin/orders/${id}/shipping-address`, { as: staffing.admin, method: 'PUT', json })
    },
  ],
  'new user by staff': [
    'address.country',
    async country =>
      staffing.staff('users/create', {
        ...STAFF_USER,
        name: 'New',
        email: `new-${country.toLowerCase()}@example.com`,
        address: abroad(country),
      }),
  ],
  'user edited by staff': [
    'address.country',
    async country => {
      const { userId } = await shop.addUser()
      const json = { address: abroad(country), reason: 'Moved' }
      return shop.call(`/api/admin/users/${userId}`, { as: staffing.admin, method: 'PATCH', json })
    },
  ],
}

describe('an address where the shop does not ship to', () => {
  it.each(Object.entries(DOORS))('the door “%s” refuses it with the sentence [B-5.30]', async (_, [field, enter]) => {
    for (const country of ['CA', 'FR']) {
      const { status, json } = await enter(country)
      expect([status, json.errors], country).toEqual([400, { [field]: [US_ONLY] }])
    }
  })

  it('a country of the setting is accepted at every door, and the sentence names the list [B-5.30]', async () => {
    await shop.changeSettings({ shipping: { countries: ['US', 'CA'] } })
    for (const [name, [field, enter]] of Object.entries(DOORS)) {
      expect((await enter('CA')).status, name).toBeLessThan(300)
      expect((await enter('MX')).json.errors).toEqual({ [field]: ['We ship to the United States and Canada only.'] })
    }
    expect((await shop.call('/api/settings')).json.shipping.countries).toEqual(['US', 'CA'])
    await shop.changeSettings({ shipping: { countries: ['US'] } })
  })

  it('a prize stays in the United States, whatever the setting says [B-5.30]', () => {
    const whole = { ...ADDRESS, name: 'Sam Porter', city: 'Provo', state: 'UT', postalCode: '84601' }
    for (const country of ['CA', 'FR']) {
      const { error } = PrizeAddress.safeParse({ ...whole, country })
      expect(error?.issues.map(({ message }) => message)).toEqual(['Prizes are sent within the United States.'])
    }
    expect(PrizeAddress.parse(whole).country).toBe('US')
  })

  it('the checkout refuses it before anything is held, and takes a membership [B-5.33]', async () => {
    const shopping = shoppingIn(shop)
    const as = await shop.addUser()
    await keepAbroad(as.userId)
    const { item, variantId } = await shopping.addProduct({ stock: [3] })
    const { status, json } = await shopping.checkout(as, [item])
    expect([status, json.code, json.detail]).toEqual([
      409,
      'address_not_served',
      `${US_ONLY} Please change your shipping address in your profile.`,
    ])
    expect(await shopping.stockOf(variantId)).toEqual({ stock_on_hand: 3, held: 0 })
    const membership = await shopping.addProduct({ interval: 'month', stock: [null] })
    expect((await shopping.checkout(as, [membership.item])).status).toBe(200)
  })

  it('PostgreSQL refuses it beside every check, and keeps what is stored [B-5.30]', async () => {
    const { userId } = await shop.addUser({ address: false })
    const row = { user_id: userId, line1: '1', city: 'a', state: 'ON', postal_code: '1', country: 'CA' }
    const insert = () => shop.services.db.insertInto('shipping_address').values(row).execute()
    await expect(insert()).rejects.toMatchObject({ constraint: 'country_served' })
    await insert().catch(() => {})
    const other = await shop.addUser()
    await keepAbroad(other.userId)
    // A correction of another part keeps its country.
    await shop.services.db
      .updateTable('shipping_address')
      .set({ city: 'b' })
      .where('user_id', '=', other.userId)
      .execute()
  })

  it('a list that shrinks while addresses are saved leaves no address elsewhere that was saved after it [B-5.30]', async () => {
    for (let round = 0; round < 10; round++) {
      await shop.changeSettings({ shipping: { countries: ['US', 'CA'] } })
      const people = await Promise.all(Array.from({ length: 6 }, () => shop.addUser({ address: false })))
      const save = (as: (typeof people)[number]) =>
        shop.call('/api/my/profile', { as, json: { shippingAddress: abroad('CA') } })
      const early = people.slice(0, 3).map(save)
      const change = shop.changeSettings({ shipping: { countries: ['US'] } })
      const late = people.slice(3).map(save)
      await change
      const answers = await Promise.all([...early, ...late])
      expect(answers.filter(({ status }) => ![200, 400].includes(status))).toEqual([])
      const after = await save(await shop.addUser({ address: false }))
      expect(after.json.errors).toEqual({ 'shippingAddress.country': [US_ONLY] })
    }
  })
})

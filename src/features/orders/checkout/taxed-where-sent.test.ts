import { expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import { shoppingIn } from '../testing/shopping.ts'

const shop = await testShop({ connections: 20 })

it('an address that changes during checkout never leads to tax of one state and delivery in another', async () => {
  await shop.changeSettings({ tax: { mode: 'destination', nexusStates: ['UT'] } })
  const shopping = shoppingIn(shop)
  const as = await shop.addUser()
  const { item } = await shopping.addProduct({ stock: [null] })
  const moveTo = (state: string) =>
    shop.services.db.updateTable('shipping_address').set({ state }).where('user_id', '=', as.userId).execute()

  const told = new Set<string>()
  for (let n = 0; n < 20; n++) {
    // An account without a paid order may hold ten pieces at most.
    const quantity = 1 + (n % 10)
    let isPlaced = false
    const moves = (async () => {
      for (let move = 0; !isPlaced; move++) await moveTo(move % 2 ? 'NV' : 'UT')
    })()
    const { status, json } = await shopping.checkout(as, [{ ...item, quantity }])
    isPlaced = true
    await moves
    told.add(json.code ?? status)
    if (status !== 200) continue
    const { tax_state, tax_cents, ship_to } = await shopping.orderRow(json.orderId)
    expect(ship_to).toMatchObject({ state: tax_state })
    expect(tax_cents > 0).toBe(tax_state === 'UT')
  }
  // How often the two differ depends on the machine's timing.
  expect([200, 'price_changed']).toEqual(expect.arrayContaining([...told]))
})

it('an order goes to the chosen address of the book, is taxed there, and leaves the default alone [B-10.82]', async () => {
  await shop.changeSettings({ tax: { mode: 'destination', nexusStates: ['UT'] } })
  const shopping = shoppingIn(shop)
  const as = await shop.addUser()
  await shop.services.db.updateTable('shipping_address').set({ state: 'UT' }).where('user_id', '=', as.userId).execute()
  const depot = { line1: '2 Depot Road', line2: 'Gate 4', city: 'Reno', state: 'NV', postalCode: '89501' }
  const { id: addressId } = (await shop.call('/api/my/addresses', { as, json: depot })).json
  const bookOf = async () => (await shop.call('/api/my/addresses', { as })).json
  const before = await bookOf()
  const { item } = await shopping.addProduct()
  const quote = (extra = {}) => shop.call('/api/payments/quote', { as, json: { items: [item], ...extra } })

  expect((await quote()).json.tax).toBeGreaterThan(0)
  const { tax, total } = (await quote({ addressId })).json
  expect(tax).toBe(0)
  // The total of the default's state is refused for the chosen one.
  const other = await shopping.checkout(as, [item], { addressId, total: (await quote()).json.total })
  expect(other.json).toMatchObject({ code: 'price_changed', quote: { total } })
  const { json } = await shopping.checkout(as, [item], { addressId, total })
  const { tax_cents, ship_to } = await shopping.orderRow(json.orderId)
  expect([tax_cents, ship_to]).toMatchObject([0, depot])
  expect(await bookOf()).toEqual(before)
})

it('an address on file that no post office knows buys nothing, whatever the tax depends on [B-11.60]', async () => {
  await shop.changeSettings({ tax: { mode: 'destination', nexusStates: ['UT'] } })
  const shopping = shoppingIn(shop)
  const as = await shop.addUser()
  const livesIn = (state: string) =>
    shop.services.db.updateTable('shipping_address').set({ state }).where('user_id', '=', as.userId).execute()
  const { item } = await shopping.addProduct()
  await livesIn('Nowhere')
  const { status, json } = await shopping.checkout(as, [item])
  expect([status, json.detail]).toEqual([
    409,
    'We do not know the state “Nowhere”. Please change your shipping address in your profile.',
  ])
  await livesIn('utah')
  expect((await shopping.checkout(as, [item])).status).toBe(200)
  await shop.changeSettings({ tax: { mode: 'fixed' } })
  await livesIn('Nowhere')
  expect((await shopping.checkout(as, [item])).json.code).toBe('address_not_served')
  await livesIn('UT')
  await shop.services.db
    .updateTable('shipping_address')
    .set({ postal_code: 'ABCDE' })
    .where('user_id', '=', as.userId)
    .execute()
  expect((await shopping.checkout(as, [item])).json.detail).toBe(
    'We do not know the ZIP code “ABCDE”. Please change your shipping address in your profile.',
  )
})

it('an address that is not in the buyer’s book prices and buys nothing [B-10.82]', async () => {
  const shopping = shoppingIn(shop)
  const [as, other] = [await shop.addUser(), await shop.addUser()]
  const { item } = await shopping.addProduct()
  const { addresses } = (await shop.call('/api/my/addresses', { as: other })).json
  const addressId = addresses[0].id
  const refused = [
    await shop.call('/api/payments/quote', { as, json: { items: [item], addressId } }),
    await shopping.checkout(as, [item], { addressId }),
    await shop.call('/api/payments/quote', { json: { items: [item], addressId } }),
  ]
  expect(refused.map(({ json }) => json.code)).toEqual([
    'address_not_found',
    'address_not_found',
    'NotAuthorizedException',
  ])
})

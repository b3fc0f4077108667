import { expect, it } from 'vitest'
import { shoppingIn } from '#features/orders/testing/shopping.ts'
import { fieldsOf } from '../../testing/schemas/fields.ts'
import { requestSchemasOf } from '../../testing/schemas/request-schemas.ts'
import { testShop } from '../../testing/shop.ts'
import { createApi } from '../api.server.ts'

const shop = await testShop()
const shopping = shoppingIn(shop)
const staff = await shop.addUser({ admin: true })

type Checks = { check?: string; checks?: { _zod: { def: { check: string; value?: number } } }[] }

/** The numbers of all requests with their limits; those of a unit, and those that may have decimals. */
const numbers = requestSchemasOf(createApi(shop)).flatMap(({ route, part, schema }) =>
  [...fieldsOf(schema)].flatMap(field => {
    const { type, check, checks = [] } = field.schema._zod.def as { type: string } & Checks
    if (type !== 'number') return []
    const limitOf = (name: string) => checks.find(({ _zod }) => _zod.def.check === name)?._zod.def.value
    const isInt = [check, ...checks.map(({ _zod }) => _zod.def.check)].includes('number_format')
    const isMoney = field.schema.meta()?.['x-unit'] === 'dollars'
    const low = limitOf('greater_than') ?? 0
    const high = limitOf('less_than') ?? 10_000_000
    return isInt && !isMoney ? [] : [{ ...field, name: `${route} ${part} ${field.path}`, isInt, isMoney, low, high }]
  }),
)

/** Amounts as JavaScript computes them. Each differs from its cents by a float's error. */
const NOISY = [0.1 + 0.2, 3 * 0.7, 3 * 0.3, 1.1 * 3, 0.1 * 3, 19.99 * 100 * 0.01, 1.1 * 1.1 * 100, 333.33 * 3]
const NOISY_WHOLE = [1.1 * 3 * 1000, 0.1 * 3 * 10, 1.1 * 1.1 * 100_000]
const centsOf = (dollars: number) => Number(dollars.toFixed(2))

/** Numbers that are no money: rates and percentages, moments, parts of a picture, and what bands of shipping measure. */
const OTHERS =
  /(?:fee\.rate|fee\.clientShare|tax\.rate|change\.salePercent|codes(?:\/\{id\})? json discount\.amount|expirationTime|timestamp|crop\.\w+|bands\.0\.(?:from|below))$/

const money = numbers.filter(({ isMoney }) => isMoney)

it('every number with decimals in a request is marked as money or listed as another number', () => {
  expect(money.length).toBeGreaterThan(35)
  expect(numbers.filter(({ isMoney, name }) => !isMoney && !OTHERS.test(name)).map(({ name }) => name)).toEqual([])
})

it('no amount in a request is refused for the error of a float, also at its limits [B-10.107]', () => {
  const refused = money.flatMap(({ name, schema, isInt, low, high }) => {
    const within = (isInt ? NOISY_WHOLE : NOISY).filter(amount => amount >= low && amount <= high)
    // The last float below the lowest amount, and the first above the highest.
    const all = [...within, low - Math.max(low, 0.1) * 2 ** -52, high * (1 + 2 ** -52)]
    expect(within.length, name).toBeGreaterThan(1)
    return all.flatMap(amount => {
      const { success, data } = schema.safeParse(amount)
      return success && data === centsOf(amount) ? [] : [`${name}: ${amount} → ${data}`]
    })
  })
  expect(refused).toEqual([])
})

it('an entered amount with a fraction of a cent is refused, a compared one is rounded to the cent [B-10.107]', () => {
  const compared = money.filter(({ schema }) => schema.safeParse(1.239).success)
  for (const { name, schema } of compared)
    expect(
      [1.239, 2.004].map(one => schema.parse(one)),
      name,
    ).toEqual([1.24, 2])
  const entered = money.filter(one => !compared.includes(one))
  for (const { name, schema } of entered)
    expect(
      [1.005, 1.239, 1.0001].map(one => schema.safeParse(one).success),
      name,
    ).toEqual([false, false, false])
  expect(new Set(compared.map(({ path }) => path.split('.').at(-1)))).toEqual(
    new Set(['amount', 'clientShare', 'platformShare', 'discount', 'total', 'price', 'savedPrice']),
  )
  expect(entered.length).toBeGreaterThan(20)
})

it('a checkout takes fee, shares, discount, total and prices as JavaScript computes them [B-10.107]', async () => {
  const { item } = await shopping.addProduct({ priceCents: 4290 })
  const buyer = await shop.addUser()
  const { json: quote } = await shop.call('/api/payments/quote', { as: buyer, json: { items: [item] } })
  const shown = { mpf: quote.fee, total: quote.total, price: 42.9 }
  const noisy = {
    ...{ mpf: { amount: 3, clientShare: 3 * 0.7, platformShare: 3 * 0.3 }, discount: 0.3 - 3 * 0.1 },
    ...{ total: quote.total * (1 + 2 ** -52), price: 14.3 * 3 },
  }
  expect([noisy.mpf, noisy.total, noisy.price]).not.toEqual([shown.mpf, shown.total, shown.price])
  const { price, ...amounts } = noisy
  const send = (other: object = {}) =>
    shop.call('/api/payments/checkout-session', {
      as: buyer,
      json: { items: [{ ...item, price }], ...amounts, ...other },
    })
  // A cent is a difference.
  const platformShare = noisy.mpf.platformShare + 0.01
  const others = [
    ...[{ mpf: { ...noisy.mpf, platformShare } }, { total: noisy.total - 0.01 }, { discount: 0.01 }],
    { items: [{ ...item, price: price - 0.01 }] },
  ]
  for (const other of others) expect([other, (await send(other)).json.code]).toEqual([other, 'price_changed'])
  expect((await send()).json).toMatchObject({ url: expect.any(String) })
})

it('a plan takes its price as JavaScript computes it [B-10.107]', async () => {
  await shopping.addProduct({ name: 'Premium, Monthly', priceCents: 2499, entries: 0, interval: 'month' })
  const member = await shop.addUser()
  const send = (amount: number) =>
    shop.call('/api/subscriptions', { as: member, json: { plan: 'monthly', amount, interval: 'month' } })
  expect((await send(8.33 * 3 + 0.01)).json.code).toBe('amount_changed')
  expect(8.33 * 3).not.toBe(24.99)
  expect((await send(8.33 * 3)).json).toMatchObject({ url: expect.any(String) })
})

it('a product, a code, a setting and a row of a CSV keep the cents of a noisy amount [B-10.107]', async () => {
  const { json: product } = await shop.call('/api/products', {
    as: staff,
    json: { name: 'Noise', price: 1.1 * 3, salesPrice: 0.1 + 0.2 },
  })
  expect([product.price, product.salesPrice]).toEqual([3.3, 0.3])
  const csv = `address,price\n${product.slug},${1.1 * 1.1 * 100}\n`
  const { json: preview } = await shop.call('/api/admin/products/import', { as: staff, json: { csv } })
  expect(preview.counts).toMatchObject({ change: 1, refuse: 0 })
  const { json: coupon } = await shop.call('/api/admin/codes', {
    as: staff,
    json: { code: 'NOISE', discount: { kind: 'flat', amount: 3 * 0.7 }, minimumSubtotal: 0.1 + 0.2 },
  })
  expect([coupon.discount.amount, coupon.minimumSubtotal]).toEqual([2.1, 0.3])
})

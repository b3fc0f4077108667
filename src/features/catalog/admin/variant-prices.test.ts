import { expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import { readCatalogPrices } from '../queries/prices.server.ts'

const shop = await testShop()
const admin = await shop.addUser({ admin: true })

const post = (json: object) => shop.call('/api/products', { as: admin, json })
const patch = (id: string, json: object) => shop.call(`/api/products/${id}`, { as: admin, method: 'PATCH', json })
const staffs = async (id: string) => (await shop.call(`/api/admin/products/${id}`, { as: admin })).json

const quoteOf = async (productId: string, variantId: string) =>
  (await shop.call('/api/payments/quote', { json: { items: [{ productId, variantId, quantity: 2 }] } })).json

const HOODIE = {
  name: 'Priced Hoodie',
  price: 40,
  salesPrice: 30,
  variants: [
    { sku: 'PH-C-S', options: { color: 'Coyote', size: 'S' }, stock: 5 },
    { sku: 'PH-C-XL', options: { color: 'Coyote', size: 'XL' }, price: 45.5, stock: 5 },
  ],
}

it('a variant with a price of its own is shown, quoted and sold at it, and the others at the sale price [B-13.99]', async () => {
  const made = (await post(HOODIE)).json
  expect(made.variants.map(({ price }: { price: number | null }) => price)).toEqual([null, 45.5])
  const [small, large] = made.variants
  const subtotal = async (id: string) => (await quoteOf(made.id, id)).subtotal
  expect([await subtotal(small.id), await subtotal(large.id)]).toEqual([60, 91])
  const priced = (await readCatalogPrices(shop.system, [made.id])).get(made.id)!
  expect(priced.variants.map(({ priceCents }) => priceCents)).toEqual([null, 4550])
})

it('a change of a variant keeps its price unless it names one; null gives it the product’s price [B-13.99]', async () => {
  const made = (await post({ ...HOODIE, variants: HOODIE.variants.map(one => ({ ...one, sku: `2-${one.sku}` })) })).json
  const inputs = made.variants.map(({ id, sku, options }: { id: string; sku: string; options: object }) => ({
    ...{ id, sku, options, stock: 5, stockSeen: 5 },
  }))
  const pricesAfter = async (variants: object[]) =>
    (await patch(made.id, { variants })).json.variants.map(({ price }: { price: number | null }) => price)
  expect(await pricesAfter(inputs)).toEqual([null, 45.5])
  expect(await pricesAfter([{ ...inputs[0], price: 0 }, inputs[1]])).toEqual([0, 45.5])
  expect(await pricesAfter([inputs[0], { ...inputs[1], price: null }])).toEqual([0, null])
  const { records } = (await shop.call(`/api/admin/records?type=product&id=${made.id}`, { as: admin })).json
  expect(records[0]).toMatchObject({ before: { 'price of 2-PH-C-XL': 45.5 }, after: { 'price of 2-PH-C-XL': null } })
})

it('a variant has up to three options with any names, and "Colour" is color [B-13.92]', async () => {
  const variant = (options: object, sku: string) => ({ sku, options, stock: 1 })
  const made = await post({
    name: 'Named Upper',
    price: 9,
    variants: [variant({ Colour: 'Black', 'Barrel length': '16"' }, 'NU-16')],
  })
  expect(made.json.variants[0].options).toEqual({ color: 'Black', 'Barrel length': '16"' })
  const problems = async (options: object) =>
    Object.values((await post({ name: 'X', price: 9, variants: [variant(options, 'NU-X')] })).json.errors).flat()
  expect(await problems({ size: ' ' })).toEqual(['Size is required'])
  expect(await problems({ a: '1', b: '1', c: '1', d: '1' })).toEqual(['At most 3 options'])
  expect(await problems({ Fit: 'a', fit: 'b' })).toEqual(['Two options have one name'])
})

it('a refused SKU, stock or price names its variant and field [B-13.97]', async () => {
  await post({ name: 'Owner of the SKU', price: 9, variants: [{ sku: 'TAKEN', stock: 1 }] })
  const made = (await post({ ...HOODIE, variants: HOODIE.variants.map(one => ({ ...one, sku: `3-${one.sku}` })) })).json
  const inputs = made.variants.map(({ id, sku, options }: { id: string; sku: string; options: object }) => ({
    ...{ id, sku, options, stock: 5 },
  }))
  const refused = async (variants: object[]) => (await patch(made.id, { variants })).json
  expect(await refused([inputs[0], { ...inputs[1], sku: 'TAKEN' }])).toMatchObject({
    code: 'sku_taken',
    errors: { 'variants.1.sku': ['Another product already has one of these SKUs.'] },
  })
  await shop.services.db.updateTable('product_variant').set({ held: 3 }).where('id', '=', inputs[1].id).execute()
  const held = await refused([inputs[0], { ...inputs[1], stock: 1 }])
  expect([held.code, Object.keys(held.errors)]).toEqual(['stock_held', ['variants.1.stock']])
  const wrong = await refused([
    { ...inputs[0], price: -1 },
    { ...inputs[1], price: 1.999 },
  ])
  expect(Object.keys(wrong.errors)).toEqual(['variants.0.price', 'variants.1.price'])
  expect((await staffs(made.id)).variants.map(({ price }: { price: number | null }) => price)).toEqual([null, 45.5])
})

it('an export has the prices of variants, and its import changes nothing; a changed cell sets one [B-13.31]', async () => {
  const sku = (n: number) => `CSV-PRICE-${n}`
  const made = (
    await post({
      ...{ name: 'Csv Priced', price: 20 },
      variants: [1, 2].map(n => ({ sku: sku(n), options: { size: `${n}` }, price: n === 2 ? 25 : null, stock: 1 })),
    })
  ).json
  const imported = async (csv: string) => {
    const preview = (await shop.call('/api/admin/products/import', { as: admin, json: { csv } })).json
    await shop.call('/api/admin/products/import', { as: admin, json: { csv, fingerprint: preview.fingerprint } })
    return preview
  }
  const { text } = await shop.call('/api/admin/products/export?q=csv%20priced', { as: admin })
  expect((await imported(text)).counts).toMatchObject({ change: 0, same: 1 })
  const changed = await imported(`address,sku,variantPrice\ncsv-priced,${sku(1)},22.50\ncsv-priced,${sku(2)},\n`)
  expect(changed.counts).toMatchObject({ change: 1, refuse: 0 })
  expect((await staffs(made.id)).variants.map(({ price }: { price: number | null }) => price)).toEqual([22.5, null])
})

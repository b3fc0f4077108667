import { Outlet } from 'react-router'
import sharp from 'sharp'
import { expect, it, vi } from 'vitest'
import * as storePage from '#features/catalog/store/store-page.tsx'
import { loader as sitemap } from '#features/pages/sitemap-xml.ts'
import { readMissing } from '#features/setup/opening/missing.server.ts'
import { Layout, loader } from '../../root.tsx'
import * as productRoute from '../../routes/product-route.tsx'
import { testShop } from '../../testing/shop.ts'
import { createPages } from '../pages.server.ts'
import { serverBuild } from '../testing/server-build.ts'

// Only a build knows the URL of the style sheet.
vi.mock('../../styles.css?url', () => ({ default: '/assets/root.css' }))

const root = { id: 'root', path: '', module: { Layout, loader, default: Outlet } }
const build = serverBuild(root, [
  { id: 'product', path: 'product/:id', module: productRoute },
  { id: 'store', path: 'store', module: storePage },
  { id: 'sitemap', path: 'sitemap.xml', module: { loader: sitemap } },
])

const shop = await testShop()
const admin = await shop.addUser({ admin: true })
const shopper = await shop.addUser({ subscriber: true })
const pages = createPages(shop, build, shop.web.apiFetch)
const pageOf = async (path: string) => {
  const response = await pages(new Request(`http://shop.test${path}`), '203.0.113.7')
  return { status: response.status, text: await response.text() }
}

const NAME = 'Quillfeather Lantern'
const SLUG = 'quillfeather-lantern'

type Draft = { id: string; variantId: string }

/** Every public place, and whether it shows or takes the product. */
const PLACES: Record<string, (draft: Draft) => Promise<boolean>> = {
  'the list': async () => (await shop.call('/api/products')).text.includes(NAME),
  'the list of its category, with its count': async () =>
    (await shop.call('/api/products?category=Quillery')).text.includes(NAME),
  'the counts of the filters': async () => (await shop.call('/api/products')).text.includes('Quillery'),
  'the list by words': async () => (await shop.call('/api/products?q=quillfeather')).text.includes(NAME),
  'the list by words with a typing error': async () =>
    (await shop.call('/api/products?q=quilfeather')).text.includes(NAME),
  'the newest': async () => (await shop.call('/api/products?sort=newest')).text.includes(NAME),
  'the suggestions of the header': async () => (await shop.call('/api/search?q=quillf')).text.includes(NAME),
  'the product by id': async ({ id }) => (await shop.call(`/api/products/${id}`)).status === 200,
  'the product by address': async () => (await shop.call(`/api/products/${SLUG}`)).status === 200,
  'the product for a signed-in shopper': async ({ id }) =>
    (await shop.call(`/api/products/${id}`, { as: shopper })).status === 200,
  'its similar products': async () => (await shop.call(`/api/products/${SLUG}/similar`)).json.products.length > 0,
  'its reviews': async ({ id }) => (await shop.call(`/api/products/${id}/reviews`)).status === 200,
  'the wish list': async ({ id }) =>
    (await shop.call(`/api/my/wishlist/${id}`, { as: shopper, method: 'PUT', json: {} })).status < 300,
  'alerts of the price': async ({ id }) =>
    (await shop.call(`/api/my/price-alerts/${id}`, { as: shopper, method: 'PUT', json: { channel: 'email' } })).status <
    300,
  'the quote of a cart': async ({ id, variantId }) => {
    const items = [{ productId: id, variantId, quantity: 1 }]
    return (await shop.call('/api/payments/quote', { as: shopper, json: { items } })).text.includes(NAME)
  },
  'the checkout': async ({ id, variantId }) => {
    const items = [{ productId: id, variantId, quantity: 1 }]
    return (await shop.call('/api/payments/checkout-session', { as: shopper, json: { items } })).status === 200
  },
  'the site map': async () => (await pageOf('/sitemap.xml')).text.includes(SLUG),
  'the store page with its structured data': async () => (await pageOf('/store')).text.includes(NAME),
  'the page with its structured data': async () =>
    (await pageOf(`/product/${SLUG}`)).text.includes('"@type":"Product"'),
  'what opens a shop': async () => !(await readMissing(shop.system)).some(({ code }) => code === 'offer'),
  'the count of products': async () => (await shop.call('/api/admin/stats', { as: admin })).json.totalProducts === 2,
}

const picture = async () =>
  new Uint8Array(
    await sharp({ create: { width: 30, height: 30, channels: 3, background: '#3b4a33' } })
      .png()
      .toBuffer(),
  )

it('a draft of a product is in no public place, and once it is published in each of them [B-12.261]', async () => {
  const body = new FormData()
  body.append('files', new File([await picture()], 'lantern.png'))
  const { json: uploaded } = await shop.call('/api/products/images', { as: admin, body })
  const goods = { price: 40, category: 'Quillery', tier: 'Silver', entries: 2, stock: 5 }
  await shop.call('/api/products', { as: admin, json: { ...goods, name: 'Plain Lantern', category: 'Other' } })
  const images = [uploaded.images[0].image]
  const made = await shop.call('/api/products', { as: admin, json: { ...goods, name: NAME, images, isDraft: true } })
  expect(made.status, made.text).toBe(200)
  const draft = { id: made.json.id as string, variantId: made.json.variants[0].id as string }
  const showing = async () => {
    const found: string[] = []
    for (const [place, isShown] of Object.entries(PLACES)) if (await isShown(draft)) found.push(place)
    return found
  }
  expect(await showing()).toEqual([])
  expect((await pageOf(`/product/${SLUG}`)).status).toBe(404)
  await shop.call(`/api/products/${draft.id}`, { as: admin, method: 'PATCH', json: { isDraft: false } })
  expect(await showing()).toEqual(Object.keys(PLACES))
})

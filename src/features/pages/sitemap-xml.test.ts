import { RouterContextProvider } from 'react-router'
import { expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import { apiContext, siteContext } from '#kernel/client/calls/server-api.ts'
import { DEFAULT_SETTINGS } from '#kernel/settings.ts'
import { loader as robots } from './robots-txt.ts'
import { loader as sitemap, sitemapOf } from './sitemap-xml.ts'

const shop = await testShop()

/** Arguments of a route's loader, with the real API behind them. */
function loaderArgs() {
  const context = new RouterContextProvider()
  context.set(siteContext, {
    origin: 'https://redoubt.test',
    demo: false,
    year: 2026,
    settings: { ...DEFAULT_SETTINGS, isOpen: true },
    pictures: '',
    zones: [],
  })
  context.set(apiContext, (input, init) => shop.web.apiFetch(new URL(String(input), 'http://shop.test'), init))
  return { context } as unknown as Parameters<typeof sitemap>[0]
}

it('lists the products that the shop has, under the configured address [B-1.21]', async () => {
  const admin = await shop.addUser({ admin: true })
  const made = await shop.call('/api/products', {
    as: admin,
    json: {
      name: 'Field Lantern',
      description: 'Warm light.',
      tier: 'Bronze',
      price: 40,
      entries: 1,
      category: 'Lights',
    },
  })
  expect(made.status, made.text).toBe(200)
  const xml = await (await sitemap(loaderArgs())).text()
  expect(xml).toContain('<loc>https://redoubt.test/</loc>')
  expect(xml).toContain(`<loc>https://redoubt.test/product/${made.json.slug}</loc>`)
})

it('escapes what XML would misread', () => {
  expect(sitemapOf('https://a.test', ['/product/nuts-&-bolts'])).toContain(
    '<loc>https://a.test/product/nuts-&amp;-bolts</loc>',
  )
})

it('excludes private pages from search engines and names the sitemap [B-1.21]', async () => {
  const text = await robots(loaderArgs()).text()
  for (const path of ['/admin', '/dashboard', '/checkout', '/dev', '/api'])
    expect(text).toContain(`Disallow: ${path}\n`)
  expect(text).toContain('Sitemap: https://redoubt.test/sitemap.xml')
})

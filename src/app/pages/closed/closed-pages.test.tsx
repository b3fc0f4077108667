import { Outlet } from 'react-router'
import { expect, it, vi } from 'vitest'
import { loader as robots } from '#features/pages/robots-txt.ts'
import Root, { Layout, loader } from '../../root.tsx'
import { newTestShop } from '../../testing/shop.ts'
import { createPages } from '../pages.server.ts'
import { serverBuild } from '../testing/server-build.ts'

// Only a build knows the URL of the style sheet.
vi.mock('../../styles.css?url', () => ({ default: '/assets/root.css' }))

const GOODS = 'Secret hoodie, $60'
let loads = 0
const selling = (id: string, path: string) => ({
  id,
  path,
  module: {
    loader: () => {
      loads++
      return { goods: GOODS }
    },
    meta: () => [{ title: GOODS }],
    default: () => <p>{GOODS}</p>,
  },
})
const build = serverBuild({ id: 'root', path: '', module: { Layout, loader, default: Root } }, [
  selling('store', 'store'),
  selling('product', 'product/:id'),
  selling('checkout', 'checkout'),
  { id: 'legal', path: 'legal', module: { loader: () => null, default: () => <h1>Terms of sale</h1> } },
  { id: 'outlet', path: 'admin', module: { default: () => <Outlet /> } },
  { id: 'sitemap', path: 'sitemap.xml', module: { loader: () => new Response(GOODS) } },
  { id: 'robots', path: 'robots.txt', module: { loader: robots } },
])

const shop = await newTestShop()
const pages = createPages(shop, build, shop.web.apiFetch)
const ask = async (path: string, headers: Record<string, string> = {}) => {
  const response = await pages(new Request(`http://shop.test${path}`, { headers }), '203.0.113.7')
  return { status: response.status, headers: response.headers, text: await response.text() }
}

it('a page that sells says Opening soon in the brand, is out of search engines, and loads nothing [B-35.7]', async () => {
  await shop.changeSettings({ brand: { name: 'Northline & Sons', tagline: 'Ever northward.' } })
  for (const path of ['/store', '/product/hoodie', '/checkout', '/store?tier=Gold']) {
    const { status, headers, text } = await ask(path)
    expect([status, headers.get('x-robots-tag')], path).toEqual([200, 'noindex'])
    expect(text, path).toContain('<title>Opening soon · Northline &amp; Sons</title>')
    expect(text, path).toMatch(/<h1[^>]*>Opening soon<\/h1>/)
    expect(text, path).toMatch(/We are getting the shop ready\. Ever northward\./)
    expect(text, path).toContain('<meta name="robots" content="noindex"')
    expect(text, path).not.toContain(GOODS)
    expect(text, path).not.toMatch(/href="\/(store|giveaways)"/)
  }
  expect((await ask('/store.data')).text).not.toContain(GOODS)
  expect(loads).toBe(0)
})

it('the pages of law and staff work, and files that list goods are not there [B-35.7]', async () => {
  expect((await ask('/legal')).text).toContain('Terms of sale')
  expect((await ask('/admin')).text).not.toContain('Opening soon')
  expect((await ask('/sitemap.xml')).status).toBe(404)
  const { status, text } = await ask('/robots.txt')
  expect([status, text.includes('Sitemap')]).toEqual([200, false])
})

it('the opening replaces the kept pages at once [B-35.7]', async () => {
  expect((await ask('/store')).text).toContain('Opening soon')
  const owner = await shop.addUser({ admin: true })
  await shop.call('/api/admin/open', { as: owner, json: { word: 'OPEN' } })
  const { headers, text } = await ask('/store')
  expect(text).toContain(GOODS)
  expect(text).not.toContain('Opening soon')
  expect(headers.has('x-robots-tag')).toBe(false)
})

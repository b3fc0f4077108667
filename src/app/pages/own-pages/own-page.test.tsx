import { Outlet } from 'react-router'
import { beforeAll, expect, it, vi } from 'vitest'
import * as ownPage from '#features/own-pages/web/own-page.tsx'
import { loader as llmsTxt } from '#features/pages/llms-txt.ts'
import { loader as sitemap } from '#features/pages/sitemap-xml.ts'
import { Layout, loader } from '../../root.tsx'
import { testShop } from '../../testing/shop.ts'
import { createPages } from '../pages.server.ts'
import { serverBuild } from '../testing/server-build.ts'

// Only a build knows the URL of the style sheet.
vi.mock('../../styles.css?url', () => ({ default: '/assets/root.css' }))

const root = { id: 'root', path: '', module: { Layout, loader, default: Outlet } }
const build = serverBuild(root, [
  { id: 'own-page', path: 'pages/:slug', module: ownPage },
  { id: 'llms', path: 'llms.txt', module: { loader: llmsTxt } },
  { id: 'sitemap', path: 'sitemap.xml', module: { loader: sitemap } },
])

const shop = await testShop()
const pages = createPages(shop, build, shop.web.apiFetch)
const ask = (path: string) => pages(new Request(`http://shop.test${path}`), '203.0.113.7')
const textOf = async (path: string) => (await ask(path)).text()

let id: string
const change = (json: object) => shop.call(`/api/admin/pages/${id}`, { as: owner, json, method: 'PATCH' })
const owner = await shop.addUser({ admin: true })

beforeAll(async () => {
  const body = '<p>AT&T <b>x</b> 5 < 6. <a href="https://x.test/">Out</a> <a href="/store">Store</a></p>'
  const made = await shop.call('/api/admin/pages', { as: owner, json: { slug: 'about', title: 'About us', body } })
  id = made.json.id
})

it('the page has title, description, canonical address, structured data and the text as elements [B-36.2] [B-36.4]', async () => {
  const response = await ask('/pages/about')
  expect(response.status).toBe(200)
  const html = await response.text()
  expect(html).toContain('<title>About us · Redoubt</title>')
  expect(html).toContain('<meta name="description" content="AT&amp;T x 5 &lt; 6. Out Store"/>')
  expect(html).toContain('<link rel="canonical" href="http://shop.test/pages/about"/>')
  expect(html).toMatch(/"@type":"WebPage","name":"About us"/)
  expect(html).not.toContain('noindex')
  expect(html).toMatch(/<h1[^>]*>About us<\/h1>/)
  expect(html).toContain('AT&amp;T <b>x</b> 5 &lt; 6. <a href="https://x.test/" rel="noopener">Out</a>')
})

it('a change is shown at once, and a draft and an unknown address answer 404 without being listed [B-36.2] [B-36.9]', async () => {
  expect(await textOf('/sitemap.xml')).toContain('<loc>http://shop.test/pages/about</loc>')
  expect(await textOf('/llms.txt')).toContain('[About us](http://shop.test/pages/about)')
  await change({ title: 'Who we are' })
  expect(await textOf('/pages/about')).toContain('<title>Who we are · ')
  expect(await textOf('/llms.txt')).toContain('[Who we are]')
  await change({ isDraft: true })
  for (const path of ['/pages/about', '/pages/unknown', `/pages/${'x'.repeat(300)}`]) {
    const response = await ask(path)
    expect(response.status, path).toBe(404)
    expect(await response.text()).toContain('noindex')
  }
  expect(await textOf('/sitemap.xml')).not.toContain('/pages/about')
  expect(await textOf('/llms.txt')).not.toContain('/pages/about')
  await change({ isDraft: false })
})

it('a former address and other letters answer 301 with the address of the page [B-36.6]', async () => {
  await change({ slug: 'our-story' })
  for (const path of ['/pages/about', '/pages/Our-Story']) {
    const response = await ask(path)
    expect([response.status, response.headers.get('location')], path).toEqual([301, '/pages/our-story'])
  }
  await change({ slug: 'about' })
  expect((await ask('/pages/about')).status).toBe(200)
})

import { expect, it, vi } from 'vitest'
import Root, { Layout, loader } from '../../root.tsx'
import { testShop } from '../../testing/shop.ts'
import { createPages } from '../pages.server.ts'
import { serverBuild } from '../testing/server-build.ts'

// Only a build knows the URL of the style sheet.
vi.mock('../../styles.css?url', () => ({ default: '/assets/root.css' }))

const build = serverBuild({ id: 'root', path: '', module: { Layout, loader, default: Root } }, [
  { id: 'fair', path: 'fair', module: { loader: () => null, default: () => <h1>Fair draws</h1> } },
])

const shop = await testShop()
const pages = createPages(shop, build, shop.web.apiFetch)
const owner = await shop.addUser({ admin: true })
const htmlOf = async (path = '/fair') => (await pages(new Request(`http://shop.test${path}`), '203.0.113.7')).text()
const write = (path: string, json: object, method = 'PATCH') =>
  shop.call(`/api/admin/${path}`, { as: owner, json, method })
const part = (html: string, label: string) => new RegExp(`<nav[^>]*aria-label="${label}".*?</nav>`, 's').exec(html)?.[0]

it('menus of staff replace those of a kept page, and script in them is text [B-38.1] [B-38.5]', async () => {
  expect(part(await htmlOf(), 'Main')).toContain('Giveaways')
  const script = '<script>alert(1)</script>'
  const entry = { label: script, href: 'https://blog.example/' }
  expect((await write('menus', { header: [entry], footer: [] })).status).toBe(200)
  await expect.poll(() => htmlOf()).toContain('&lt;script&gt;alert(1)')
  const html = await htmlOf()
  expect(html).not.toContain(script)
  expect(part(html, 'Main')).not.toContain('Giveaways')
  expect(part(html, 'Main')).toMatch(/<a href="https:\/\/blog\.example\/" rel="noopener"/)
  // An empty list is left out; what the law wants stays.
  expect(part(html, 'Shop')).toBeUndefined()
  expect(part(html, 'Legal')?.match(/<a /g)).toHaveLength(6)
  expect(html).toContain('No purchase necessary to enter or win.')
})

it('a header whose every entry leads to a deleted page leaves the pages open, with the menu behind its button [B-38.3]', async () => {
  const page = { slug: 'only', title: 'Only', body: '<p>Ours.</p>' }
  const { json } = await write('pages', page, 'POST')
  await write('menus', { header: [{ label: 'Only', href: '/pages/only' }], footer: [] })
  await expect.poll(async () => part(await htmlOf(), 'Main')).toContain('/pages/only')
  expect((await write(`pages/${json.id}`, {}, 'DELETE')).status).toBeLessThan(300)
  await expect.poll(async () => part(await htmlOf(), 'Main')).not.toContain('/pages/only')
  const answer = await pages(new Request('http://shop.test/fair'), '203.0.113.7')
  expect(answer.status).toBe(200)
  expect(await answer.text()).toContain('aria-label="Menu"')
})

it('an announcement comes to a kept page at its begin and leaves it at its end [B-38.7] [B-38.8]', async () => {
  const after = (ms: number) => new Date(+shop.clock.now() + ms).toISOString()
  const text = 'Closed <b>today</b>'
  await write('announcements', { text, href: '/store', beginsAt: after(1000), endsAt: after(2000) }, 'POST')
  await expect.poll(() => shop.storefront.changesAt()).toBe(Date.parse(after(1000)))
  expect(await htmlOf()).not.toContain('Closed &lt;b&gt;')
  expect(shop.responseCache.get('/fair')).toBeDefined()
  // The clock of the shop stands still, the one of the cache goes on.
  await expect.poll(() => shop.responseCache.get('/fair'), { interval: 100 }).toBeUndefined()
  shop.clock.advance(1000)
  const html = await htmlOf()
  expect(html).toMatch(
    /<section aria-label="Announcement".*<a [^>]*href="\/store"[^>]*>Closed &lt;b&gt;today&lt;\/b&gt;<\/a>/s,
  )
  expect(html.indexOf('Closed &lt;b&gt;')).toBeLessThan(html.indexOf('<header'))
  // The head script finds the announcement that the visitor closed.
  const { key } = shop.storefront.current().announcement!
  expect(html).toContain(`data-announcement="${key}"`)
  await expect.poll(() => shop.responseCache.get('/fair'), { interval: 100 }).toBeUndefined()
  shop.clock.advance(1000)
  expect(await htmlOf()).not.toContain('Closed &lt;b&gt;')
})

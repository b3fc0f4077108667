import { createHash } from 'node:crypto'
import type { MetaArgs } from 'react-router'
import { beforeAll, expect, it, vi } from 'vitest'
import { loader as brandCss } from '#features/pages/brand-css.ts'
import { loader as manifest } from '#features/pages/site-manifest.ts'
import { accentTonesOf, DEFAULT_TONES, tonesCss } from '#kernel/brand/accent-tones.ts'
import { pageMeta } from '#ui/layout/page-meta.ts'
import { Layout, loader } from '../../root.tsx'
import { createShop } from '../../services/services.server.ts'
import { Footer } from '../../shell/footer.tsx'
import { SlimHeader } from '../../shell/header/header.tsx'
import { testShop } from '../../testing/shop.ts'
import { told } from '../../testing/strings/setting-facts.ts'
import { createWeb } from '../../web.server.ts'
import { createPages } from '../pages.server.ts'
import { serverBuild } from '../testing/server-build.ts'

// Only a build knows the URL of the style sheet.
vi.mock('../../styles.css?url', () => ({ default: '/assets/root.css' }))

const NAME = `O'Neill & "Sons" </script><b>🏕️`
const ESCAPED = /O(&#x27;|&#39;)Neill &amp; &quot;Sons&quot; &lt;\/script&gt;&lt;b&gt;🏕️/

/** A page in the real document with header and footer, and the manifest. */
const root = {
  id: 'root',
  path: '',
  module: {
    Layout,
    loader,
    meta: ({ matches }: MetaArgs) =>
      pageMeta(
        { title: 'Store', description: 'Gear.', path: '/', jsonLd: [{ '@type': 'WebSite', name: NAME }] },
        matches,
      ),
    default: () => (
      <>
        <SlimHeader />
        <Footer slim={false} />
      </>
    ),
  },
}
const build = serverBuild(root, [
  { id: 'colours', path: 'brand.css', module: { loader: brandCss } },
  { id: 'manifest', path: 'site.webmanifest', module: { loader: manifest } },
])

const shop = await testShop()
const pages = createPages(shop, build, shop.web.apiFetch)
const ask = (path: string, init?: RequestInit) => pages(new Request(`http://shop.test${path}`, init), '203.0.113.7')

let before: { page: string; manifest: Response }
beforeAll(async () => {
  before = { page: await (await ask('/')).text(), manifest: await ask('/site.webmanifest') }
  await shop.changeSettings({ brand: { name: NAME, shortName: 'Sons', tagline: '' } })
})

it('a page has the name of the settings in title, shared data, header and footer, and follows a change [B-1.22] [B-2.22]', async () => {
  expect(before.page).toContain('<title>Store · Redoubt</title>')
  expect(before.page).toContain('aria-label="Redoubt, home"')
  expect(before.page).toContain('anyone can check. Hold the line.<')
  const html = await (await ask('/')).text()
  expect(told(html).filter(setting => setting.startsWith('brand.'))).toEqual([])
  expect(html).toMatch(new RegExp(`<title>Store · ${ESCAPED.source}</title>`))
  expect(html).toMatch(new RegExp(`property="og:site_name" content="${ESCAPED.source}"`))
  expect(html).toMatch(new RegExp(`aria-label="${ESCAPED.source}, home"`))
  expect(html).toContain('anyone can check.<')
})

it('structured data with quotes and tags in a name stays one script of valid JSON', async () => {
  const html = await (await ask('/')).text()
  const [, data] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)!
  expect(JSON.parse(data!)).toEqual({ '@context': 'https://schema.org', '@type': 'WebSite', name: NAME })
  expect(html).not.toContain('<b>')
})

it('the footer has the years from 2024 to the current one, and the name [B-2.25]', async () => {
  expect(before.page).toContain(`© 2024–${shop.clock.now().getUTCFullYear()} Redoubt. All rights reserved.<`)
  expect(await (await ask('/')).text()).toMatch(new RegExp(`© 2024–20\\d\\d ${ESCAPED.source}\\. All rights`))
})

it('the manifest has the names of the settings and changes with them [B-1.22]', async () => {
  expect(await before.manifest.json()).toMatchObject({ name: 'Redoubt', short_name: 'Redoubt', start_url: '/' })
  const etag = before.manifest.headers.get('etag')!
  const after = await ask('/site.webmanifest', { headers: { 'if-none-match': etag } })
  expect(after.status).toBe(200)
  expect(after.headers.get('content-type')).toBe('application/manifest+json')
  expect(after.headers.get('cache-control')).toContain('max-age=0')
  expect(await after.json()).toMatchObject({ name: NAME, short_name: 'Sons' })
  const known = await ask('/site.webmanifest', { headers: { 'if-none-match': after.headers.get('etag')! } })
  expect(known.status).toBe(304)
})

it('the style sheet of the brand changes with the accent [B-1.25]', async () => {
  const sheet = async () => {
    const answer = await ask('/brand.css')
    expect(answer.headers.get('content-type')).toBe('text/css; charset=utf-8')
    return answer.text()
  }
  const demo = await sheet()
  await shop.changeSettings({ brand: { accent: '#1f6feb' } })
  expect(await sheet()).toBe(tonesCss(await accentTonesOf('#1f6feb')))
  expect(demo).toBe(tonesCss(DEFAULT_TONES))
})

it('a page outside React escapes the name [B-1.22]', async () => {
  const answer = await ask('/', { method: 'POST' })
  const html = await answer.text()
  expect(answer.status).toBe(405)
  expect(html).toMatch(new RegExp(`<title>Unexpected Application Error! · ${ESCAPED.source}</title>`))
  expect(html).toMatch(new RegExp(`aria-label="${ESCAPED.source}, home"`))
  expect(html).not.toContain('<b>')
})

it('a page outside React has the accent within it, allowed by its hash [B-1.25]', async () => {
  const answer = await ask('/', { method: 'POST' })
  const [, css] = /<style>(.*?)<\/style>/s.exec(await answer.text())!
  expect(css).toBe(tonesCss(await accentTonesOf('#1f6feb')))
  const hash = createHash('sha256').update(css!).digest('base64')
  expect(answer.headers.get('content-security-policy')).toContain(`style-src 'self' 'sha256-${hash}'`)
})

it('a change of the brand is on the pages of another process by its signal, which comes at once [B-1.23]', async () => {
  const { database, services } = shop
  const second = createShop(shop.env, {
    ...{ databaseUrl: database.url, origin: services.origin, fetch, log: services.log },
  })
  // The second process never looks by itself.
  vi.useFakeTimers({ toFake: ['setInterval'] })
  await second.start().finally(() => vi.useRealTimers())
  try {
    const there = createPages(second, build, createWeb(second).apiFetch)
    const read = async (path: string) => (await there(new Request(`http://shop.test${path}`), '203.0.113.8')).text()
    expect(await read('/')).not.toContain('Second &amp; Sons')
    await shop.changeSettings({ brand: { name: 'Second & Sons', accent: '#2f6f4f' } })
    await expect.poll(() => read('/')).toContain('<title>Store · Second &amp; Sons</title>')
    expect(await read('/site.webmanifest')).toContain('Second & Sons')
    expect(await read('/brand.css')).toBe(tonesCss(await accentTonesOf('#2f6f4f')))
  } finally {
    await second.stop()
    await shop.changeSettings({ brand: { name: NAME } })
  }
})

it('a page and an error page show the logo of each ground, else mark and name, else the name alone [B-1.26]', async () => {
  const shown = async () => [await (await ask('/')).text(), await (await ask('/', { method: 'POST' })).text()]
  const logos = { logoLight: '/icons/icon-512.png', logoDark: '/icons/icon-192.png' }
  await shop.changeSettings({ brand: { ...logos, mark: null } })
  for (const html of await shown()) {
    expect(html).toMatch(/class="[^"]*on-light[^"]*"><img src="\/icons\/icon-512\.png"/)
    expect(html).toMatch(/class="[^"]*on-dark[^"]*"><img src="\/icons\/icon-192\.png"/)
    expect(html).not.toContain('<path')
  }
  await shop.changeSettings({ brand: { logoLight: null } })
  for (const html of await shown())
    expect(html).toMatch(new RegExp(`class="[^"]*on-light[^"]*"><span[^>]*>${ESCAPED.source}</span>`))
  await shop.changeSettings({ brand: { logoDark: null } })
  for (const html of await shown()) {
    expect(html).not.toMatch(/class="[^"]*on-(light|dark)/)
    expect(html).not.toMatch(/<header.*<path.*<\/header>/s)
    expect(html).toMatch(ESCAPED)
  }
  await shop.changeSettings({ brand: { mark: '/icons/icon-512.png' } })
  for (const html of await shown()) expect(html).toMatch(/<header.*<path.*<\/header>/s)
})

import { expect, it, vi } from 'vitest'
import * as homePage from '#features/pages/home/home-page.tsx'
import * as previewPage from '#features/pages/home/preview-page.tsx'
import { DEFAULT_HOME, type HomeSection } from '#kernel/storefront/home/home.ts'
import Root, { Layout, loader } from '../../root.tsx'
import { testShop } from '../../testing/shop.ts'
import { createPages } from '../pages.server.ts'
import { serverBuild, type TestRoute } from '../testing/server-build.ts'

// Only a build knows the URL of the style sheet.
vi.mock('../../styles.css?url', () => ({ default: '/assets/root.css' }))

const home: TestRoute & { index: true } = { id: 'home', path: '', index: true, module: homePage }
const build = serverBuild({ id: 'root', path: '', module: { Layout, loader, default: Root } }, [
  home,
  { id: 'preview', path: 'admin/home-preview', module: previewPage },
])

const shop = await testShop()
const pages = createPages(shop, build, shop.web.apiFetch)
const owner = await shop.addUser({ admin: true })
const htmlOf = async () => (await pages(new Request('http://shop.test/'), '203.0.113.7')).text()
const save = (change: Partial<Record<HomeSection['id'], object>>, order = DEFAULT_HOME.map(({ id }) => id)) =>
  shop.call('/api/admin/home', {
    as: owner,
    json: { sections: order.map(id => ({ id, ...change[id] })) },
    method: 'PUT',
  })
const publish = () => shop.call('/api/admin/home/publish', { as: owner, json: {}, method: 'POST' })

/** Headings, paragraphs and links of the page's own part, in their order. */
const wordsIn = (html: string) =>
  [...(/<main.*<\/main>/s.exec(html)?.[0] ?? '').matchAll(/<(h1|h2|h3|p|dt)[ >].*?<\/\1>/gs)].map(([part]) =>
    part
      .replace(/<br\/>/g, ' ')
      .replace(/<[^>]*>/g, '')
      .trim(),
  )

it('a shop whose staff chose nothing says the shipped words, and does so to the byte when it goes back to them [B-38.13]', async () => {
  const before = await htmlOf()
  expect(wordsIn(before)).toMatchInlineSnapshot(`
    [
      "Hold the line",
      "Win field gear. Check every draw.",
      "Gear earns credits, a credit takes a slot. Or enter free by mail.",
      "How it works",
      "1 Earn a credit, or enter free",
      "Gear earns credits of its tier as soon as it is paid. No purchase necessary: enter free by mail.",
      "2 Pick your number",
      "One credit takes one numbered slot, the one you choose.",
      "3 Check the draw yourself",
      "The list is sealed before the public number that decides exists. Your own device computes the winner.",
      "Nothing here yet",
      "Why Redoubt",
      "Every product earns",
      "Every product shows the credits that it earns, from Bronze to Platinum, before you buy.",
      "The same odds by mail",
      "A handwritten card has the same odds as a credit. There is room even when every slot is taken.",
      "Sealed before it is drawn",
      "Witnesses sign the list of entries before the deciding number exists. Keep your receipt and check the draw yourself.",
      "Premium goes first",
      "Members choose their slots before everyone else, and get a credit every month.",
      "Tiers of credits",
      "A slot costs",
      "Mail-in window",
      "Winner notified in",
      "Be ready for the next giveaway",
      "Pick gear and earn its credits. Each takes a slot when a giveaway of its tier opens.",
    ]
  `)
  // No word of them travels as data.
  expect(before).not.toContain('isShown')
  await save({ hero: { headline: 'Ours' } })
  await publish()
  await expect.poll(htmlOf).toContain('Ours')
  await save({})
  await publish()
  await expect.poll(async () => (await htmlOf()) === before).toBe(true)
})

it('published sections stand on the kept page in their order, a draft does not, and script in them is text [B-38.9] [B-38.10]', async () => {
  const before = await htmlOf()
  const script = '<script>alert(1)</script>'
  const order = ['hero', 'closing', 'benefits', 'facts', 'products', 'giveaways', 'steps'] as const
  const change = {
    hero: { headline: `First\n${script}`, text: script, buttons: [{ label: script, href: 'https://blog.example/' }] },
    steps: { isShown: false },
    benefits: { headline: 'For {minimumAge} at {shop}', text: 'Because.' },
    closing: { items: [{ id: 'later', headline: 'Later', text: '' }] },
  }
  expect((await save(change, [...order])).status).toBe(200)
  expect((await htmlOf()) === before).toBe(true)
  await publish()
  await expect.poll(htmlOf).toContain('&lt;script&gt;alert(1)')
  const html = await htmlOf()
  expect(html).not.toContain(script)
  expect(wordsIn(html)).toEqual(expect.arrayContaining(['First &lt;script&gt;alert(1)&lt;/script&gt;', 'Because.']))
  expect(html).toMatch(/<a [^>]*href="https:\/\/blog\.example\/"/)
  const places = ['Later', 'For 21 at Redoubt', 'No purchase necessary: enter free', 'Nothing here yet'].map(text =>
    html.indexOf(text),
  )
  expect(places.every(at => at > 0)).toBe(true)
  expect(places.toSorted((a, b) => a - b)).toEqual(places)
  expect(html).not.toContain('How it works')
  // What the head says stays.
  for (const part of ['"@type":"Organization"', '"@type":"WebSite"', '<title>Redoubt · Field gear'])
    expect(html).toContain(part)
})

it('the preview may stand in frames of the shop alone, is kept nowhere, and its document has no draft [B-38.14]', async () => {
  await save({ hero: { headline: 'Not yet' } })
  const headersOf = async (path: string) => {
    const { headers } = await pages(new Request(`http://shop.test${path}`), '203.0.113.7')
    const policy = headers.get('content-security-policy')!
    return [headers.get('x-frame-options'), /frame-ancestors '(\w+)'/.exec(policy)![1], headers.get('cache-control')]
  }
  for (const path of ['/admin/home-preview', '/admin/home-preview?width=390']) {
    expect(await headersOf(path)).toEqual(['SAMEORIGIN', 'self', 'no-store'])
    expect(shop.responseCache.get(path)).toBeUndefined()
    const html = await (await pages(new Request(`http://shop.test${path}`), '203.0.113.7')).text()
    expect(html).toContain('noindex')
    expect(html).not.toContain('Not yet')
  }
  // The server's own header denies the frames of every other page.
  expect(await headersOf('/')).toEqual([null, 'none', expect.stringContaining('public')])
})

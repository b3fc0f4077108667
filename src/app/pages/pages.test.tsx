import { createHash } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import { Layout } from '../root.tsx'
import { testShop } from '../testing/shop.ts'
import { createPages } from './pages.server.ts'
import { serverBuild } from './testing/server-build.ts'

// Only a build knows the URL of the style sheet.
vi.mock('../styles.css?url', () => ({ default: '/assets/root.css' }))

const FOREIGN = 'document.title="taken"'
const JSON_LD = '{"@type":"WebSite"}'
const HTML = `<script>${FOREIGN}</script><script nonce="guessed">${FOREIGN}</script><script type="application/ld+json">${JSON_LD}</script>`

/** A shop with one page in the real frame, whose HTML contains an injected script. */
const root = {
  id: 'root',
  path: '',
  module: {
    Layout,
    // biome-ignore lint/security/noDangerouslySetInnerHtml: what the test is about.
    default: () => <main dangerouslySetInnerHTML={{ __html: HTML }} />,
  },
}
const build = serverBuild(root)

const shop = await testShop()

const sourceOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

describe('the policy of a page', () => {
  it('allows the shop’s own scripts only, and has no nonce', async () => {
    const pages = createPages(shop, build, shop.web.apiFetch)
    const response = await pages(new Request('http://shop.test/'), '203.0.113.7')
    const html = await response.text()
    const policy = response.headers.get('content-security-policy')!
    const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(([, text]) => text!)
    const ours = inline.filter(text => ![FOREIGN, JSON_LD].includes(text))

    // The theme, the scroll position, the context, the modules, the late starter and the data.
    expect(ours).toHaveLength(6)
    for (const text of ours) expect(policy, text).toContain(sourceOf(text))
    expect(inline.filter(text => text === FOREIGN)).toHaveLength(2)
    expect(policy).not.toContain(sourceOf(FOREIGN))
    expect(policy).not.toContain(sourceOf(JSON_LD))
    expect(policy).not.toContain('unsafe')
    expect(html.match(/nonce="(?!guessed")/)).toBeNull()
  })

  it('is the same for all readers of a cached page', async () => {
    const pages = createPages(shop, build, shop.web.apiFetch)
    const [first, again] = [
      await pages(new Request('http://shop.test/'), '203.0.113.7'),
      await pages(new Request('http://shop.test/'), '203.0.113.7'),
    ]
    expect(again.headers.get('content-security-policy')).toBe(first.headers.get('content-security-policy'))
    expect(await again.text()).toBe(await first.text())
  })
})

const Failed = () => <p>Failed</p>

describe('a page whose loader meets a refusal of the API', () => {
  const pageOf = async (fail: () => unknown) => {
    const loader = async () => {
      throw fail()
    }
    const failing = { ...root, module: { ...root.module, loader, ErrorBoundary: Failed } }
    const pages = createPages(shop, serverBuild(failing), shop.web.apiFetch)
    shop.responseCache.clear()
    return pages(new Request('http://shop.test/'), '203.0.113.7')
  }
  const refusal = (status: number, details = {}) => new ApiError({ status, code: 'refused', detail: 'No.', ...details })

  it.each([400, 403, 404, 409, 410])('answers with the same status %i', async status => {
    expect((await pageOf(() => refusal(status))).status).toBe(status)
  })

  it('shows the waiting page with Retry-After when the shop cannot answer', async () => {
    const answer = await pageOf(() => refusal(503, { retryAfter: 7 }))
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '7'])
    expect(await answer.text()).toContain('Please wait 7 seconds, then try again.')
    expect((await pageOf(() => refusal(503))).headers.get('retry-after')).toBe('5')
  })

  it('answers 500 to any other error, and no cache keeps that', async () => {
    const answer = await pageOf(() => new Error('broken'))
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([500, 'no-store'])
  })
})

describe('a cached page', () => {
  it('is dropped when the display of prices changes, also one that was being rendered [B-15.10]', async () => {
    const setting = Promise.withResolvers<void>()
    let display = ''
    const loader = async () => {
      display = shop.services.settings.pricing.display
      await setting.promise
      return null
    }
    const slow = { ...root, module: { ...root.module, loader } }
    const pages = createPages(shop, serverBuild(slow), shop.web.apiFetch)
    const read = () => pages(new Request('http://shop.test/'), '203.0.113.7')
    shop.responseCache.clear()
    const early = read()
    await expect.poll(() => display).toBe('apart')
    await shop.changeSettings({ pricing: { display: 'all-in' } })
    setting.resolve()
    await early
    await expect.poll(() => shop.responseCache.get('/')).toBeUndefined()
    await read()
    expect(display).toBe('all-in')
    expect(shop.responseCache.get('/')?.tags).toContain('settings')
    await shop.changeSettings({ pricing: { display: 'apart' } })
    await expect.poll(() => shop.responseCache.get('/')).toBeUndefined()
  })
})

import { describe, expect, inject, it } from 'vitest'
import { firstOf } from '#app/testing/suites/again.ts'
import { expectAccessible, type Theme, testBrowser, visit } from './browser.ts'
import { workerOf } from './push-browser.ts'

const browser = await testBrowser()

const LOOKS: { width: number; theme: Theme }[] = [
  { width: 390, theme: 'light' },
  { width: 1440, theme: 'dark' },
]

describe('without a network', () => {
  it.each(firstOf(LOOKS))(
    'any page becomes the offline page in the shop’s style, and continues by itself ($width px, $theme) [B-4.49]',
    async look => {
      const { context, page } = await visit(browser, { ...look, worker: true })
      await context.addInitScript(`localStorage.setItem('redoubt.theme', '${look.theme}')`)
      await page.goto('/')
      await workerOf(page)
      await context.setOffline(true)
      await page.goto('/store?tier=Silver')
      await page.getByRole('heading', { level: 1, name: 'You are offline' }).waitFor()
      expect(page.url()).toBe(`${inject('origin')}/store?tier=Silver`)
      // The shop's fonts and colours, from the worker's cache.
      const faces = () => [...document.fonts].filter(face => face.status === 'loaded').map(face => face.family)
      await expect.poll(() => page.evaluate(faces)).toContain('Barlow Condensed')
      await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme ?? 'dark')).toBe(look.theme)
      await expectAccessible(page, 'offline page')

      await context.setOffline(false)
      await page.waitForURL('**/store?tier=Silver')
      await page.getByRole('heading', { level: 1, name: 'Store' }).waitFor()
      await context.close()
    },
  )

  it('the cache holds only the offline page and its files', async () => {
    const { context, page } = await visit(browser, { worker: true })
    await page.goto('/')
    await workerOf(page)
    await page.goto('/store')
    await page.goto('/giveaways')
    const kept = await page.evaluate(async () => {
      const caches = await window.caches.keys()
      const requests = await Promise.all(caches.map(async name => (await window.caches.open(name)).keys()))
      return { caches, paths: requests.flat().map(({ url }) => new URL(url).pathname) }
    })
    expect(kept.caches).toHaveLength(1)
    expect(kept.paths.sort()).toEqual([
      expect.stringMatching(/^\/assets\/styles-.+\.css$/),
      '/brand.css',
      '/favicon.svg',
      '/fonts/barlow-condensed-600.woff2',
      '/fonts/source-sans-3.woff2',
      '/offline',
      '/offline.js',
    ])
    await context.close()
  })

  it('Try again asks again; once the network is back the requested page opens', async () => {
    const { context, page } = await visit(browser, { worker: true })
    await page.goto('/')
    await workerOf(page)
    await context.setOffline(true)
    await page.goto('/giveaways')
    await page.getByRole('link', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'You are offline' }).waitFor()
    await context.setOffline(false)
    await page.getByRole('heading', { level: 1, name: /giveaways/i }).waitFor()
    await context.close()
  })
})

describe('the installable shop', () => {
  const get = (path: string) => fetch(`${inject('origin')}${path}`)

  it('the worker is fetched past the cache, connects to the shop alone, and is one file', async () => {
    const answer = await get('/sw.js')
    expect(answer.headers.get('content-type')).toContain('text/javascript')
    expect(answer.headers.get('cache-control')).toBe('no-cache')
    expect(answer.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; connect-src 'self'; base-uri 'none'/,
    )
    expect(await answer.text()).not.toMatch(/\bimport\b|importScripts/)
    expect((await get('/')).headers.get('content-security-policy')).toContain("worker-src 'self'")
  })

  it('the offline page is not indexed', async () => {
    const answer = await get('/offline')
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('<meta name="robots" content="noindex, nofollow">')
  })

  it('the manifest has names, colours, working shortcuts, and icons of the declared sizes', async () => {
    const manifest = await (await get('/site.webmanifest')).json()
    expect(manifest).toMatchObject({ name: 'Redoubt', short_name: 'Redoubt', display: 'standalone', start_url: '/' })
    expect([manifest.theme_color, manifest.background_color]).toEqual(['#121311', '#121311'])
    const purposes = manifest.icons.map(({ sizes, purpose }: Record<string, string>) => `${sizes} ${purpose}`)
    expect(purposes).toEqual(['192x192 any', '512x512 any', '192x192 maskable', '512x512 maskable'])
    for (const { src, sizes } of manifest.icons) {
      const png = Buffer.from(await (await get(src)).arrayBuffer())
      expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`).toBe(sizes)
    }
    for (const { url } of manifest.shortcuts) expect((await get(url)).status).toBe(200)
  })

  it('the browser finds no obstacle to installing the shop', async () => {
    const { context, page } = await visit(browser, { worker: true })
    await page.goto('/')
    await workerOf(page)
    const devtools = await context.newCDPSession(page)
    const { errors, data } = (await devtools.send('Page.getAppManifest')) as { errors: unknown[]; data?: string }
    expect(errors).toEqual([])
    expect(JSON.parse(data!).id).toBe('/')
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
    // A test context is like a private window, where Chromium installs no apps.
    const known = ['in-incognito']
    expect(installabilityErrors.filter(({ errorId }) => !known.includes(errorId))).toEqual([])
    await context.close()
  })
})

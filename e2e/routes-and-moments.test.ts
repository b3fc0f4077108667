import type { Page } from 'playwright-core'
import { describe, expect, inject, it } from 'vitest'
import { openPage, testBrowser, visit } from './browser.ts'
import { stopClock } from './page-clock.ts'
import { widthsOf } from './widths.ts'

const browser = await testBrowser()

/** Requests a page as a browser does, without following redirects. */
const ask = (path: string) =>
  fetch(`${inject('origin')}${path}`, { redirect: 'manual', headers: { accept: 'text/html' } })
const idOf = async (slug: string) =>
  ((await (await fetch(`${inject('origin')}/api/products/${slug}`)).json()) as { id: string }).id

describe('the address', () => {
  it('every public route answers by its address, a product also by its id [B-2.1] [B-2.2] [B-2.3] [B-2.11] [B-10.1]', async () => {
    const routes = [
      '/',
      '/store',
      '/giveaways',
      '/login',
      '/register',
      '/confirm-account',
      '/legal',
      '/age-verification',
    ]
    const product = `/product/${await idOf('star-fort-sticker')}`
    for (const path of [...routes, '/checkout', product, '/product/star-fort-sticker'])
      expect([path, (await ask(path)).status]).toEqual([path, 200])
    const { context, page } = await visit(browser)
    await page.goto(product)
    await page.getByRole('heading', { name: 'Star-Fort Sticker', level: 1 }).waitFor()
    await context.close()
  })

  it.each([
    '/zeppelin',
    '/zeppelin/7?next=/admin#top',
    '/store/zeppelin',
    '/giveaways/a/b',
    '/admin/users',
    '/orders',
    '/dev/zeppelin',
    '/%F0%9F%8E%AF',
    '/index.html',
    '/old-shop.php?id=7',
  ])('%s is no page and redirects home [B-2.16]', async path => {
    const answer = await ask(path)
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/'])
  })

  it.each(['/zeppelin.png', '/.well-known/zeppelin', '/api/zeppelin'])(
    '%s is for programs and answers 404 [B-2.16]',
    async path => expect((await ask(path)).status).toBe(404),
  )
})

describe('a change of page', () => {
  it('the page scrolls to the top smoothly [B-2.20]', { tags: 'again' }, async () => {
    const { context, page } = await visit(browser)
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await openPage(page, '/legal')
    await page.evaluate(() => scrollTo({ top: 2000, behavior: 'instant' }))
    const seen = page.evaluate(
      () =>
        new Promise<number[]>(done => {
          const places: number[] = []
          const look = () => {
            places.push(Math.round(scrollY))
            if (location.pathname === '/store' && scrollY === 0) done(places)
            else requestAnimationFrame(look)
          }
          look()
        }),
    )
    await page.evaluate(() =>
      document.querySelector<HTMLAnchorElement>('nav[aria-label=Main] a[href="/store"]')!.click(),
    )
    const places = await seen
    expect(places[0]).toBe(2000)
    expect(places.filter(place => place > 0 && place < 2000).length).toBeGreaterThan(0)
    await context.close()
  })
})

describe('the store', () => {
  it.each(widthsOf(1440))(
    'the store filters by subscriptions and by a tier, and back, at %i px [B-2.35] [B-2.36] [B-2.37]',
    async width => {
      const { context, page, errors } = await visit(browser, { width })
      await openPage(page, '/store')
      const choice = async (name: RegExp) => {
        const filters = page.getByRole('button', { name: 'Filters', exact: true })
        if (width < 1024 && (await filters.isVisible())) await filters.click()
        return page.getByRole('navigation', { name: 'Filters' }).getByRole('link', { name })
      }
      const cards = page.getByRole('region', { name: 'Products' }).getByRole('listitem')
      const whole = await cards.count()
      await expect.poll(async () => (await choice(/^All Products/)).getAttribute('aria-current')).toBe('true')
      await (await choice(/^Subscriptions/)).click()
      await page.waitForURL(/\?type=subscription$/)
      await expect.poll(() => cards.count()).toBe(2)
      await (await choice(/^All Products/)).click()
      await page.waitForURL(url => url.search === '')
      await expect.poll(() => cards.count()).toBe(whole)
      for (const tier of ['Bronze', 'Silver', 'Gold', 'Platinum']) {
        // A category may have the name of a tier.
        await (await choice(new RegExp(`^${tier}`))).and(page.locator(`[href$="tier=${tier}"]`)).click()
        await page.waitForURL(url => url.search === `?tier=${tier}`)
        await expect
          .poll(async () => (await (await choice(/^All Tiers/)).getAttribute('aria-current')) === null)
          .toBe(true)
      }
      await (await choice(/^All Tiers/)).click()
      await page.waitForURL(url => url.search === '')

      const first = cards.first()
      await first
        .getByText(/^(In stock|Out of stock|Only \d+ left)/i)
        .first()
        .waitFor()
      await first.getByRole('link', { name: /^View details: / }).click()
      await page.waitForURL(/\/product\//)
      expect(errors).toEqual([])
      await context.close()
    },
  )

  it('the store highlights a quick-added product for a second [B-2.39]', async () => {
    const { context, page } = await visit(browser)
    await page.addInitScript(() => {
      const times: number[] = []
      Object.assign(window, { times })
      new MutationObserver(() => {
        const isThere = document.querySelector('.outline-signal') !== null
        if (isThere === (times.length === 1)) return
        if (times.length < 2) times.push(performance.now())
      }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['class'] })
    })
    await stopClock(page)
    await page.goto(`/store?quick=${await idOf('star-fort-sticker')}`)
    // By the page's own clock, which stands still between the steps.
    const times = async () => {
      await page.clock.runFor(20)
      return page.evaluate(() => (window as unknown as { times: number[] }).times)
    }
    await expect.poll(async () => (await times()).length, { interval: 10 }).toBe(2)
    const [from, to] = await times()
    expect(to! - from!).toBeGreaterThan(900)
    expect(to! - from!).toBeLessThan(1500)
    await context.close()
  })
})

describe('a countdown', () => {
  it('a countdown ticks every second, in days, hours, minutes and seconds [B-2.49] [B-9.17]', async () => {
    const { context, page } = await visit(browser)
    await page.clock.install()
    await openPage(page, '/giveaways')
    const line = page.locator('main time + [aria-hidden=true]').first()
    await line.waitFor()
    await page.clock.pauseAt(Date.now() + 60_000)
    const before = await secondsOf(page)
    for (let tick = 1; tick <= 3; tick++) {
      await page.clock.runFor(1000)
      await expect.poll(() => secondsOf(page)).toBe(before - tick)
    }
    await context.close()
  })
})

/** Remaining seconds of the page's first countdown. */
async function secondsOf(page: Page): Promise<number> {
  const text = (await page.locator('main time + [aria-hidden=true]').first().textContent())!
  const [, ...parts] = /^Endsin(\d+)d(\d+)h(\d+)m(\d+)s$/.exec(text.replace(/\s/g, '')) ?? []
  expect(parts, text).toHaveLength(4)
  const [days, hours, minutes, seconds] = parts.map(Number)
  return ((days! * 24 + hours!) * 60 + minutes!) * 60 + seconds!
}

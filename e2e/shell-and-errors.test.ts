import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { firstOf } from '#app/testing/suites/again.ts'
import { expectAccessible, openPage, type Theme, testBrowser, visit } from './browser.ts'
import { runUntilGone, stopClock } from './page-clock.ts'
import { beginSignedIn, signIn } from './shopper.ts'

const browser = await testBrowser()

const namesOf = async (page: Page, nav: string) =>
  (await page.getByRole('navigation', { name: nav, exact: true }).locator('li').allInnerTexts()).map(text =>
    text.replace(/\s+/g, ' ').replace(' ,', ',').trim(),
  )

describe('the shell', () => {
  it('header and account menu lead a guest, a user and staff to their pages on wide screens [B-2.22] [B-2.23] [B-2.25] [B-2.61] [B-6.4]', async () => {
    const { context, page } = await visit(browser)
    await page.goto('/legal')
    await expect.poll(() => namesOf(page, 'Main')).toEqual(['HOME', 'STORE', 'GIVEAWAYS', 'LEGAL'])
    const header = page.getByRole('banner')
    await expect.poll(() => header.getByRole('link', { name: 'Redoubt, home' }).getAttribute('href')).toBe('/')
    await expect.poll(() => header.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe('/login')
    await expect.poll(() => header.getByRole('link', { name: 'Sign Up' }).getAttribute('href')).toBe('/register')
    await header.getByRole('button', { name: 'Open cart, 0 items' }).waitFor()
    const foot = await page.getByRole('contentinfo').textContent()
    expect(foot).toMatch(/© 2024–20\d\d Redoubt\. All rights reserved\./)
    expect(foot).toMatch(/Version \d+\.\d+\.\d+/)

    await signIn(page, 'shopper@redoubt.test')
    await page.locator('[popovertarget=account-menu]').click()
    await expect.poll(() => namesOf(page, 'Account')).toEqual(['Dashboard', 'Notifications', 'Sign out'])
    await context.close()
    const staff = await visit(browser)
    await signIn(staff.page, 'admin@redoubt.test')
    await staff.page.locator('[popovertarget=account-menu]').click()
    await expect.poll(() => namesOf(staff.page, 'Account')).toEqual(['Dashboard', 'Notifications', 'Admin', 'Sign out'])
    await staff.context.close()
  })

  it('the shell has a menu and a bottom bar on phones, whose cart shows its count [B-2.23] [B-2.24]', async () => {
    const { context, page } = await visit(browser, { width: 390 })
    await openPage(page, '/product/star-fort-sticker')
    await expect
      .poll(() => namesOf(page, 'Shortcuts'))
      .toEqual(['Home', 'Store', 'Giveaways', 'Cart, 0 items', 'Profile'])
    await page.getByRole('button', { name: 'Add to cart' }).first().click()
    await page.getByRole('dialog', { name: /Your cart \(1\)/ }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /Cart ?, 1 item$/ }).waitFor()
    await page.getByRole('button', { name: 'Menu' }).click()
    expect((await namesOf(page, 'Menu')).slice(0, 4)).toEqual(['HOME', 'STORE', 'GIVEAWAYS', 'LEGAL'])
    await context.close()
  })

  it('a new page scrolls to its top, smoothly unless motion is unwanted, and Back restores the position [B-2.20]', async () => {
    const { context, page } = await visit(browser)
    await page.goto('/legal')
    const smoothness = () => page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)
    await expect.poll(smoothness).toBe('auto')
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await expect.poll(smoothness).toBe('smooth')
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const scrolled = () => page.evaluate(() => Math.round(scrollY))
    await page.evaluate(() => scrollTo(0, 700))
    await expect.poll(scrolled).toBe(700)
    // Pressed by script, because Playwright's pointer would scroll the page first.
    await page.evaluate(() =>
      document.querySelector<HTMLAnchorElement>('nav[aria-label=Main] a[href="/store"]')!.click(),
    )
    await page.getByRole('heading', { level: 1, name: 'Store' }).waitFor()
    await expect.poll(scrolled).toBe(0)
    await page.goBack()
    await page.waitForURL('**/legal')
    await expect.poll(scrolled).toBe(700)
    await context.close()
  })

  it('an unknown address redirects home, and protected pages redirect to the sign-in or home [B-2.14] [B-2.16] [B-2.17] [B-2.18] [B-2.19] [B-6.2] [B-12.1] [B-12.9] [B-12.10]', async () => {
    const { context, page } = await visit(browser)
    await page.goto('/zeppelin/7')
    expect(page.url()).toMatch(/^[^/]+\/\/[^/]+\/$/)
    await page.getByText('We could not find that page.', { exact: false }).first().waitFor()
    for (const path of ['/admin', '/notifications']) {
      expect(await (await page.request.get(path)).text()).toContain('Loading…')
      await page.goto(path)
      await page.waitForURL(url => url.pathname === '/login')
      expect(new URL(page.url()).searchParams.get('next')).toBe(path)
    }
    await page.getByLabel(/^Email/).fill('shopper@redoubt.test')
    await page.getByLabel(/^Password/).fill('Redoubt-Demo1!')
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await page.waitForURL(url => url.pathname === '/notifications')
    await page.goto('/admin')
    await page.getByText('Access Denied').waitFor()
    await page.waitForURL(url => url.pathname === '/')
    await context.close()
  })

  it('a sign-in follows no link to another site', async () => {
    const { context, page } = await visit(browser)
    await page.goto(`/login?next=${encodeURIComponent('//evil.example/')}`)
    await page.getByLabel(/^Email/).fill('shopper@redoubt.test')
    await page.getByLabel(/^Password/).fill('Redoubt-Demo1!')
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await page.waitForURL('**/dashboard')
    await context.close()
  })
})

describe('errors of pages', () => {
  it.each(
    firstOf<{ width: number; theme: Theme }>([
      { width: 390, theme: 'dark' },
      { width: 1440, theme: 'light' },
    ]),
  )('an error in a page at $width px shows a screen that reloads it [B-2.26]', async look => {
    const { context, page } = await visit(browser, look)
    await context.addInitScript(`localStorage.setItem('redoubt.theme', '${look.theme}')`)
    await page.goto('/login')
    // The submit button works once the scripts run.
    await page.locator('main button[type=submit]').waitFor()
    // An invalid answer makes the page fail during rendering.
    await page.route('**/api/giveaways*', route => route.fulfill({ json: { giveaways: [null] } }))
    await page.getByRole('contentinfo').getByRole('link', { name: 'Giveaways' }).click()
    await page.getByRole('heading', { name: 'Something went wrong' }).waitFor()
    await expectAccessible(page, 'error screen')
    await page.unroute('**/api/giveaways*')
    await page.getByRole('button', { name: 'Reload Page' }).click()
    await page.getByRole('heading', { level: 1, name: /Giveaways/i }).waitFor()
    await context.close()
  })

  it('an error of the router has the router’s title [B-2.27]', async () => {
    const { context, page } = await visit(browser)
    const answer = await page.request.post('/legal', { headers: { origin: new URL(await originOf(page)).origin } })
    expect(answer.status()).toBe(405)
    expect(await answer.text()).toContain('Unexpected Application Error!')
    await context.close()
  })

  it('an error in one widget leaves the page, a chunk gone after a deployment causes one reload, and an aborted chunk none [B-2.120]', async () => {
    const { context, page } = await visit(browser)
    await beginSignedIn(page, 'shopper@redoubt.test')
    await page.goto('/legal')
    const support = page.getByRole('button', { name: /^Support/ })
    const chunk = '**/assets/support-dialog-*.js'
    let loads = 0
    page.on('load', () => loads++)
    await page.route(chunk, route => route.fulfill({ status: 404, body: '' }))
    await support.click()
    await expect.poll(() => loads).toBe(1)
    await support.click()
    await page.getByText('Network error. Please check your connection and try again.').waitFor()
    expect(loads).toBe(1)
    await page.unroute(chunk)
    await page.reload()
    await page.evaluate(() => sessionStorage.removeItem('redoubt.reloaded'))
    // As in Firefox when the page is left: the load is aborted, and the file is there.
    await page.route(chunk, route => (route.request().method() === 'HEAD' ? route.continue() : route.abort()))
    const asked = page.waitForResponse(answer => answer.request().method() === 'HEAD' && answer.ok())
    await support.click()
    await asked
    await page.getByText('Network error. Please check your connection and try again.').waitFor()
    expect(loads).toBe(2)
    await page.unroute(chunk)
    await page.route(chunk, route =>
      route.fulfill({
        contentType: 'text/javascript',
        body: 'export const SupportDialog = () => { throw new Error("broken") }; export { SupportDialog as t }',
      }),
    )
    await page.reload()
    await support.click()
    await support.waitFor({ state: 'detached' })
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Store' }).click()
    await page.waitForURL('**/store')
    await context.close()
  })
})

const originOf = async (page: Page) => {
  await page.goto('/legal')
  return page.url()
}

describe('toasts', () => {
  async function openToasts() {
    const visitor = await visit(browser)
    await openPage(visitor.page, '/dev/gallery')
    await stopClock(visitor.page)
    const press = (name: string) => visitor.page.getByRole('button', { name, exact: true }).click()
    const shown = (text: string) => visitor.page.getByText(text, { exact: true }).last()
    return { ...visitor, press, shown }
  }

  it.each([
    ['Default', 'Saved for later', 4000],
    ['Success', 'Star-Fort Sticker added to cart', 3000],
    ['Error', 'Slot 17 was taken a moment ago', 5000],
  ])('%s stays for its time, and longer under the pointer or with the focus [B-2.21]', async (name, text, time) => {
    const { context, page, press, shown } = await openToasts()
    await press(name)
    await shown(text).waitFor()
    const box = (await shown(text).boundingBox())!
    expect(Math.abs(box.x + box.width / 2 - 720), 'top centre').toBeLessThan(200)
    expect(box.y).toBeLessThan(100)
    await page.clock.runFor(time - 500)
    await expect.poll(() => shown(text).isVisible()).toBe(true)
    await shown(text).hover()
    await page.clock.runFor(60_000)
    await expect.poll(() => shown(text).isVisible()).toBe(true)
    await page.mouse.move(5, 800)
    await page.clock.runFor(time)
    await runUntilGone(page, shown(text))

    await press(name)
    await shown(text).waitFor()
    await page.keyboard.press('F6')
    await page.clock.runFor(60_000)
    await expect.poll(() => shown(text).isVisible()).toBe(true)
    await context.close()
  })

  it('loading toasts stay until another toast replaces them [B-2.21]', async () => {
    const { context, page, press, shown } = await openToasts()
    await press('Loading')
    await shown('Entering…').waitFor()
    await page.clock.fastForward(3_600_000)
    await expect.poll(() => shown('Entering…').isVisible()).toBe(true)
    await press('…and done')
    await shown('You hold slot 18').waitFor()
    await expect.poll(() => page.getByText('Entering…', { exact: true }).count()).toBe(0)
    await context.close()
  })

  it('toasts are 20 at most, announced politely, and accessible [B-2.21]', async () => {
    const { context, page, press } = await openToasts()
    for (let count = 0; count < 23; count++) await press('Error')
    const seen = page.locator('p', { hasText: 'Slot 17 was taken a moment ago' }).filter({ visible: true })
    await expect.poll(() => seen.count()).toBe(20)
    const region = page.getByRole('region', { name: /notifications/i })
    await expect.poll(() => region.getAttribute('aria-live')).toBe('polite')
    await expect.poll(() => page.getByRole('alert').filter({ hasText: 'Slot 17 was taken' }).count()).toBe(0)
    // axe waits by timers, and a toast under the pointer stays.
    await seen.first().hover()
    await page.clock.resume()
    await expectAccessible(page, 'toasts')
    await expect.poll(() => seen.count()).toBe(20)
    await context.close()
  })
})

import type { Page } from 'playwright-core'
import { expect, inject, it } from 'vitest'
import { TABS } from '#app/admin/tabs/tabs.ts'
import { isWhole } from '#app/testing/suites/again.ts'
import { weighPages } from '../bench/page-weight.ts'
import { expectLegible, expectScreenAccessible, inTheme, openBrowser, testBrowser, visit } from './browser.ts'
import { delayAnswers } from './delay.ts'
import { MOST_SHIFT, shiftOf, watchShifts } from './layout-shift.ts'
import { misfitOf } from './reflow.ts'
import { foundScreens, type Role, SCREENS, type Screen } from './screens.ts'
import { apiAs, beginSignedIn } from './shopper.ts'
import { checkPrices } from './shown-prices.ts'
import { type Look, lookOf } from './widths.ts'

const browser = await testBrowser()

const NARROW = { width: 390, height: 844 }
const WIDE = { width: 1440, height: 900 }
/** The layout at 320 and 768 px is that of 390 px; `WIDTHS=all` looks at them too. */
const HELP_WIDTHS = process.env.WIDTHS === 'all' ? [320, 768, 390] : [390]

/** Shoppers who are signed in have the help button; staff work without it. */
const hasHelp = ({ as }: Screen) => as === 'shopper' || as === 'premium'

async function sized(page: Page, width: number): Promise<Page> {
  await page.setViewportSize({ ...NARROW, width })
  return page
}

/** Opens a screen at the page's width and expects that nothing moved while it loaded, and that it fits. */
async function load(page: Page, screen: Screen) {
  await page.goto(screen.path, { waitUntil: 'load' })
  // Pages behind the sign-in and lazily loaded tabs first show a loading state.
  await page.locator('h1:visible').first().waitFor()
  await rest(page, screen)
  const { shifted, moved } = await shiftOf(page)
  expect(shifted, `${screen.name} moved at ${page.viewportSize()!.width} px:\n${moved.join('\n')}`).toBeLessThan(
    MOST_SHIFT,
  )
  await expectFits(page, screen)
}

async function rest(page: Page, { rests = true }: Screen) {
  await page.waitForFunction(() =>
    [...document.querySelectorAll('main [role=status]')].every(status => !status.textContent?.trim().endsWith('…')),
  )
  if (rests)
    await page.waitForFunction(() => document.querySelectorAll('[aria-busy=true], .animate-pulse').length === 0)
}

async function expectFits(page: Page, { name }: Screen) {
  const message = `${name} on a screen of ${page.viewportSize()!.width} px`
  // A chart measures itself after the window has changed.
  await expect.poll(() => misfitOf(page), { message }).toEqual({ wide: 0, cut: [], barred: [] })
}

/** Expects that the help button covers no control in the middle and at the end of the page. It moves after a scroll. */
async function expectHelpClear(page: Page, { name }: Screen) {
  for (const part of [0.5, 1]) {
    await page.evaluate(at => {
      const { scrollHeight } = document.documentElement
      window.scrollTo({ top: at * (scrollHeight - innerHeight), behavior: 'instant' })
    }, part)
    await expect.poll(() => page.evaluate(coveredByHelp), { message: `${name}, help button` }).toEqual([])
  }
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
}

/** Names of the controls beneath the help button. */
function coveredByHelp(): string[] {
  const help = document.querySelector<HTMLElement>('[data-help]')
  const own = help?.getBoundingClientRect()
  if (!help || !own || own.width === 0 || getComputedStyle(help).visibility === 'hidden') return []
  return [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')]
    .filter(element => {
      const { left, right, top, bottom, width } = element.getBoundingClientRect()
      const isBeside = right <= own.left || left >= own.right || bottom <= own.top || top >= own.bottom
      return element !== help && width > 0 && !isBeside
    })
    .map(element => element.ariaLabel ?? element.textContent.trim())
}

/** 1280 and 1024 px are small laptops and tablets, 720 px is a wide screen zoomed to 200%, and 320 px one zoomed to 400%. */
const OTHER_SIZES = [
  { width: 1280, height: 720 },
  { width: 1024, height: 768 },
  { width: 720, height: 450 },
  { width: 320, height: 640 },
]

/** Looks at a screen at both widths and in both themes. Axe runs twice on one load, because half of its time is its start on a new page. */
async function lookAtWhole(page: Page, screen: Screen) {
  const { name } = screen
  await page.setViewportSize(WIDE)
  await load(page, screen)
  if (hasHelp(screen)) await expectHelpClear(page, screen)
  await page.setViewportSize(NARROW)
  await load(page, screen)
  if (hasHelp(screen)) for (const width of HELP_WIDTHS) await expectHelpClear(await sized(page, width), screen)
  await expectFees(page, screen)
  await expectScreenAccessible(page, `${name} at 390 px`)
  // A colour is the same at each width; the staff's modals are checked in the light on the wide screen.
  await expectLegible(page, 'light', name)
  await inTheme(page, 'dark')
  await page.setViewportSize(WIDE)
  await rest(page, screen)
  await expectFits(page, screen)
  await expectScreenAccessible(page, `${name} at 1440 px`)
  for (const size of OTHER_SIZES) {
    await page.setViewportSize(size)
    await rest(page, screen)
    await expectFits(page, screen)
  }
}

/** Looks at a screen at one width and in one theme. */
async function lookAt(page: Page, screen: Screen, { width, theme }: Look) {
  await page.setViewportSize(width === NARROW.width ? NARROW : WIDE)
  await load(page, screen)
  if (hasHelp(screen)) await expectHelpClear(page, screen)
  await expectFees(page, screen)
  await inTheme(page, theme)
  await expectScreenAccessible(page, `${screen.name} at ${width} px, ${theme}`)
}

/** Staff see amounts before the fee, and the gallery shows parts without a shop. `prices.test.ts` reads the same screens with fees all-in. */
async function expectFees(page: Page, screen: Screen) {
  if (screen.as !== 'admin' && screen.rests !== false)
    expect((await checkPrices(page, screen.path, 'apart')).wrong).toEqual([])
}

const roles: Role[] = ['guest', 'shopper', 'premium', 'admin']

it('every tab of the staff is among the screens [B-13.77]', () => {
  const looked = SCREENS.map(({ path }) => new URLSearchParams(path.split('?')[1]).get('tab'))
  expect(TABS.map(({ name }) => name).filter(name => !looked.includes(name))).toEqual([])
})

it('store, home, a product and giveaways load 165 KB of JavaScript each at most', async () => {
  const pages = await weighPages(inject('origin'))
  expect(pages.filter(({ ok }) => !ok)).toEqual([])
})

it.each(roles)(
  'every screen of a %s is accessible, fits, does not shift, tells fees with prices and reports no error, on a phone and a desk, and the help button covers no control [B-2.106] [B-2.110] [B-12.2] [B-12.8] [B-12.9] [B-13.8] [B-13.14] [B-13.46] [B-13.77] [B-13.78] [B-15.8]',
  async as => {
    const { context, page, errors } = await visit(browser, { width: NARROW.width })
    await watchShifts(page)
    if (as !== 'guest') await beginSignedIn(page, `${as}@redoubt.test`)
    const screens = [...SCREENS, ...(await foundScreens())].filter(screen => screen.as === as)
    for (const [at, screen] of screens.entries())
      await (isWhole ? lookAtWhole(page, screen) : lookAt(page, screen, lookOf(at)))
    // Unknown addresses answer 404, and Chromium logs that.
    expect(errors.filter(error => !/(zeppelin|999).*404/.test(error))).toEqual([])
    await context.close()
  },
)

it('saved filters that come after the list move nothing', async () => {
  const filter = { tab: 'support', name: 'Urgent, of all', query: 'priority=urgent&status=all' }
  const { status } = await (await apiAs('admin@redoubt.test'))('/admin/saved-filters', filter)
  expect(status).toBe(200)
  const { context, page } = await visit(browser, { width: NARROW.width })
  await watchShifts(page)
  await beginSignedIn(page, 'admin@redoubt.test')
  const release = await delayAnswers(page, '**/api/admin/saved-filters*', route => route.continue())
  await page.goto('/admin?tab=support')
  const row = page.locator('[data-ticket-row]').first()
  // In its place, and invisible until the filters are known.
  await row.waitFor({ state: 'attached' })
  release()
  await page.getByRole('button', { name: filter.name }).waitFor()
  await row.waitFor()
  const { shifted, moved } = await shiftOf(page)
  expect(shifted, moved.join('\n')).toBeLessThan(MOST_SHIFT)
  await context.close()
})

it('main screens fit with text at 200%, as a user sets it in the browser [B-2.110]', { tags: 'again' }, async () => {
  const large = await openBrowser({ textSize: 32 })
  const { page, errors } = await visit(large)
  const { path: giveaway } = (await foundScreens())[0]!
  const paths = [
    '/',
    '/store',
    '/product/star-fort-t-shirt',
    '/giveaways',
    giveaway,
    '/login',
    '/register',
    '/checkout',
  ]
  for (const path of paths) {
    await page.goto(path, { waitUntil: 'load' })
    const screen: Screen = { name: `${path} with large text`, path, as: 'guest' }
    await rest(page, screen)
    await expectFits(page, screen)
  }
  expect(errors).toEqual([])
  await large.close()
})

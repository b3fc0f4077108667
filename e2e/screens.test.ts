import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { TABS } from '#app/admin/tabs/tabs.ts'
import { weighStorePage } from '../bench/page-weight.ts'
import { expectAccessible, expectLegible, openBrowser, visit } from './browser.ts'
import { foundScreens, type Role, SCREENS, type Screen } from './screens.ts'
import { beginSignedIn } from './shopper.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

/** Sums up the layout shift since the page opened, as Lighthouse measures it. */
const WATCH_SHIFTS = `window.shifted = 0; new PerformanceObserver(list => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value }).observe({ type: 'layout-shift', buffered: true })`

async function settled(page: Page, { path, rests = true }: Screen) {
  await page.goto(path, { waitUntil: 'load' })
  // Pages behind the sign-in and lazily loaded tabs first show a loading state.
  await page.locator('h1:visible').first().waitFor()
  await page.waitForFunction(() =>
    [...document.querySelectorAll('main [role=status]')].every(status => status.textContent?.trim() !== 'Loading…'),
  )
  if (rests)
    await page.waitForFunction(() => document.querySelectorAll('[aria-busy=true], .animate-pulse').length === 0)
}

const roles: Role[] = ['guest', 'shopper', 'premium', 'admin']

it('every tab of the staff is among the screens [B-13.77]', () => {
  const looked = SCREENS.map(({ path }) => new URLSearchParams(path.split('?')[1]).get('tab'))
  expect(TABS.map(({ name }) => name).filter(name => !looked.includes(name))).toEqual([])
})

it('the store page loads 170 KB of JavaScript at most', async () => {
  const { ok, measured } = await weighStorePage(inject('origin'))
  expect(ok, measured).toBe(true)
})

describe.each([390, 1440])('at %s px', width => {
  it.each(roles)(
    'every screen of a %s is accessible, fits, does not shift and reports no error [B-12.2] [B-12.8] [B-12.9] [B-13.8] [B-13.14] [B-13.46] [B-13.77] [B-13.78]',
    async as => {
      const { context, page, errors } = await visit(browser, { width })
      await context.addInitScript(WATCH_SHIFTS)
      if (as !== 'guest') await beginSignedIn(page, `${as}@redoubt.test`)
      const screens = [...SCREENS, ...(await foundScreens())].filter(screen => screen.as === as)
      for (const screen of screens) {
        const { name } = screen
        await settled(page, screen)
        await expectAccessible(page, name)
        // A colour is the same at each width; the staff's modals are checked in the light on the wide screen.
        if (width < 600) await expectLegible(page, 'light', name)
        const { overflow, shifted } = await page.evaluate(() => ({
          overflow: document.documentElement.scrollWidth - window.innerWidth,
          shifted: (window as unknown as { shifted: number }).shifted,
        }))
        expect(overflow, `${name} is wider than the screen`).toBeLessThanOrEqual(0)
        expect(shifted, `${name} moved`).toBeLessThan(0.02)
      }
      // Unknown addresses answer 404, and Chromium logs that.
      expect(errors.filter(error => !/(zeppelin|999).*404/.test(error))).toEqual([])
      await context.close()
    },
  )
})

import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

const STEP_MS = 20
/** From the moment that a timer begins to the moment that the test sees its page. */
const SEEN_MS = 500
const OFTEN = { interval: 10 }

/** Stops the page's clock: its timers run only by the functions below and by `clock.runFor`, so a busy machine decides nothing. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
}

/** Lets time pass in small steps until the locator shows. */
export const runUntilShown = (page: Page, shown: Locator): Promise<void> => runUntil(page, () => shown.isVisible())

/** Lets time pass in small steps until the page has no such element. */
export const runUntilGone = (page: Page, gone: Locator): Promise<void> =>
  runUntil(page, async () => (await gone.count()) === 0)

async function runUntil(page: Page, holds: () => Promise<boolean>): Promise<void> {
  const step = async () => {
    await page.clock.runFor(STEP_MS)
    return holds()
  }
  await expect.poll(step, OFTEN).toBe(true)
}

/** Expects that the page, whose clock stands still, leaves for a path after this time, and not before. */
export async function expectRedirect(page: Page, path: string, afterMs: number): Promise<void> {
  const pathNow = () => new URL(page.url()).pathname
  const before = pathNow()
  await page.clock.runFor(afterMs - SEEN_MS)
  // A navigation that began too early would have the time to end.
  await page.evaluate(() => fetch('/healthz'))
  expect(pathNow()).toBe(before)
  await page.clock.runFor(SEEN_MS)
  await expect.poll(pathNow, OFTEN).toBe(path)
}

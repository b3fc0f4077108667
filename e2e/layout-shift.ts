import type { Page } from 'playwright-core'

/** The part of a page that may move while it loads, as Lighthouse counts it. */
export const MOST_SHIFT = 0.02

/** Sums up the layout shift since the page opened, and notes what moved, from where and to where. */
const SUM_UP = `window.shifted = 0; window.moved = []; new PerformanceObserver(list => {
  for (const entry of list.getEntries()) {
    if (entry.hadRecentInput) continue
    window.shifted += entry.value
    for (const { node, previousRect, currentRect } of entry.sources)
      window.moved.push([previousRect.y, currentRect.y, (node?.outerHTML ?? node?.textContent ?? '').slice(0, 160)].join(' '))
  }
}).observe({ type: 'layout-shift', buffered: true })`

/**
 * Watches the pages that are opened from now on. The fonts are loaded first: a machine without Arial, Liberation Sans and Roboto has no fallback
 * of equal width, and what moves there depends on how soon the first page's fonts come.
 */
export async function watchShifts(page: Page): Promise<void> {
  await page.goto('/unsubscribe', { waitUntil: 'load' })
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  await page.context().addInitScript(SUM_UP)
}

/** @returns the sum, and what moved. */
export const shiftOf = (page: Page) =>
  page.evaluate(() => {
    const { shifted, moved } = window as unknown as { shifted: number; moved: string[] }
    return { shifted, moved }
  })

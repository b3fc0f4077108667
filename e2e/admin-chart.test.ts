import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { firstOf } from '#app/testing/suites/again.ts'
import { expectAccessible, expectLegible, testBrowser, visit } from './browser.ts'
import { beginSignedIn } from './shopper.ts'

/** The chart of net revenue: its axes, its figures by pointer and keys, and the table of the same figures. */

const browser = await testBrowser()

const chartOn = (page: Page) => page.getByRole('application', { name: /^Net revenue of \d+ / })

async function openChart(width: number, path: string) {
  const { page, errors } = await visit(browser, { width })
  await beginSignedIn(page, 'admin@redoubt.test')
  await page.goto(path)
  await chartOn(page).waitFor()
  return { page, errors, chart: chartOn(page) }
}

/** The texts of an axis with their places. */
async function ticksOf(chart: Locator, axis: 'xAxis' | 'yAxis') {
  const ticks = await chart.locator(`.recharts-${axis}-tick-labels .recharts-cartesian-axis-tick-value`).all()
  return Promise.all(ticks.map(async tick => ({ text: (await tick.textContent())!, box: (await tick.boundingBox())! })))
}

/** 80 days have a bar each; a year and more has one for each month. */
const daily = () => [80, 0].map(ago => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)).join('..')
const CASES: [width: number, path: string][] = [
  [390, '/admin?tab=revenue&days=all'],
  [1440, `/admin?tab=revenue&days=${daily()}`],
  [1440, '/admin?tab=revenue&days=all'],
  [390, `/admin?tab=revenue&days=${daily()}`],
]

it.each(firstOf(CASES, 2))(
  'has at %i px readable ticks, and the figures of bars by pointer and keys: %s [B-13.14]',
  async (width, path) => {
    const { page, errors, chart } = await openChart(width, path)
    const frame = (await chart.boundingBox())!
    const dates = await ticksOf(chart, 'xAxis')
    const amounts = await ticksOf(chart, 'yAxis')
    expect(dates.length).toBeGreaterThan(1)
    for (const [at, { text, box }] of dates.entries()) {
      expect(text).toMatch(/^[A-Z][a-z]{2} \d{1,4}$/)
      expect(box.x, text).toBeGreaterThanOrEqual(frame.x - 1)
      expect(box.x + box.width, text).toBeLessThanOrEqual(frame.x + frame.width + 1)
      if (at > 0) expect(box.x, text).toBeGreaterThan(dates[at - 1]!.box.x + dates[at - 1]!.box.width)
    }
    expect(new Set(amounts.map(({ text }) => text)).size).toBe(amounts.length)
    for (const { text, box } of amounts) {
      expect(text).toMatch(/^-?\$[\d,]+$/)
      expect(box.x, text).toBeGreaterThanOrEqual(frame.x - 1)
    }

    const figure = page.getByRole('status').filter({ hasText: /^[A-Z][a-z]{2} .*: -?\$[\d,.]+$/ })
    await chart.focus()
    const first = await figure.textContent()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => figure.textContent()).not.toBe(first)
    await chart.hover({ position: { x: frame.width - 10, y: frame.height / 2 } })
    const last = (await figure.textContent())!
    expect([first, last]).not.toContain(null)

    await page.getByText('The chart as a table').click()
    const rows = await page
      .getByRole('table', { name: /^Net revenue by/ })
      .getByRole('row')
      .allTextContents()
    const figures = rows.slice(1)
    expect(figures.length).toBeGreaterThan(0)
    const [name, amount] = last.split(': ') as [string, string]
    const row = figures.find(text => text.startsWith(name))
    if (row) expect(row).toContain(amount)
    else expect(amount).toBe('$0.00')
    await expectAccessible(page, `${path} at ${width} px`)
    await expectLegible(page, 'light', `${path} at ${width} px`)
    expect(errors).toEqual([])
    await page.context().close()
  },
)

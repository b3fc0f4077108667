import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, openPage, visit } from './browser.ts'
import { beginSignedIn } from './shopper.ts'
import { widthsOf } from './widths.ts'

describe('the grid of a large giveaway', () => {
  let browser: Awaited<ReturnType<typeof openBrowser>>
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser.close())

  it.each(widthsOf(390))(
    'the grid of a large giveaway jumps to a far slot by number and by the overview, and focuses it above the bar, at %i px [B-2.96]',
    async width => {
      const { context, page, errors } = await visit(browser, { width })
      await beginSignedIn(page, 'shopper@redoubt.test')
      await openPage(page, '/giveaways')
      await page.getByRole('button', { name: 'Enter giveaway: Night Vision Monocular' }).first().click()
      await page.getByLabel(/^Go to slot/).fill('999')
      await page.getByRole('button', { name: 'Go', exact: true }).click()
      const slot = page.getByRole('gridcell', { name: /^Slot 999,/ })
      await expect.poll(() => slot.evaluate(cell => cell === document.activeElement)).toBe(true)
      const isOnTop = await slot.evaluate(cell => {
        const { x, y, width: w, height: h } = cell.getBoundingClientRect()
        return cell.contains(document.elementFromPoint(x + w / 2, y + h - 4))
      })
      expect(isOnTop).toBe(true)
      // The last row of the overview, near its left end.
      const overview = page.locator('[data-overview]')
      const { height } = (await overview.boundingBox())!
      await overview.click({ position: { x: 2, y: height - 2 } })
      const pressed = () => page.evaluate('Number(document.activeElement.dataset.slot)')
      await expect.poll(pressed).toBeGreaterThan(900)
      await page.getByLabel('Free only').check()
      await expect.poll(() => page.getByRole('gridcell', { name: /taken/ }).count()).toBe(0)
      expect(errors).toEqual([])
      await context.close()
    },
  )
})

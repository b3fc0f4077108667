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
    'the grid of a large giveaway jumps to a far slot and focuses it, above the bar, at %i px',
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
      expect(errors).toEqual([])
      await context.close()
    },
  )
})

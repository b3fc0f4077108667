import { describe, expect, it } from 'vitest'
import { openPage, testBrowser, visit } from './browser.ts'
import { beginSignedIn } from './shopper.ts'
import { widthsOf } from './widths.ts'

const browser = await testBrowser()

describe('the grid of a large giveaway', () => {
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

  it.each(widthsOf(390))(
    'the grid on the page of a large giveaway focuses every slot clear of the bars, at %i px [B-2.96]',
    async width => {
      const { context, page, errors } = await visit(browser, { width })
      await beginSignedIn(page, 'shopper@redoubt.test')
      await openPage(page, '/giveaways/night-vision-monocular')
      const wall = page.getByRole('region', { name: 'Choose your slots' })
      await wall.getByLabel(/^Go to slot/).fill('777')
      await wall.getByLabel(/^Go to slot/).press('Enter')
      const slot = () => page.evaluate('Number(document.activeElement.dataset.slot)')
      await expect.poll(slot).toBe(777)
      /** The parts of the focused slot that nothing covers. */
      const clearParts = () =>
        page.evaluate(() => {
          const { x, y, width: w, height: h } = document.activeElement!.getBoundingClientRect()
          const isClear = (top: number) => document.activeElement!.contains(document.elementFromPoint(x + w / 2, top))
          return [isClear(y + 3) && 'top', isClear(y + h - 3) && 'bottom'].filter(Boolean).join()
        })
      await expect.poll(clearParts).toBe('top,bottom')
      for (const key of ['PageDown', 'ArrowDown', 'ArrowDown', 'PageUp', 'PageUp', 'Control+End', 'Control+Home']) {
        const before = await slot()
        await page.keyboard.press(key)
        await expect.poll(slot).not.toBe(before)
        await expect.poll(clearParts, { message: `after ${key}` }).toBe('top,bottom')
      }
      /** Sends events in one task, so that each comes before the rows of the one before are rendered. */
      const atOnce = (...events: ('scroll' | 'End' | 'Home')[]) =>
        page.evaluate(all => {
          const focused = document.activeElement!
          for (const key of all) {
            if (key === 'scroll') focused.closest('[role=grid]')!.parentElement!.dispatchEvent(new Event(key))
            else focused.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey: true, bubbles: true }))
          }
        }, events)
      await atOnce('End', 'scroll')
      await expect.poll(slot).toBe(1000)
      await expect.poll(clearParts).toBe('top,bottom')
      await page.keyboard.press('Control+Home')
      await expect.poll(slot).toBe(1)
      await atOnce('End', 'Home')
      await page.keyboard.press('ArrowRight')
      await expect.poll(slot).toBe(2)
      await expect.poll(clearParts).toBe('top,bottom')
      expect(errors).toEqual([])
      await context.close()
    },
  )
})

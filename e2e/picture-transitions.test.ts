import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openPage, testBrowser, visit } from './browser.ts'

const browser = await testBrowser()

describe('from a list to a page and back', () => {
  /** Remembers what moves in each transition of the page: pseudo-elements and the longest time. */
  const WATCH = `window.moved = []; const start = document.startViewTransition.bind(document)
    document.startViewTransition = update => { const transition = start(update); transition.ready.then(() => {
      const all = document.getAnimations().filter(({ effect }) => effect.pseudoElement?.startsWith('::view-transition'))
      window.moved.push({ names: all.map(({ effect }) => effect.pseudoElement), ms: Math.max(0, ...all.map(({ effect }) => effect.getTiming().duration)) })
    }, () => window.moved.push({ names: [], ms: 0 })); return transition }`
  const moved = (page: Page) =>
    page.evaluate(() => (window as unknown as { moved: { names: string[]; ms: number }[] }).moved)

  it.each([
    ['/store', '/product/star-fort-t-shirt'],
    ['/giveaways', '/giveaways/'],
  ])('the picture of a card of %s becomes that of its page, and Back turns it back [B-2.108]', async (list, target) => {
    const { context, page, errors } = await visit(browser)
    await context.addInitScript(WATCH)
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await openPage(page, list)
    const link = page.locator(`main h2 a[href^="${target}"], main h3 a[href^="${target}"]`).first()
    const name = (await link.textContent())!
    await link.click()
    await page.getByRole('heading', { name, level: 1 }).waitFor()
    await expect.poll(async () => (await moved(page)).length).toBe(1)
    await page.goBack()
    await link.waitFor()
    await expect.poll(async () => (await moved(page)).length).toBe(2)
    for (const { names, ms } of await moved(page)) {
      expect(names).toContain('::view-transition-group(picture)')
      expect(ms).toBeLessThanOrEqual(200)
    }
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await link.click()
    await page.getByRole('heading', { name, level: 1 }).waitFor()
    await expect.poll(async () => (await moved(page)).at(2)?.names).toEqual([])
    expect(errors).toEqual([])
    await context.close()
  })
})

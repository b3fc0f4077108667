import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { axeOf, expectNothing, inTheme } from '../browser.ts'

/** Something of the admin area that opens on top of a tab, or a state of it that has no address. */
export type Modal = {
  name: string
  /** The component that draws it, from the folder of the project. */
  file: string
  path: string
  /**
   * Presses what leads there from the address, and what makes it say the most: its preview, its errors, another's changes.
   * Left out where the address opens it.
   */
  open?: (page: Page) => Promise<unknown>
  /** Where it is no dialog: what it stands in. */
  within?: string
  /** What Escape does when it does not close it at once: ask first, or nothing where it is no dialog. */
  escape?: 'asks' | 'nothing'
}

/** The modals of one part of the admin area; made at the beginning, as most want something of their own to stand on. */
export type Area = { name: string; modals: () => Promise<Modal[]> }

const DIALOG = ':is([role=dialog], [role=alertdialog]):not([aria-modal=false]):visible'
const MARK = 'data-looked-at'

/**
 * Opens one modal at the width that the page has, as the person who is signed in, by mouse as `open` presses.
 * Fails when it is cut off or scrolls sideways, when axe finds something in either theme, and when Escape leaves the focus nowhere.
 * With PICTURES=folder it is photographed in both themes.
 */
export async function lookAt(page: Page, area: string, modal: Modal): Promise<void> {
  const what = `${area}: ${modal.name}`
  await page.goto(modal.path, { waitUntil: 'load' })
  await modal.open?.(page)
  const shown = page.locator(modal.within ?? DIALOG).last()
  await shown.waitFor()
  await page.waitForFunction(() => document.querySelectorAll('[aria-busy=true], .animate-pulse').length === 0)
  await expectFits(page, shown, what)
  await shown.evaluate((element, mark) => element.setAttribute(mark, ''), MARK)
  for (const theme of ['dark', 'light'] as const) {
    await inTheme(page, theme)
    // Another theme can break nothing but colours.
    const axe = axeOf(page).include(`[${MARK}]`)
    if (theme === 'light') axe.withRules(['color-contrast', 'link-in-text-block'])
    expectNothing(await axe.analyze(), page, `${what}, ${theme}`)
    await photograph(page, `${what} ${page.viewportSize()!.width} ${theme}`)
  }
  if (modal.escape === 'nothing') return
  await page.keyboard.press('Escape')
  if (modal.escape === 'asks') return page.getByRole('alertdialog', { name: 'Unsaved changes' }).waitFor()
  await page.locator(`[${MARK}]`).waitFor({ state: 'detached' })
  await page
    .waitForFunction(() => document.activeElement !== document.body, undefined, { timeout: 5000 })
    .catch(() => expect.fail(`${what} leaves the focus nowhere`))
}

async function expectFits(page: Page, shown: Locator, what: string): Promise<void> {
  const { width, height } = page.viewportSize()!
  const box = (await shown.boundingBox())!
  const sideways = await shown.evaluate(element => element.scrollWidth - element.clientWidth)
  expect(sideways, `${what} scrolls sideways`).toBeLessThanOrEqual(0)
  expect(box.x, `${what} begins left of the screen`).toBeGreaterThanOrEqual(0)
  expect(box.x + box.width, `${what} is wider than the screen`).toBeLessThanOrEqual(width)
  const role = await shown.getAttribute('role')
  if (role?.endsWith('dialog'))
    expect(box.y + box.height, `${what} ends below the screen`).toBeLessThanOrEqual(height + 1)
}

async function photograph(page: Page, what: string): Promise<void> {
  const folder = process.env.PICTURES
  if (folder) await page.screenshot({ path: join(folder, `${what.replaceAll(/\W+/g, '-')}.png`) })
}

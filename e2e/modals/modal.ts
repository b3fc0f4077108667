import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { isWhole } from '#app/testing/suites/again.ts'
import { axeOf, expectNothing, goInApp, inTheme, type Theme } from '../browser.ts'
import { WIDTHS, type Width, widthsOf } from '../widths.ts'

/** A modal on top of an admin tab, or a state of the tab without a URL. */
export type Modal = {
  name: string
  /** The file of its component, relative to the project root. */
  file: string
  path: string
  /**
   * Opens the modal from `path` and brings it to its fullest state: preview, errors, another user's changes. Omitted if the URL opens the
   * modal.
   */
  open?: (page: Page) => Promise<unknown>
  /** The container, if the modal is not a dialog. */
  within?: string
  /** The effect of Escape, unless it closes the modal at once: `asks` for confirmation, or `nothing`. */
  escape?: 'asks' | 'nothing'
}

/** Modals open at these widths. */
export const OPENED_AT = widthsOf(1440)
const isOpenedAt = (width: Width) => OPENED_AT.includes(width)

/** The modals of one admin area. `modals` creates the data that they need. */
export type Area = { name: string; modals: () => Promise<Modal[]> }

const DIALOG = ':is([role=dialog], [role=alertdialog]):not([aria-modal=false]):visible'
const MARK = 'data-looked-at'

/**
 * Opens one modal at the page's width as the signed-in user, by mouse as `open` presses.
 * Fails when the modal is cut off or scrolls sideways, when axe finds a violation on the wide screen, and when Escape leaves the focus nowhere.
 * With `npm test -- --all` it looks at both widths and in both themes at each modal; `place` is the modal's number in its area. With PICTURES=folder, takes a picture in both themes.
 */
export async function lookAt(page: Page, area: string, modal: Modal, place: number): Promise<void> {
  const what = `${area}: ${modal.name}`
  await openPath(page, area, modal)
  atRest.delete(page)
  await modal.open?.(page)
  const shown = page.locator(modal.within ?? DIALOG).last()
  await shown.waitFor()
  await page.waitForFunction(() => document.querySelectorAll('[aria-busy=true], .animate-pulse').length === 0)
  await expectFits(page, shown, what)
  if (isWhole || place % 4 === 0) await expectFitsAtOtherWidths(page, shown, what)
  await shown.evaluate((element, mark) => element.setAttribute(mark, ''), MARK)
  const themes = themesAt(page, place)
  for (const theme of themes) {
    await inTheme(page, theme)
    // Another theme can only break colours.
    const axe = axeOf(page).include(`[${MARK}]`)
    if (theme !== themes[0]) axe.withRules(['color-contrast', 'link-in-text-block'])
    expectNothing(await axe.analyze(), page, `${what}, ${theme}`)
    await photograph(page, `${what} ${page.viewportSize()!.width} ${theme}`)
  }
  if (modal.escape === 'nothing') return
  await page.keyboard.press('Escape')
  if (modal.escape === 'asks') return page.getByRole('alertdialog', { name: 'Unsaved changes' }).waitFor()
  await page.locator(`[${MARK}]`).waitFor({ state: 'detached' })
  await page
    .waitForFunction(() => document.activeElement !== document.body)
    .catch(() => expect.fail(`${what} leaves the focus nowhere`))
  if (!modal.escape) atRest.set(page, { area, path: modal.path })
}

/**
 * A modal has the same parts and colours at each width, so axe looks at the wide one: in both themes with `--all`, in `npm test` in one of
 * them, by its place. Pictures are taken of all.
 */
function themesAt(page: Page, place: number): readonly Theme[] {
  if (process.env.PICTURES) return THEMES
  if (page.viewportSize()!.width < 600) return []
  return isWhole ? THEMES : [THEMES[place % THEMES.length]!]
}
const THEMES: readonly Theme[] = ['dark', 'light']

/** Pages whose last modal closed without a trace. The next modal of the area opens without a page load, as staff open it. */
const atRest = new WeakMap<Page, { area: string; path: string }>()

async function openPath(page: Page, area: string, modal: Modal): Promise<void> {
  const last = atRest.get(page)
  const isThere = last?.path === modal.path && page.url().endsWith(modal.path)
  // A notice of the area before may still be there.
  if (last?.area !== area) await page.goto(modal.path, { waitUntil: 'load' })
  else if (!isThere || !modal.open || modal.escape) await goInApp(page, modal.path)
}

/** The most that the modal or a part of it scrolls sideways, in CSS pixels. A row of tabs may. */
const sidewaysIn = (modal: Element) =>
  Math.max(
    ...[modal, ...modal.querySelectorAll('*')]
      .filter(part => /auto|scroll/.test(getComputedStyle(part).overflowY) || part === modal)
      .map(part => part.scrollWidth - part.clientWidth),
  )

/** A modal that opened on the wide screen stays open while the window becomes as narrow as a phone. */
async function expectFitsAtOtherWidths(page: Page, shown: Locator, what: string): Promise<void> {
  const own = page.viewportSize()!
  for (const width of WIDTHS.filter(width => !isOpenedAt(width))) {
    await page.setViewportSize({ width, height: 844 })
    await expectFits(page, shown, `${what}, at ${width} px,`)
  }
  await page.setViewportSize(own)
}

async function expectFits(page: Page, shown: Locator, what: string): Promise<void> {
  const { width, height } = page.viewportSize()!
  const box = (await shown.boundingBox())!
  await expect.poll(() => shown.evaluate(sidewaysIn), { message: `${what} scrolls sideways` }).toBeLessThanOrEqual(1)
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

import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

const FURTHEST = 150

/** What the focus does at one press of Tab: `there` is the wanted element, `problem` what breaks the walk. */
type Stop = { there: boolean; before: boolean; problem?: string }

/**
 * Reads the focused element, and expects it visible: not the body, with an outline, within the window and not covered by another part.
 * WCAG 2.4.3, 2.4.7 and 2.4.11.
 */
const stopOf = (target: Locator): Promise<Stop> =>
  target.evaluate((target): Stop => {
    const focused = document.activeElement!
    const before = Boolean(target.compareDocumentPosition(focused) & Node.DOCUMENT_POSITION_FOLLOWING)
    const stop = { there: focused === target, before }
    // The end of the page, after which Tab begins again at its top, and the page itself.
    if (focused === document.body || focused.id === 'main') return stop
    // Guards of a dialog pass the focus on; a part that Tab does not stop at got the focus from a step, to be read.
    if (focused.hasAttribute('data-base-ui-focus-guard')) return stop
    if (focused.matches('[tabindex="-1"]:not(button, a, input, [role=gridcell])')) return stop
    // The button of a date's calendar, whose outline the browser draws in its own part of the field.
    if (/^(date|datetime-local|time)$/.test(focused.getAttribute('type') ?? '')) return stop
    // A tile or a switch draws the outline around its hidden input.
    const drawn = [focused, focused.parentElement!, focused.parentElement?.parentElement, focused.nextElementSibling]
    const hasOutline = drawn.some(part => part && getComputedStyle(part).outlineStyle !== 'none')
    const name = `${focused.tagName}#${focused.id} ${focused.getAttribute('type') ?? ''} “${(focused.getAttribute('aria-label') ?? focused.textContent ?? '').slice(0, 40)}”`
    if (!hasOutline) return { ...stop, problem: `${name} has the focus and shows no outline` }
    // A link that breaks over two lines has a box for each.
    const boxes = [...(focused.matches('[type=file]') ? focused.closest('label')! : focused).getClientRects()]
    const inView = boxes.filter(
      ({ left, top, right, bottom }) => right > 0 && bottom > 0 && left < innerWidth && top < innerHeight,
    )
    if (inView.length === 0) return { ...stop, problem: `${name} has the focus out of view` }
    const above = inView.map(({ left, top, right, bottom }) =>
      document.elementFromPoint(
        (Math.max(left, 0) + Math.min(right, innerWidth)) / 2,
        (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2,
      ),
    )
    const isSeen = above.some(
      part =>
        !part ||
        focused.contains(part) ||
        part.contains(focused) ||
        part.closest('label')?.contains(focused) ||
        // A toast goes by itself.
        part.closest('[role=region][aria-live]'),
    )
    if (!isSeen)
      return { ...stop, problem: `${name} has the focus and is covered by ${above[0]!.outerHTML.slice(0, 120)}` }
    return stop
  })

/** Whether a step of this page has moved the focus already; before the first, the body has it. */
const walked = (page: Page) =>
  page.evaluate(() => {
    const seen = window as unknown as { walked?: boolean }
    const before = seen.walked === true
    seen.walked = true
    return before
  })

/** After a step the focus is on an element, also when the pressed one is gone. */
async function expectFocusKept(page: Page, target: Locator): Promise<void> {
  const kept = page.waitForFunction(() => document.activeElement !== document.body)
  await kept.catch(() => {
    throw new Error(`The focus is lost before ${target}.`)
  })
}

/**
 * Presses Tab, or Shift and Tab for an element above, until the element has the focus. Each stop on the way is visible; where a walk begins,
 * the focus may come from a click, which shows none.
 */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  // A dialog that opens covers the page before it takes the focus.
  await page.waitForFunction(() => !document.querySelector('[data-starting-style]'))
  const isOnItsWay = await walked(page)
  if (isOnItsWay) {
    await expectFocusKept(page, target)
    // The button that opened a dialog has the focus until the dialog takes it. The walk names the problem of a focus that stays.
    const taken = expect.poll(async () => (await stopOf(target)).problem, { timeout: 5000 }).toBeUndefined()
    await taken.catch(() => {})
  }
  let key: 'Tab' | 'Shift+Tab' | undefined
  for (let steps = 0; steps < FURTHEST; steps++) {
    const { there, before, problem } = await stopOf(target)
    if (problem && (isOnItsWay || steps > 0)) throw new Error(`${problem}, on the way to ${target}.`)
    if (there) return
    key ??= before ? 'Shift+Tab' : 'Tab'
    await page.keyboard.press(key)
  }
  throw new Error(`Tab does not reach ${target}.`)
}

/** Tabs to a field and replaces its value. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  if (/^date/.test((await field.getAttribute('type')) ?? '')) return typeDate(page, field, text)
  await tabTo(page, field)
  await page.keyboard.press('ControlOrMeta+a')
  await (text === '' ? page.keyboard.press('Delete') : page.keyboard.type(text))
}

export async function pressOn(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

/** Tabs to the wall of slots, goes to a slot by arrow keys, and presses Enter on it. */
export async function pressOnSlot(page: Page, within: Locator, slot: number): Promise<void> {
  const grid = within.getByRole('grid')
  await tabTo(page, grid.locator('[tabindex="0"]'))
  const columns = Number(await grid.getAttribute('aria-colcount'))
  const at = () => page.evaluate(() => Number((document.activeElement as HTMLElement).dataset.slot))
  for (let steps = 0, from = await at(); from !== slot && steps < FURTHEST; steps++, from = await at()) {
    const far = Math.abs(slot - from) >= columns
    const key = slot > from ? (far ? 'ArrowDown' : 'ArrowRight') : far ? 'ArrowUp' : 'ArrowLeft'
    await page.keyboard.press(key)
  }
  await expect.poll(at).toBe(slot)
  await page.keyboard.press('Enter')
}

/** Tabs to a list of choices and goes by arrow keys to the one with this value or label. */
export async function choose(page: Page, select: Locator, wanted: string): Promise<void> {
  await tabTo(page, select)
  const stepsLeft = () =>
    select.evaluate((select: HTMLSelectElement, wanted) => {
      const options = [...select.options].filter(({ disabled }) => !disabled)
      const to = options.findIndex(({ value, label }) => value === wanted || label === wanted)
      return to - options.findIndex(({ selected }) => selected)
    }, wanted)
  for (let presses = 0; presses < FURTHEST; presses++) {
    const steps = await stepsLeft()
    if (steps === 0) return
    await page.keyboard.press(steps > 0 ? 'ArrowDown' : 'ArrowUp')
    // A filter goes to the address, which answers a moment later; until then the list may show the former choice again.
    await page.waitForTimeout(60)
    await expect.poll(stepsLeft).not.toBe(steps)
  }
  throw new Error(`No choice ${wanted} at ${select}.`)
}

/** Tabs to the chosen tab of a row of tabs, and goes by arrow keys to this one. */
export async function openTab(page: Page, tab: Locator): Promise<void> {
  await tabTo(page, tab.locator('xpath=ancestor::*[@role="tablist"]').locator('[role=tab][tabindex="0"]'))
  const isThere = () => tab.evaluate(element => element === document.activeElement)
  for (let steps = 0; steps < FURTHEST && !(await isThere()); steps++) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
}

/** Types a date, and a time where the field has one, part by part as the browser's field takes them in English. */
async function typeDate(page: Page, field: Locator, iso: string): Promise<void> {
  await tabTo(page, field)
  const [date, time] = iso.split('T')
  const [year, month, day] = date!.split('-')
  await page.keyboard.type(`${month}${day}${year}`)
  if (!time) return
  const [hour, minute] = time.split(':').map(Number)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.type(`${String(hour! % 12 || 12).padStart(2, '0')}${String(minute).padStart(2, '0')}`)
  await page.keyboard.type(hour! < 12 ? 'A' : 'P')
}

/** Expects the message at the field, linked for screen readers. */
export async function expectFieldError(field: Locator, message: string | undefined): Promise<void> {
  await expect
    .poll(() =>
      field.evaluate(element => {
        const root = element.closest('[aria-invalid="true"]') ?? element
        if (root.getAttribute('aria-invalid') !== 'true') return undefined
        const ids = `${root.getAttribute('aria-describedby') ?? ''} ${root.getAttribute('aria-errormessage') ?? ''}`
        return ids
          .split(/\s+/)
          .map(id => document.getElementById(id)?.textContent?.trim())
          .filter(Boolean)
          .join(' ')
      }),
    )
    .toEqual(message === undefined ? undefined : expect.stringContaining(message))
}

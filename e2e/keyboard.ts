import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

const FURTHEST = 150

/** Presses Tab until the element has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let steps = 0; steps < FURTHEST; steps++) {
    if (await target.evaluate(element => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${target}.`)
}

/** Tabs to a field and replaces its value. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.press('ControlOrMeta+a')
  await (text === '' ? page.keyboard.press('Delete') : page.keyboard.type(text))
}

export async function pressOn(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
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

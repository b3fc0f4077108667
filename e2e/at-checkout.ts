import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible } from './browser.ts'

/** Adds one of each product to the cart and opens the checkout. */
export async function checkOut(page: Page, ...slugs: string[]) {
  for (const slug of slugs) {
    await page.goto(`/product/${slug}`)
    const saved = page.waitForResponse(answer => answer.request().method() === 'PUT' && answer.ok())
    await page.getByRole('button', { name: 'Add to cart' }).first().click()
    await page.getByRole('dialog', { name: /Your cart/ }).waitFor()
    await saved
  }
  await page.getByRole('link', { name: /^Checkout/ }).click()
  await total(page).waitFor({ state: 'attached' })
}

/** Said once the cart is priced; on phones the parts of the price are folded. */
export const total = (page: Page) => page.getByRole('status').filter({ hasText: /^Total \$/ })

export const pay = (page: Page) => page.getByRole('button', { name: /^Pay/ })

/** Unfolds the summary where it is folded, on phones. */
export async function unfoldSummary(page: Page) {
  await total(page).waitFor({ state: 'attached' })
  const fold = page.getByRole('button', { name: /^Order details/, expanded: false })
  if (await fold.isVisible()) await fold.click()
}

/** On a phone: the summary is folded with its total in sight, and the bar to pay covers neither a field nor the last line. */
export async function expectThumbsReach(page: Page) {
  const fold = page.getByRole('button', { name: /^Order details/ })
  await expect.poll(() => fold.textContent()).toContain('$17.24')
  await expect.poll(() => page.getByRole('heading', { name: 'Order summary' }).isVisible()).toBe(false)
  await fold.click()
  await page.getByRole('heading', { name: 'Order summary' }).waitFor()
  await expectAccessible(page, 'the summary unfolded')
  await fold.click()
  await expect.poll(() => pay(page).count()).toBe(1)
  const bar = (await page.locator('[data-pay-bar]').boundingBox())!
  expect(bar.y + bar.height).toBeCloseTo(page.viewportSize()!.height, 0)
  const code = page.getByLabel('Promo or referral code')
  await code.focus()
  const field = (await code.boundingBox())!
  expect(field.y + field.height).toBeLessThanOrEqual(bar.y)
  const last = page.getByRole('link', { name: 'Back to the store' })
  await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
  const end = (await last.boundingBox())!
  expect(end.y + end.height).toBeLessThanOrEqual(bar.y)
}

/** A second order by the card that the first one saved, then the card's removal in the profile. */
export async function payByOnePress(page: Page) {
  await checkOut(page, 'star-fort-sticker')
  await page.getByRole('radio', { name: /^Visa ending in 4242/ }).waitFor()
  await expectAccessible(page, 'a saved card at the checkout')
  await page.getByRole('button', { name: /^Pay \$17\.24 with Visa ending 4242/ }).click()
  await page.getByRole('heading', { name: 'Payment Successful' }).waitFor()
  await page.goto('/dashboard?tab=profile')
  await page.getByRole('button', { name: 'Remove Visa ending in 4242' }).click()
  await page.getByRole('button', { name: 'Remove card' }).click()
  await page.getByText('No cards saved.').waitFor()
  await expectAccessible(page, 'saved cards in the profile')
}

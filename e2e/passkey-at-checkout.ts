import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { checkOut } from './at-checkout.ts'
import { expectBothThemes, messageTo } from './browser.ts'
import { pressOn, typeInto } from './keyboard.ts'
import { newEmail } from './shopper.ts'

/**
 * A newcomer signs in at the checkout by a code and makes a passkey there, which then signs in. The page needs a host name and an
 * authenticator.
 */
export async function makePasskeyAtCheckout(page: Page, leave: () => Promise<void>): Promise<void> {
  await checkOut(page, 'star-fort-sticker')
  const main = page.getByRole('main')
  const email = newEmail()
  await typeInto(page, main.getByLabel(/^Email/), email)
  await pressOn(page, main.getByRole('button', { name: 'Continue' }))
  await main.getByRole('textbox', { name: 'Code' }).waitFor()
  await page.keyboard.type(/\b(\d{6})\b/.exec(await messageTo(email, /\b\d{6}\b/))![1]!)
  const account = { 'Full Name': 'Riley Marsh', 'Phone Number': '(801) 555-0142', 'Birth Date': '1988-04-09' }
  const home = { 'Address Line 1': '12 Bastion Way', City: 'Ogden', State: 'UT', 'Postal Code': '84401' }
  for (const [label, text] of Object.entries({ ...account, ...home })) await main.getByLabel(label).fill(text)
  await main.getByRole('button', { name: 'Create account and continue' }).click()
  await pressOn(page, main.getByRole('button', { name: 'Make a passkey' }))
  await pressOn(page, page.getByRole('button', { name: 'Create passkey' }))
  await pressOn(page, page.getByRole('button', { name: 'I have saved them' }))
  await main.getByRole('button', { name: /^Pay \$/ }).waitFor()
  await expect.poll(() => main.getByRole('button', { name: 'Make a passkey' }).count()).toBe(0)
  await expectBothThemes(page, 'the checkout with a new passkey')
  await leave()
  await page.goto('/login')
  await page.getByRole('button', { name: 'Use a passkey' }).press('Enter')
  await page.waitForURL('**/dashboard')
}

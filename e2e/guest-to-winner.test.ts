import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible, openBrowser, visit } from './browser.ts'
import { CARD, goToPayment, newEmail, payWith, register, signIn } from './shopper.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const GIVEAWAY = 'Loaded Gear Case and Backpack'

async function buyTheSticker(page: Page) {
  await page.goto('/')
  await page.getByRole('link', { name: /store/i }).first().click()
  await page.getByRole('heading', { name: 'Store', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Add to cart: Star-Fort Sticker' }).click()
  await page.getByRole('dialog', { name: /Your cart \(1\)/ }).waitFor()
  await page.getByRole('link', { name: /^Checkout/ }).click()
  await page.getByText('You need to be signed in to complete your purchase.').waitFor()
}

async function takeASlot(page: Page): Promise<number> {
  await page.goto('/giveaways')
  await page.getByRole('button', { name: `Enter ${GIVEAWAY}` }).click()
  const dialog = page.getByRole('dialog', { name: new RegExp(GIVEAWAY) })
  await dialog.getByRole('button', { name: 'Enter giveaway' }).click()
  await dialog.getByText('Please select at least one slot').waitFor()
  const free = dialog.getByRole('gridcell', { name: /^Slot \d+, free$/ }).first()
  const slot = Number(/\d+/.exec((await free.getAttribute('aria-label'))!)![0])
  // By keyboard: Enter on the cell chooses it.
  await free.focus()
  await page.keyboard.press('Enter')
  await dialog.getByText('1 slot · 1 Bronze · 0 left after', { exact: false }).waitFor()
  await expectAccessible(page, 'slot dialog')
  await dialog.getByRole('button', { name: 'Enter giveaway' }).click()
  await dialog.getByRole('gridcell', { name: `Slot ${slot}, yours` }).waitFor()
  return slot
}

async function drawEarly(page: Page) {
  await signIn(page, 'admin@redoubt.test')
  await page.goto('/admin?tab=giveaways')
  await page.getByRole('button', { name: `Select winner of ${GIVEAWAY}` }).click()
  await page.getByText('A draw happens once and cannot be undone.').waitFor()
  await expectAccessible(page, 'draw confirmation')
  await page.getByLabel(/Type .* to confirm/).fill(GIVEAWAY)
  await page.getByLabel('Reason, shown to everybody').fill('The journey ends here.')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Select Winner' }).click()
  await page.getByText(/Winner selected: Slot \d+/).waitFor()
}

describe('a stranger', () => {
  it('registers, buys, earns a credit, takes a slot, and sees the winner that an admin drew', async () => {
    const { context, page, errors } = await visit(browser)
    await buyTheSticker(page)
    const email = newEmail()
    await register(page, email)
    await page.waitForURL('**/dashboard*')
    await goToPayment(page)
    await payWith(page, CARD)
    await page.getByRole('heading', { name: 'Payment Successful' }).waitFor()
    await page.getByRole('heading', { name: 'Credits earned' }).waitFor()
    await page.getByRole('link', { name: 'See your order' }).click()
    await page.getByRole('heading', { name: /RD-/ }).waitFor()
    await expectAccessible(page, 'order')

    const slot = await takeASlot(page)
    await page.goto('/dashboard?tab=giveaways')
    await page.getByText(GIVEAWAY).waitFor()
    await page
      .getByText(new RegExp(`\\b${slot}\\b`))
      .first()
      .waitFor()

    const staff = await visit(browser)
    await drawEarly(staff.page)
    await page.goto('/giveaways?tab=past')
    await page.getByRole('link', { name: GIVEAWAY }).first().click()
    await page
      .getByText('This giveaway was drawn before its drawing date by a member of staff.', { exact: false })
      .waitFor()
    await page.getByRole('button', { name: 'Check this draw' }).click()
    await page.getByText('Secret and list give this winner and no other.').waitFor()
    expect(await page.getByText('False', { exact: true }).count()).toBe(0)
    await expectAccessible(page, 'result')
    expect([...errors, ...staff.errors]).toEqual([])
    await context.close()
    await staff.context.close()
  })
})

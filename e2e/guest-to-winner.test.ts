import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible, openBrowser, visit } from './browser.ts'
import { apiAs, beginSignedIn, CARD, goToPayment, newEmail, payWith, register } from './shopper.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

/** Creates a separate giveaway for each run, because a draw happens once. */
async function makeGiveaway(title: string): Promise<void> {
  const admin = await apiAs('admin@redoubt.test')
  const description = 'Everything that a weekend in the hills asks for.'
  const more = { tier: 'Bronze', value: 450, totalSlots: 60, startDate: '2026-01-02T09:00:00.000Z' }
  expect((await admin('/giveaways', { title, description, ...more })).status).toBe(200)
}

async function buyTheSticker(page: Page) {
  await page.goto('/')
  await page.locator('a[href="/store"]:visible').first().click()
  await page.getByRole('heading', { name: 'Store', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Add to cart: Star-Fort Sticker' }).click()
  await page.getByRole('dialog', { name: /Your cart \(1\)/ }).waitFor()
  await page.getByRole('link', { name: /^Checkout/ }).click()
  await page.getByText('You need to be signed in to complete your purchase.').waitFor()
}

async function takeASlot(page: Page, giveaway: string): Promise<number> {
  await page.goto('/giveaways')
  await page.getByRole('button', { name: `Enter giveaway: ${giveaway}` }).click()
  const dialog = page.getByRole('dialog', { name: new RegExp(giveaway) })
  await dialog.getByRole('button', { name: 'Enter giveaway' }).click()
  await dialog.getByText('Please select at least one slot').waitFor()
  const free = dialog.getByRole('gridcell', { name: /^Slot \d+, free$/ }).first()
  const slot = Number(/\d+/.exec((await free.getAttribute('aria-label'))!)![0])
  // By keyboard: Enter on the cell selects it.
  await free.focus()
  await page.keyboard.press('Enter')
  await dialog.getByText('1 slot · 1 Bronze · 0 left after', { exact: false }).waitFor()
  await expectAccessible(page, 'slot dialog')
  await dialog.getByRole('button', { name: 'Enter giveaway' }).click()
  await dialog.getByRole('gridcell', { name: `Slot ${slot}, yours` }).waitFor()
  return slot
}

async function drawEarly(page: Page, giveaway: string) {
  await beginSignedIn(page, 'admin@redoubt.test')
  await page.goto('/admin?tab=giveaways')
  await page.getByRole('button', { name: `Select winner of ${giveaway}` }).click()
  await page.getByText('A draw happens once and cannot be undone.').waitFor()
  await expectAccessible(page, 'draw confirmation')
  await page.getByLabel(/Type .* to confirm/).fill(giveaway)
  await page.getByLabel('Reason, shown to everybody').fill('The journey ends here.')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Select Winner' }).click()
  await page.getByText('decides. It comes', { exact: false }).waitFor()
  await expectAccessible(page, 'countdown to the round')
  await page.getByText(/Winner selected: Slot \d+/).waitFor()
}

describe('a stranger', () => {
  it.each([1440, 390])(
    'a stranger registers, buys, earns a credit, takes a slot, and sees the drawn winner, at %i px [B-1.1] [B-1.2] [B-1.14] [B-1.20] [B-2.11] [B-2.15] [B-2.37] [B-10.3] [B-10.9] [B-10.24]',
    async width => {
      const giveaway = `Weekend Kit ${width}`
      await makeGiveaway(giveaway)
      const { context, page, errors } = await visit(browser, { width })
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

      const slot = await takeASlot(page, giveaway)
      await page.goto('/dashboard?tab=giveaways')
      await page.getByText(giveaway).waitFor()
      await page
        .getByRole('main')
        .getByText(new RegExp(`\\b${slot}\\b`))
        .first()
        .waitFor()

      const staff = await visit(browser, { width })
      await drawEarly(staff.page, giveaway)
      await page.goto('/giveaways?tab=past')
      await page.getByRole('link', { name: giveaway }).first().click()
      await page
        .getByText('The list of this giveaway was frozen before its date by a member of staff', { exact: false })
        .waitFor()
      await page.getByRole('button', { name: 'Check here' }).click()
      await page.getByText('This draw is true').waitFor()
      await page.getByText('Receipt kept in this browser').waitFor()
      await page.getByRole('button', { name: 'Prove that I am in' }).click()
      await page.getByText(`You are in: number ${slot}, as your receipt says.`).waitFor()
      expect(await page.getByText('False', { exact: true }).count()).toBe(0)
      await expectAccessible(page, 'result')
      expect([...errors, ...staff.errors]).toEqual([])
      await context.close()
      await staff.context.close()
    },
  )
})

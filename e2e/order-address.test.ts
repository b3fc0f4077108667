import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible, messageTo, openPage, testBrowser, visit } from './browser.ts'
import { beginAsNewcomer, beginSignedIn, CARD, goToPayment, newEmail, PASSWORD, payWith } from './shopper.ts'
import { widthsOf } from './widths.ts'

const browser = await testBrowser()

const ADDRESS = [
  ['Address Line 1', '12 Bastion Way'],
  ['City', 'Ogden'],
  ['State', 'UT'],
  ['Postal Code', '84401'],
] as const

async function register(page: Page, email: string) {
  await openPage(page, '/register')
  const account = [
    ['Full Name', 'Riley Marsh'],
    ['Email', email],
    ['Phone Number', '(801) 555-0142'],
    ['Birth Date', '1988-04-09'],
    ['Password', PASSWORD],
    ['Confirm Password', PASSWORD],
  ] as const
  for (const [label, text] of [...account, ...ADDRESS])
    await page
      .locator('main')
      .getByLabel(new RegExp(`^${label}`))
      .fill(text)
  await page.getByLabel('SMS Notifications').check()
  await page.getByRole('button', { name: 'Create Account' }).click()
  await page.waitForURL('**/confirm-account')
}

/** Buys a sticker and opens the order's page. @returns its reference. */
async function buySticker(page: Page): Promise<string> {
  await page.goto('/store')
  await page.getByRole('button', { name: 'Add to cart: Star-Fort Sticker' }).click()
  await page.getByRole('dialog', { name: /Your cart \(1\)/ }).waitFor()
  await goToPayment(page)
  await payWith(page, CARD)
  await page.getByRole('heading', { name: 'Payment Successful' }).waitFor()
  await expectAfterwards(page)
  await page.getByRole('link', { name: 'See your order' }).click()
  return (await page.getByRole('heading', { level: 1, name: /^RD-/ }).textContent())!
}

/** What was bought, where it goes, the giveaways that the Bronze credit opens, and the offer of Premium last. */
async function expectAfterwards(page: Page): Promise<void> {
  const region = (name: string) => page.getByRole('region', { name })
  await region('What you bought').getByText('Star-Fort Sticker').waitFor()
  await region('Where it goes').waitFor()
  const opened = region('Your new credits open these giveaways')
  await opened.getByRole('listitem').first().waitFor()
  const premium = page.getByRole('heading', { name: 'Upgrade to Premium' })
  await premium.waitFor()
  expect((await premium.boundingBox())!.y).toBeGreaterThan((await opened.boundingBox())!.y)
}

const shipping = (page: Page) => page.getByRole('region', { name: 'Shipping' })
const shipTo = (page: Page) => page.getByRole('region', { name: 'Ship to' })

describe.each(widthsOf(390))('at %i px', width => {
  it('an address of a registration that is confirmed on another device is on the order [B-5.31] [B-4.14] [B-10.76]', async () => {
    const here = await visit(browser, { width })
    const email = newEmail()
    await register(here.page, email)
    await here.context.close()

    const { context, page, errors } = await visit(browser, { width: width === 390 ? 1440 : 390 })
    await page.goto(/http\S+confirm-account#\S+/.exec(await messageTo(email, /confirm-account#/))![0])
    await page.getByRole('button', { name: 'Confirm Account' }).click()
    await page.getByText('Your shipping address has been saved to your profile.').waitFor()
    await page.waitForURL('**/login')
    await page.getByLabel(/^Email/).fill(email)
    await page.getByLabel(/^Password/).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await page.waitForURL('**/dashboard')
    await openPage(page, '/dashboard?tab=profile')
    await expect.poll(() => page.getByLabel('SMS Notifications').isChecked()).toBe(true)
    await buySticker(page)
    await shipping(page).getByText('12 Bastion Way').waitFor()
    await expect.poll(() => page.getByText('This order waits for your shipping address').count()).toBe(0)
    expect(errors).toEqual([])
    await context.close()
  })

  it('a paid order waits for its address; its buyer adds it, staff see it, and the packing ends corrections [B-11.49]', async () => {
    const { context, page, errors } = await visit(browser, { width })
    await beginAsNewcomer(page, newEmail(), { hasAddress: false })
    const reference = await buySticker(page)
    const path = new URL(page.url()).pathname
    await page.getByText('This order waits for your shipping address').waitFor()
    await expectAccessible(page, 'order without an address')

    await page.getByRole('button', { name: 'Add shipping address' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add the shipping address' })
    const save = dialog.getByRole('button', { name: 'Save Address' })
    await expect.poll(() => dialog.getByLabel(/^Full Name/).inputValue()).toBe('Riley Marsh')
    await save.click()
    await dialog.getByText('Address Line 1 is required').or(dialog.getByText('Address is required')).waitFor()
    await expectAccessible(page, 'dialog of the address')
    for (const [label, text] of ADDRESS) await dialog.getByLabel(new RegExp(`^${label}`)).fill(text)
    // A failed save keeps what was typed.
    await page.route('**/api/orders/*/shipping-address', route => route.fulfill({ status: 500, body: 'oops' }))
    await save.click()
    await dialog.getByRole('alert').getByText('The address could not be saved. Please try again.').waitFor()
    await expect.poll(() => dialog.getByLabel('City').inputValue()).toBe('Ogden')
    await page.unroute('**/api/orders/*/shipping-address')
    await save.click()
    await dialog.waitFor({ state: 'hidden' })
    await shipping(page).getByText('12 Bastion Way').waitFor()
    await page.getByText('Shipping address saved', { exact: true }).waitFor()
    await expect.poll(() => page.getByText('This order waits for your shipping address').count()).toBe(0)

    const staff = await visit(browser, { width })
    await beginSignedIn(staff.page, 'admin@redoubt.test')
    await openPage(staff.page, `/admin?tab=orders&order=${path.split('/').at(-1)}`)
    await staff.page.getByRole('heading', { name: reference }).waitFor()
    await shipTo(staff.page).getByText('12 Bastion Way').waitFor()
    const buyer = staff.page.getByRole('region', { name: 'Buyer' })
    await expect
      .poll(() => buyer.getByRole('link', { name: '+18015550142' }).getAttribute('href'))
      .toBe('tel:+18015550142')
    await shipTo(staff.page).getByRole('button', { name: 'Correct the address' }).click()
    const correction = staff.page.getByRole('dialog', { name: 'Correct the shipping address' })
    await correction.getByLabel(/^Address Line 2/).fill('Gate 4')
    await correction.getByRole('button', { name: 'Save Address' }).click()
    await correction.getByLabel('Reason, for staff').fill('The buyer called.')
    await expectAccessible(staff.page, 'dialog of the address for staff')
    await correction.getByRole('button', { name: 'Save Address' }).click()
    await correction.waitFor({ state: 'hidden' })
    await shipTo(staff.page).getByText('Gate 4').waitFor()
    await expectAccessible(staff.page, 'order of staff with its buyer')

    // The buyer's open page follows.
    await shipping(page).getByText('Gate 4').waitFor()
    await shipping(page).getByRole('button', { name: 'Correct the address' }).click()
    const own = page.getByRole('dialog', { name: 'Correct the shipping address' })
    await own.getByLabel('City').fill('Provo')
    await staff.page.getByRole('button', { name: 'Mark as packed' }).click()
    await staff.page.getByText('The order is packed').waitFor()
    await own.getByRole('button', { name: 'Save Address' }).click()
    await own.getByText('This order is packed now. Please look at it again.').waitFor()
    await expect.poll(() => own.getByLabel('City').inputValue()).toBe('Provo')
    await own.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Leave', exact: true }).click()
    await expect.poll(() => shipping(page).getByRole('button').count()).toBe(0)

    await buyer.getByRole('link', { name: 'Riley Marsh' }).click()
    await staff.page.waitForURL(/tab=users&user=/)
    await staff.page.getByRole('heading', { name: 'Riley Marsh' }).waitFor()
    expect([...errors, ...staff.errors].filter(error => !/status of (409|500)/.test(error))).toEqual([])
    await staff.context.close()
    await context.close()
  })
})

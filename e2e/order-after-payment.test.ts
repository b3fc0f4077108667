import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { extractText, getDocumentProxy } from 'unpdf'
import { expect, it } from 'vitest'
import { MISSING_REASON } from '#kernel/values/reason.ts'
import { expectAccessible, messageTo, openPage, testBrowser, visit } from './browser.ts'
import { choose, pressOn, typeInto } from './keyboard.ts'
import { beginAsNewcomer, beginSignedIn, CARD, goToPayment, newEmail, payWith } from './shopper.ts'
import { widthsOf } from './widths.ts'

const browser = await testBrowser()

const TRACKING = '9400 1118 9922 3344 5566 77'
const TRACKED = '9400111899223344556677'

/** Buys two stickers that earn one Bronze credit each. @returns the order's path and reference. */
async function buyTwoStickers(page: Page): Promise<{ path: string; reference: string }> {
  await page.goto('/store')
  await page.getByRole('button', { name: 'Add to cart: Star-Fort Sticker' }).click()
  const drawer = page.getByRole('dialog', { name: /Your cart/ })
  await drawer.getByRole('button', { name: 'Increase' }).click()
  await page.getByRole('dialog', { name: /Your cart \(2\)/ }).waitFor()
  await goToPayment(page)
  await payWith(page, CARD)
  await page.getByRole('heading', { name: 'Payment Successful' }).waitFor()
  const paid = page.getByRole('region', { name: 'What you paid' }).locator('dd')
  await expect.poll(() => paid.allTextContents()).toEqual(['$30.00', '$0.00', '$2.00', '$0.00', '$2.48', '$34.48'])
  await page.getByRole('region', { name: 'What you bought' }).getByText(/^SKU /).waitFor()
  await expectAccessible(page, 'paid, line by line')
  await page.getByRole('link', { name: 'See your order' }).click()
  const reference = await page.getByRole('heading', { level: 1, name: /^RD-/ }).textContent()
  return { path: new URL(page.url()).pathname, reference: reference! }
}

async function download(page: Page, button: string): Promise<Buffer> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()])
  return readFile(await file.path())
}

/** Staff find the order by its number and open it from the list. */
async function findOrder(page: Page, reference: string) {
  await openPage(page, '/admin?tab=orders')
  await page.getByRole('searchbox', { name: 'Search orders' }).fill(reference)
  await page.waitForURL(url => url.searchParams.get('q') === reference)
  const rows = page.getByRole('table', { name: 'Orders' }).getByRole('row')
  const row = rows.filter({ hasText: reference })
  // The header row and the matching order.
  await expect.poll(() => rows.count()).toBe(2)
  await row.getByText('Paid', { exact: true }).filter({ visible: true }).waitFor()
  await expectAccessible(page, 'orders of staff')
  const csv = (await download(page, 'Export CSV')).toString()
  expect(csv).toContain(reference)
  expect(csv.trim().split('\n')).toHaveLength(2)
  await row.getByRole('link', { name: reference }).click()
  await page.getByRole('heading', { name: reference }).waitFor()
}

async function packAndShip(page: Page) {
  await pressOn(page, page.getByRole('button', { name: 'Mark as packed' }))
  await page.getByText('The order is packed').waitFor()
  await pressOn(page, page.getByRole('button', { name: 'Ship', exact: true }))
  const dialog = page.getByRole('dialog', { name: /^Ship RD-/ })
  await choose(page, dialog.getByLabel('Carrier'), 'USPS')
  await typeInto(page, dialog.getByLabel('Tracking number'), 'not/a/number')
  await pressOn(page, dialog.getByRole('button', { name: 'Mark as shipped' }))
  await dialog.getByText('A tracking number has letters and digits only.').waitFor()
  await typeInto(page, dialog.getByLabel('Tracking number'), TRACKING)
  await pressOn(page, dialog.getByRole('button', { name: 'Mark as shipped' }))
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Mark as delivered' }).waitFor()
}

/** Refunds one of two stickers: 15.00 of 30.00, half of the fee, the tax on that half, and one credit. */
async function refundOne(page: Page, reference: string) {
  await pressOn(page, page.getByRole('button', { name: 'Refund', exact: true }))
  const dialog = page.getByRole('alertdialog', { name: `Refund ${reference}` })
  await dialog.getByRole('button', { name: /^Refund \$34\.48$/ }).waitFor()
  await pressOn(page, dialog.getByRole('button', { name: 'Decrease' }))
  await dialog.getByRole('button', { name: /^Refund \$17\.\d\d$/ }).waitFor()
  const taken = dialog.getByRole('row').filter({ hasText: 'Bronze' }).getByRole('cell')
  await expect.poll(() => taken.allTextContents()).toEqual(['1', '0', '1'])
  const confirm = dialog.getByRole('button', { name: /^Refund \$/ })
  await expect.poll(() => confirm.isDisabled()).toBe(true)
  await typeInto(page, dialog.getByLabel(/Type .* to confirm/), reference)
  const reason = dialog.getByLabel('Reason, for staff')
  await pressOn(page, confirm)
  await dialog.getByRole('alert').getByText(MISSING_REASON).waitFor()
  await typeInto(page, reason, 'It came with a torn edge.')
  await pressOn(page, confirm)
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText('It came with a torn edge.').first().waitFor()
}

it.each(widthsOf(390))(
  'an order is bought, packed, shipped and refunded in part at %i px, and its buyer sees each step [B-10.11] [B-11.16] [B-13.47] [B-13.77] [B-2.111]',
  async width => {
    const shopper = await visit(browser, { width, theme: 'light' })
    const email = newEmail()
    await beginAsNewcomer(shopper.page, email)
    const { path, reference } = await buyTwoStickers(shopper.page)
    const { page } = shopper
    await page.getByText('We are getting your order ready.').waitFor()

    const staff = await visit(browser, { width })
    await beginSignedIn(staff.page, 'admin@redoubt.test')
    await findOrder(staff.page, reference)
    await expectAccessible(staff.page, 'order of staff')
    await packAndShip(staff.page)

    // The open order page updates without a reload.
    await page.getByText('Your parcel is on its way.').waitFor()
    const tracking = page.getByRole('link', { name: TRACKED })
    await expect.poll(() => tracking.first().getAttribute('href')).toContain(TRACKED)
    await page.getByRole('listitem').filter({ hasText: 'Shipped' }).getByText('USPS').first().waitFor()
    expect(await messageTo(email, /shipped|on its way/i)).toContain(TRACKED)

    await refundOne(staff.page, reference)
    await page.getByText('Partly refunded').waitFor()
    await page.getByRole('heading', { name: 'Refund', exact: true }).waitFor()
    await page.getByText('Credits taken back: 1 Bronze').waitFor()
    await page.getByText('1 of 2 refunded').waitFor()
    await expectAccessible(page, 'order, refunded in part')
    await messageTo(email, /refund/i)

    const pdf = await download(page, 'Download PDF')
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true })
    for (const words of [`Receipt ${reference}`, 'Star-Fort Sticker', '1 of 2 refunded', 'CREDITS TAKEN BACK'])
      expect(text).toContain(words)
    await page.getByRole('link', { name: 'Receipt', exact: true }).click()
    await page.getByRole('heading', { name: `Receipt ${reference}` }).waitFor()
    await page.getByText('Paid after refunds').waitFor()
    await expectAccessible(page, 'receipt')
    await page.goto('/dashboard?tab=purchases')
    await page.getByText('1 of 2 refunded').filter({ visible: true }).waitFor()
    expect(path).toMatch(/^\/orders\//)
    expect([...shopper.errors, ...staff.errors].filter(error => !error.includes('400 (Bad Request)'))).toEqual([])
    await shopper.context.close()
    await staff.context.close()
  },
)

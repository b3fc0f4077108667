import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { unfoldSummary } from './at-checkout.ts'
import { expectAccessible, expectLegible, openPage, testBrowser, visit } from './browser.ts'
import { ownName } from './own-names.ts'
import { apiAs, beginAsNewcomer, beginSignedIn, CARD, payWith } from './shopper.ts'
import { widthsOf } from './widths.ts'

const browser = await testBrowser()
const admin = await apiAs('admin@redoubt.test')
const made: string[] = []
afterAll(async () => {
  // Other journeys count the products of the store.
  for (const id of made) await admin(`/products/${id}`, {}, 'DELETE')
  await emptyCart()
})

const emptyCart = async () => (await apiAs('shopper@redoubt.test'))('/my/cart', { items: [] }, 'PUT')

async function makeProduct(name: string, price: number, stock: number) {
  const sku = `MEND-${made.length}-${Date.now()}`
  const { json } = await admin('/products', { name, price, variants: [{ sku, options: {}, stock }] })
  made.push(json.id)
  const detail = (await admin(`/admin/products/${json.id}`)).json
  const variantId: string = detail.variants[0].id
  const sell = async (units: number) =>
    expect((await admin(`/admin/products/${json.id}/stock`, { variantId, by: -units })).status).toBe(200)
  return { id: json.id as string, slug: json.slug as string, name, sell }
}

async function addToCart(page: Page, { slug, name }: { slug: string; name: string }, quantity: number) {
  await openPage(page, `/product/${slug}`)
  const field = page.getByRole('main').getByRole('spinbutton', { name: `Quantity of ${name}` })
  await field.fill(String(quantity))
  await field.blur()
  await page.getByRole('button', { name: 'Add to cart', exact: true }).first().click()
  await page.getByRole('dialog', { name: /^Your cart/ }).waitFor()
}

const amountOf = (page: Page, name: string) =>
  page
    .locator('dl > div', { has: page.locator(`dt:text-is("${name}")`) })
    .locator('dd')
    .textContent()
const details = (page: Page) => page.getByRole('spinbutton')
const pay = (page: Page) => page.getByRole('button', { name: /^(Pay|Place order)/ })

describe.each(widthsOf(390))('a checkout at %i px', width => {
  it('says what changed, is mended on the page and charges what was shown [B-10.59] [B-10.60] [B-10.61] [B-10.62] [B-10.63] [B-10.65]', async () => {
    const few = await makeProduct(ownName('Mending Kit'), 10, 18)
    const last = await makeProduct(ownName('Mending Spool'), 20, 1)
    const { context, page } = await visit(browser, { width })
    await addToCart(page, few, 20)
    await page.getByText(`${few.name}: only 18 left. Quantity changed to 18.`).first().waitFor()
    const drawer = page.getByRole('dialog', { name: 'Your cart (18)' })
    await drawer.getByText('Only 18 left.', { exact: true }).waitFor()
    await expectAccessible(page, 'a cart within the stock')
    await addToCart(page, last, 1)

    await beginAsNewcomer(page)
    await page.evaluate(() => localStorage.setItem('age_verified', 'true'))
    await page.goto('/checkout')
    const most = 'until your first order is paid, you can order at most 10 of one thing. Quantity changed to 10.'
    await page.getByText(`${few.name}: ${most}`).waitFor()
    await expect.poll(() => amountOf(page, 'Subtotal')).toBe('$120.00')
    await page.getByRole('checkbox', { name: 'SMS Notifications' }).check()

    await few.sell(12)
    await last.sell(1)
    await pay(page).click()
    const refusal = page
      .getByRole('alert')
      .getByText('Please check the changed order before you pay.', { exact: false })
    await expect.poll(() => refusal.textContent()).toContain(`${few.name}: only 6 left. Quantity changed to 6.`)
    await expect.poll(() => refusal.textContent()).toContain(`${last.name} is sold out and is left out.`)
    await page.getByRole('status').getByText(`${last.name} is sold out and is left out.`).waitFor()
    await expect.poll(() => amountOf(page, 'Subtotal')).toBe('$60.00')
    await expect.poll(() => details(page).inputValue()).toBe('6')
    await expectAccessible(page, 'a changed order')
    await expectLegible(page, 'light', 'a changed order')

    await page.getByRole('button', { name: `Remove ${last.name}` }).click()
    await page.getByText('Left out', { exact: true }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Decrease' }).click()
    await expect.poll(() => amountOf(page, 'Subtotal')).toBe('$50.00')
    await expect
      .poll(() => page.getByText('Quantity changed to 6.', { exact: false }).locator('visible=true').count())
      .toBe(1)

    // The opened payment holds the pieces; its shopper can still buy them, and the new address counts.
    await pay(page).click()
    await page.waitForURL('**/dev/stripe/pay/**')
    await few.sell(1)
    await page.goto('/checkout')
    await expect.poll(() => amountOf(page, 'Subtotal')).toBe('$50.00')
    await page.getByRole('checkbox', { name: 'SMS Notifications' }).check()
    await page.getByRole('button', { name: 'Change the shipping address' }).click()
    await page.getByLabel('City').fill('')
    await page.getByRole('button', { name: 'Save Address' }).click()
    await page.getByText('City is required').first().waitFor()
    await page.getByLabel('City').fill('Provo')
    await expectAccessible(page, 'the address at the checkout')
    await page.getByRole('button', { name: 'Save Address' }).click()
    await page.getByText('Provo', { exact: false }).first().waitFor()
    await shipElsewhere(page, `${width} Depot Road`)
    await expect.poll(() => page.getByRole('checkbox', { name: 'SMS Notifications' }).isChecked()).toBe(true)
    const total = await amountOf(page, 'Total')
    await pay(page).click()
    await payWith(page, CARD)
    await page.getByRole('link', { name: 'See your order' }).click()
    await page.getByText(`${width} Depot Road`).first().waitFor()
    await page.getByText(total!, { exact: true }).first().waitFor()
    await context.close()
  })

  it('offers nothing to pay when nothing can be bought, and no codes for a membership [B-10.62] [B-10.64]', async () => {
    await emptyCart()
    const gone = await makeProduct(ownName('Mending Needle'), 10, 5)
    const { context, page } = await visit(browser, { width })
    await beginSignedIn(page, 'shopper@redoubt.test')
    await addToCart(page, gone, 2)
    expect((await admin(`/products/${gone.id}`, { inStock: false }, 'PATCH')).status).toBe(200)
    // The open cart offers no checkout once it hears of this.
    await page.goto('/checkout')
    await page.getByText('Nothing in your cart can be bought right now.').waitFor()
    await page.getByRole('main').getByText(`${gone.name} can no longer be bought and is left out.`).waitFor()
    await expect.poll(() => pay(page).count()).toBe(0)
    await expectAccessible(page, 'nothing to buy')
    await page.getByRole('button', { name: `Remove ${gone.name}` }).click()
    await page.getByText('Your cart is empty. Please add items before checkout.').waitFor()

    await page.evaluate(() => localStorage.setItem('redoubt.checkout-codes', '["WELCOME10"]'))
    await page.goto('/product/premium-monthly')
    await page.getByRole('button', { name: 'Add to cart', exact: true }).first().click()
    await page.getByRole('link', { name: /^Checkout/ }).click()
    await page.getByRole('button', { name: 'Pay $24.99 / month' }).waitFor()
    await expect.poll(() => page.getByLabel('Promo or referral code').count()).toBe(0)
    await expect.poll(() => page.evaluate(() => localStorage.getItem('redoubt.checkout-codes'))).toBe('["WELCOME10"]')
    await unfoldSummary(page)
    await page.getByRole('button', { name: /^Remove / }).click()
    await page.getByText('Your cart is empty. Please add items before checkout.').waitFor()
    await context.close()
  })
})

/** Adds an address to the book, goes back to the default and chooses the added one again. A reload keeps the choice [B-10.84]. */
async function shipElsewhere(page: Page, line1: string) {
  const press = (name: string) => page.getByRole('button', { name }).click()
  await press('Ship elsewhere')
  const back = page.getByRole('button', { name: /^Ship here: .*Provo/ })
  const add = page.getByRole('button', { name: 'Add an address' })
  await add.or(page.getByLabel('Address Line 1')).first().waitFor()
  if (await add.isVisible()) await add.click()
  await page.getByLabel('Address Line 1').fill(line1)
  await page.getByLabel('City').fill('Boise')
  await page.getByLabel('State').fill('ID')
  await press('Save Address')
  await page.getByText('Postal Code is required').first().waitFor()
  await page.getByLabel('Postal Code').fill('83702')
  await press('Save Address')
  await page.getByText(line1).waitFor()
  await press('Ship elsewhere')
  await expectAccessible(page, 'the choice of an address')
  await back.click()
  await page.getByText('Provo', { exact: false }).first().waitFor()
  await press('Ship elsewhere')
  await press(`Ship here: ${line1}`)
  await page.getByText('Boise', { exact: false }).first().waitFor()
}

import { expect, it } from 'vitest'
import { expectAccessible, testBrowser, visit } from './browser.ts'
import { delayAnswers } from './delay.ts'
import { apiAs, beginAsNewcomer, CARD, goToPayment, payWith } from './shopper.ts'

const browser = await testBrowser()

const flat = (name: string, amount: number, days: number) => ({
  ...{ name, measure: 'flat', bands: [{ from: 0, below: null, amount }], freeFrom: null, tareGrams: 0 },
  ...{ daysFrom: days, daysTo: days + 2 },
})

it('a shopper chooses the method of shipping on a phone, pays what it costs, and reads it on the order [B-41.12]', async () => {
  const owner = await apiAs('admin@redoubt.test')
  const methods = [flat('Ground', 5, 3), flat('Express', 24, 1)]
  const zone = { name: 'Utah', states: ['UT'], isServed: true, methods }
  const { json: made } = await owner('/admin/shipping/zones', zone)
  try {
    const { context, page, errors } = await visit(browser, { width: 390 })
    await beginAsNewcomer(page)
    await page.goto('/store')
    await page.getByRole('button', { name: 'Add to cart: Star-Fort Sticker' }).click()
    await page.getByText('Tax and shipping are added at checkout.').waitFor()
    await page.getByRole('link', { name: /^Checkout/ }).click()
    const methodOf = (name: string) => page.getByRole('radio', { name: new RegExp(`^${name}`) })
    await expect.poll(() => methodOf('Ground').isChecked()).toBe(true)
    await page.getByText('$5.00, arrives in 5 to 7 business days').waitFor()
    await expectAccessible(page, 'the choice of shipping')
    const pay = page.getByRole('button', { name: /^Pay \$/ })
    const total = async () => Number(/\$([\d.]+)/.exec((await pay.textContent()) ?? '')?.[1])
    const before = await total()
    await methodOf('Ground').focus()
    const answer = await delayAnswers(page, '**/api/payments/quote', route => route.continue())
    await page.keyboard.press('ArrowDown')
    // The press is shown at once, and nothing can be paid until its price is there.
    await page.getByRole('button', { name: 'Updating your order...' }).waitFor()
    await expect.poll(() => methodOf('Express').isChecked()).toBe(true)
    answer()
    await expect.poll(total).toBeCloseTo(before + 19, 2)
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    // The choice survives a reload.
    await page.reload()
    await expect.poll(() => methodOf('Express').isChecked()).toBe(true)
    await goToPayment(page)
    await payWith(page, CARD)
    await page.getByRole('heading', { name: 'Payment Successful' }).waitFor()
    await page.getByRole('link', { name: 'See your order' }).click()
    await page.getByText('Sent by Express').waitFor()
    // The choice was for that order: the next one begins with the lowest price.
    await page.goto('/store')
    await page.getByRole('button', { name: 'Add to cart: Star-Fort Sticker' }).click()
    await page.getByRole('link', { name: /^Checkout/ }).click()
    await expect.poll(() => methodOf('Ground').isChecked()).toBe(true)
    expect(errors).toEqual([])
    await context.close()
  } finally {
    await owner(`/admin/shipping/zones/${made.id}`, undefined, 'DELETE')
  }
})

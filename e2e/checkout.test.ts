import type { Page } from 'playwright-core'
import { afterAll, expect, it } from 'vitest'
import { checkOut, expectThumbsReach, pay, payByOnePress, total } from './at-checkout.ts'
import { expectAccessible, testBrowser, visit } from './browser.ts'
import { tabTo } from './keyboard.ts'
import { apiAs, beginAsNewcomer, beginSignedIn, CARD, DECLINED_CARD, newEmail, payWith } from './shopper.ts'

const browser = await testBrowser()
const admin = await apiAs('admin@redoubt.test')
let made = 0
afterAll(async () => {
  // Other journeys start with an empty cart.
  for (const email of ['shopper@redoubt.test', 'premium@redoubt.test']) await emptyCart(email)
})

const emptyCart = async (email: string) => (await apiAs(email))('/my/cart', { items: [] }, 'PUT')

/** Creates a separate coupon for each journey. */
async function makeCoupon(terms: object = {}): Promise<string> {
  const code = `JOURNEY-${Date.now()}-${made++}`
  const discount = { kind: 'percent', amount: 20 }
  const answer = await admin('/admin/codes', { code, discount, ...terms })
  expect([answer.status, answer.json.detail]).toEqual([200, undefined])
  return code
}

/** Opens a visitor who has confirmed the age before, with an empty cart. */
async function visitAs(email: string, width: number) {
  await emptyCart(email)
  const visitor = await visit(browser, { width })
  await beginSignedIn(visitor.page, email)
  await visitor.page.evaluate(() => {
    localStorage.setItem('age_verified', 'true')
    for (const name of ['redoubt.cart', 'redoubt.checkout-codes']) localStorage.removeItem(name)
  })
  return visitor
}

async function apply(page: Page, code: string) {
  await page.getByLabel('Promo or referral code').fill(code)
  await page.getByRole('button', { name: 'Apply' }).click()
}
const amountOf = async (page: Page, name: string) =>
  (await page
    .locator('dl > div', { has: page.locator(`dt:text-is("${name}")`) })
    .locator('dd')
    .textContent())!.trim()
it('a coupon is refused with its reason, applied, kept through a reload and a declined card, and deducted from the payment [B-10.5] [B-10.6] [B-10.8] [B-10.11] [B-10.13] [B-10.25] [B-10.27] [B-10.31] [B-10.43] [B-10.47] [B-10.94] [B-10.95] [B-10.96] [B-11.10]', async () => {
  const { context, page, errors } = await visit(browser, { width: 390 })
  // An account of its own, because it saves a card, which would stand in the way of every later payment of a shared one.
  await beginAsNewcomer(page, newEmail())
  await page.addInitScript(() => localStorage.setItem('age_verified', 'true'))
  const dear = await makeCoupon({ minimumSubtotal: 500 })
  const good = await makeCoupon()
  await checkOut(page, 'star-fort-sticker')
  for (const anchor of ['terms', 'privacy'])
    await expect
      .poll(() => page.locator(`main a[href="/legal#${anchor}"]`).first().isVisible(), { message: anchor })
      .toBe(true)
  for (const [name, amount] of [
    ['Subtotal', '$15.00'],
    ['Discount', '$0.00'],
    ['Merchant Platform Fee', '$1.00'],
    ['Shipping', '$0.00'],
    ['Total', '$17.24'],
  ] as const)
    await expect.poll(() => amountOf(page, name), { message: name }).toBe(amount)
  await expect.poll(() => page.locator('dl > div', { hasText: /^Tax/ }).locator('dd').textContent()).toBe('$1.24')
  await expectThumbsReach(page)
  // An empty code is ignored.
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect.poll(() => page.getByLabel('Promo or referral code').getAttribute('aria-invalid')).toBeNull()
  await apply(page, 'ZEPPELIN')
  await page.getByText('Code not found').waitFor()
  await apply(page, dear)
  await page.getByText(`${dear} needs goods for $500.00.`, { exact: false }).waitFor()
  await expectAccessible(page, 'a code refused')
  await page.getByLabel('Promo or referral code').fill(good.toLowerCase())
  await page.keyboard.press('Enter')
  await page.getByText('Coupon applied').waitFor()
  await page.getByRole('button', { name: `Remove code ${good}` }).waitFor()
  await expect.poll(() => amountOf(page, 'Discount')).toBe('-$3.00')
  await page.reload()
  await page.getByRole('button', { name: `Remove code ${good}` }).waitFor()
  // A second coupon that cannot be combined is refused, and the first stays.
  await apply(page, await makeCoupon())
  await page.getByText('cannot be combined with', { exact: false }).waitFor()
  await expectAccessible(page, 'a code applied')

  await pay(page).click()
  await payWith(page, DECLINED_CARD)
  await page.getByRole('link', { name: 'Try Again' }).click()
  await page.getByRole('button', { name: `Remove code ${good}` }).waitFor()
  await expect.poll(() => amountOf(page, 'Discount')).toBe('-$3.00')
  await page.getByText('Card on the secure page of our payment provider.', { exact: false }).waitFor()
  await pay(page).click()
  await tabTo(page, page.getByLabel('Save this card for the next purchase'))
  await page.keyboard.press('Space')
  await payWith(page, CARD)
  await page.getByRole('heading', { name: 'Payment Successful' }).waitFor()
  await page.getByText('Purchase completed successfully!').first().waitFor()
  // A shopper without a membership sees the Premium offer below.
  await page.getByRole('heading', { name: 'Upgrade to Premium' }).waitFor()
  await expectAccessible(page, 'paid')
  await page.getByRole('link', { name: 'See your order' }).click()
  await page.getByText(good).first().waitFor()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('redoubt.checkout-codes'))).toBeNull()
  await payByOnePress(page)
  expect(errors.filter(error => !/40[49]/.test(error))).toEqual([])
  await context.close()
})

it('a referral is recorded, only the goods of a mixed cart are charged, and the order is complete [B-10.8] [B-10.10] [B-10.23] [B-10.25] [B-10.46] [B-10.47] [B-10.48]', async () => {
  const owner = await apiAs('shopper@redoubt.test')
  const { code } = (await owner('/my/referral-code')).json
  const { context, page } = await visitAs('premium@redoubt.test', 390)
  await checkOut(page, 'star-fort-sticker', 'premium-monthly')
  await page.getByText('Please buy subscription items in a separate cart', { exact: false }).first().waitFor()
  await expect.poll(() => amountOf(page, 'Subtotal')).toBe('$15.00')
  await apply(page, code)
  await page.getByText('Referral recorded. Thanks for supporting!').waitFor()
  await expectAccessible(page, 'a referral')
  await page.getByRole('checkbox', { name: 'Push Notifications' }).check()
  await page
    .getByText(/Push notifications|Permission denied/)
    .first()
    .waitFor()
  await pay(page).click()
  await payWith(page, CARD)
  // A member sees that the purchase is complete.
  await page.getByRole('dialog', { name: 'Purchase complete', exact: true }).waitFor()
  await expectAccessible(page, 'purchase complete')
  await page.keyboard.press('Escape')
  await page.getByText('Reference', { exact: true }).waitFor()
  // The membership stays in the cart for a separate purchase. The dialog appears only once.
  await page.reload()
  await page.getByRole('heading', { name: 'Payment Successful' }).waitFor()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await page.goto('/checkout')
  await total(page).waitFor({ state: 'attached' })
  await expect.poll(() => amountOf(page, 'Subtotal')).toBe('$24.99')
  await pay(page).click()
  await page.getByText('You already have an active membership.').waitFor()
  await context.close()
})

it('a cancelled payment charges nothing and can be tried again; the age is asked once and paying continues by itself [B-10.2] [B-10.7] [B-10.12] [B-10.14] [B-10.20] [B-10.22] [B-10.26] [B-10.38] [B-10.42] [B-10.101] [B-11.4]', async () => {
  const { context, page } = await visitAs('shopper@redoubt.test', 1440)
  await page.evaluate(() => localStorage.removeItem('age_verified'))
  await checkOut(page, 'star-fort-sticker')
  const tick = () => page.locator('.animate-march').evaluate(ground => getComputedStyle(ground).animationDuration)
  await expect.poll(tick).toBe('0.001s')
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await expect.poll(tick).toBe('9s')
  await page.emulateMedia({ reducedMotion: 'reduce' })

  const gateway = page.getByRole('radio', { name: /gateway/ })
  await expect.poll(() => page.locator('label', { has: gateway }).textContent()).toContain('Not configured')
  await pay(page).click()
  await page.getByRole('button', { name: 'I am under 21' }).click()
  await page.getByRole('alert').getByText('You must be 21 or older to complete this purchase').waitFor()
  await gateway.check()
  await pay(page).click()
  await page.getByRole('button', { name: 'I am 21 or older' }).click()
  await page.getByRole('alert').getByText('Payment not configured.').waitFor()
  await page.getByRole('radio', { name: /^Card/ }).check()
  await pay(page).click()
  await page.waitForURL('**/dev/stripe/pay/**')
  const payment = page.url()
  await page
    .getByRole('link', { name: /cart|store|back/i })
    .first()
    .click()
  await page.getByRole('heading', { name: 'Payment Cancelled' }).waitFor()
  await page.getByText('No charges were made and no credits were issued.', { exact: false }).waitFor()
  await expectAccessible(page, 'cancelled')
  expect((await page.request.get(payment)).status()).toBe(410)
  await page.getByRole('link', { name: 'Return to checkout' }).click()
  // Cancelled on the page of the order, whose payment this browser remembers.
  await pay(page).click()
  await page.waitForURL('**/dev/stripe/pay/**')
  const { orders } = (await (await apiAs('shopper@redoubt.test'))('/my/orders?limit=1')).json
  await page.goto(`/orders/${orders[0].id}`)
  await page.getByRole('button', { name: 'Cancel order' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel order' }).click()
  await page.getByText(/^Order RD-\d+ was cancelled$/).waitFor()
  await page.goto('/checkout')
  await pay(page).click()
  await payWith(page, CARD)
  await page.getByRole('heading', { name: 'Payment Successful' }).waitFor()
  // Result pages by URL: success without a session id, an unknown session, and a failed age check.
  await page.goto('/checkout?status=success')
  await page.getByRole('heading', { name: 'Payment Successful' }).waitFor()
  await page.goto('/checkout?status=success&session_id=cs_zeppelin&verification=failed')
  await page.getByRole('heading', { name: 'We could not check your payment' }).waitFor()
  await page.goto('/checkout?verification=failed')
  await page.getByText('Your age could not be verified.').waitFor()
  await context.close()
})

it('a price and a code that change at the last moment are shown before payment, and input stays [B-10.6] [B-10.10] [B-10.52]', async () => {
  const { context, page } = await visitAs('shopper@redoubt.test', 390)
  const { id } = (await (await page.request.get('/api/products/dog-tags')).json()) as { id: string }
  const code = await makeCoupon()
  const coupon = (await admin(`/admin/codes?search=${code}`)).json.codes[0]
  await checkOut(page, 'dog-tags')
  await apply(page, code)
  await page.getByText('Coupon applied').waitFor()
  await page.getByRole('checkbox', { name: 'SMS Notifications' }).check()
  expect((await admin(`/products/${id}`, { price: 40 }, 'PATCH')).status).toBe(200)
  await pay(page).click()
  await page.getByRole('alert').getByText('Prices have changed. Please check the new total before you pay.').waitFor()
  await page.getByText('Dog Tags on Ball Chain: $40.00 instead of $35.00').waitFor()
  await page.getByText(/^Total: \$.* instead of \$/).waitFor()
  await expectAccessible(page, 'prices changed')
  await expect.poll(() => amountOf(page, 'Subtotal')).toBe('$40.00')
  await expect.poll(() => page.getByRole('checkbox', { name: 'SMS Notifications' }).isChecked()).toBe(true)

  expect((await admin(`/admin/codes/${coupon.id}/pause`, {})).status).toBe(200)
  await pay(page).click()
  await page.getByText(`${code} is paused.`).first().waitFor()
  await page.waitForFunction(() => !document.querySelector('[aria-label="Applied codes"]'))
  await page.waitForFunction(() => [...document.querySelectorAll('dd')].some(amount => amount.textContent === '$0.00'))
  await expect.poll(() => amountOf(page, 'Discount')).toBe('$0.00')
  expect((await admin(`/products/${id}`, { price: 35 }, 'PATCH')).status).toBe(200)
  await context.close()
})

it('two tabs pay one cart once, and a third says that it is paid [B-10.4] [B-10.36] [B-10.53] [B-11.33]', async () => {
  const { context, page } = await visitAs('shopper@redoubt.test', 1440)
  await checkOut(page, 'star-fort-sticker')
  const [second, third] = [await context.newPage(), await context.newPage()]
  for (const tab of [second, third]) {
    await tab.goto('/checkout')
    await total(tab).waitFor({ state: 'attached' })
  }
  await pay(page).click()
  await page.waitForURL('**/dev/stripe/pay/**')
  await pay(second).click()
  await second.waitForURL('**/dev/stripe/pay/**')
  expect(second.url()).toBe(page.url())
  await payWith(page, CARD)
  await page.getByRole('heading', { name: 'Payment Successful' }).waitFor()
  await second.reload()
  await second.getByText('Nothing more will be charged.', { exact: false }).waitFor()
  await third.getByText('This cart has been paid for in another tab.').waitFor()
  await third.getByText('Your cart is empty. Please add items before checkout.').waitFor()
  for (const tab of [page, third])
    await expect
      .poll(() => tab.locator('main a[href="/store"]').first().isVisible(), { message: 'the way to the store' })
      .toBe(true)
  await context.close()
})

it('each failure has its own message: codes, the payment page, a payment without confirmation [B-10.2] [B-10.12] [B-10.33] [B-10.39] [B-10.41] [B-10.43] [B-10.45]', async () => {
  const { context, page } = await visitAs('shopper@redoubt.test', 390)
  await page.clock.install()
  await checkOut(page, 'star-fort-sticker')
  const answer = (path: string, status: number, json: object) =>
    page.route(`**/api/${path}`, route => route.fulfill({ status, json }), { times: 1 })
  await answer('codes/validate', 500, { status: 500, code: 'internal', detail: 'An error occurred.' })
  await apply(page, 'ANY')
  await page.getByText('Unable to validate code').waitFor()
  await answer('codes/validate', 404, { status: 404, code: 'not_found', detail: 'We could not find that.' })
  await apply(page, 'ANY')
  await page.getByText('Code validation not available in this environment').waitFor()

  await page.route('**/api/payments/checkout-session', route => route.fulfill({ status: 400, body: 'no JSON' }), {
    times: 1,
  })
  await pay(page).click()
  await page.getByText('An error occurred during checkout.').waitFor()
  // A payment page that never loads.
  await page.route('https://never.test/pay', route => route.fulfill({ status: 204 }))
  await answer('payments/checkout-session', 200, { id: 'cs_1', url: 'https://never.test/pay', orderId: 'o1' })
  const left = page.waitForRequest('https://never.test/pay')
  await pay(page).click()
  await left
  await page.clock.fastForward(16_000)
  await page.getByText('Redirect failed. Try again.').waitFor()

  // The request for this payment was answered, so the cart's idempotency key leads to the existing page.
  await page.reload()
  await pay(page).click()
  await page.waitForURL('**/dev/stripe/pay/**')
  const session = page.url().split('/').at(-1)
  await page.goto(`/checkout?status=success&session_id=${session}&verification=pending`)
  await page.getByText(/Your reference is RD-\d+/).waitFor()
  await page.clock.fastForward(61_000)
  await page.getByRole('alert').getByText('Warning: Credits may not have been awarded.', { exact: false }).waitFor()
  await page.goto(`/checkout?status=failed&session_id=${session}`)
  await page.getByRole('heading', { name: 'Payment Failed' }).waitFor()
  await page.goto(`/checkout?status=cancelled&session_id=${session}`)
  await page.getByRole('heading', { name: 'Payment Cancelled' }).waitFor()
  await page.goto(`/checkout?status=success&session_id=${session}`)
  await page.getByRole('heading', { name: 'Payment Cancelled' }).waitFor()
  await context.close()
})

import { expect, it } from 'vitest'
import { expectAccessible, testBrowser, visit } from './browser.ts'
import { beginAsNewcomer, CARD, goToPayment, payWith } from './shopper.ts'

const browser = await testBrowser()

const REFRESH = '**/api/subscriptions/refresh'

it('a membership bought in the store begins at its checkout; a failed check says so and can be repeated [B-10.44] [B-11.19]', async () => {
  const { context, page } = await visit(browser, { width: 390, theme: 'light' })
  await beginAsNewcomer(page)
  await page.goto('/product/premium-monthly')
  const saved = page.waitForResponse(answer => answer.request().method() === 'PUT' && answer.ok())
  await page.getByRole('button', { name: 'Add to cart' }).first().click()
  await page.getByRole('dialog', { name: /Your cart/ }).waitFor()
  await saved
  await goToPayment(page)
  // The connection fails only for this request.
  await context.route(REFRESH, route => route.abort())
  await payWith(page, CARD)
  await page.getByRole('heading', { name: 'Payment Successful' }).waitFor()
  await page.getByRole('region', { name: 'What you paid' }).getByText('/ month').waitFor()
  const failed = page.getByText('Failed to activate subscription. Please try again.')
  await failed.waitFor()
  await page.getByText('Asking again does not charge you again.', { exact: false }).waitFor()
  await expectAccessible(page, 'a membership that could not be asked about')
  await context.unroute(REFRESH)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Subscription activated successfully!').waitFor()
  await expect.poll(() => failed.count()).toBe(0)
  await expectAccessible(page, 'a membership that has begun')
  await page.goto('/dashboard?tab=subscription')
  await page.getByText('Premium Active').waitFor()
  await context.close()
})

import type { BrowserContext } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { DEMO_PASSWORD } from '#app/seed/demo-accounts.ts'
import { firstOf } from '#app/testing/suites/again.ts'
import { unfoldSummary } from './at-checkout.ts'
import { expectAccessible, testBrowser, visit } from './browser.ts'
import { apiAs, CARD, payWith } from './shopper.ts'
import { widthsOf } from './widths.ts'

const browser = await testBrowser()
afterAll(async () => {
  await (await apiAs('shopper@redoubt.test'))('/my/cart', { items: [] }, 'PUT')
})

/** Blocks what a browser blocks for a site without storage: both storages, service workers, and locks between tabs. */
const deny = (context: BrowserContext) =>
  context.addInitScript(() => {
    const refused = () => new DOMException('Access is denied for this document.', 'SecurityError')
    const closed = {
      configurable: true,
      get() {
        throw refused()
      },
    }
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
      Object.defineProperty(window, name, closed)
    Object.defineProperty(Navigator.prototype, 'serviceWorker', closed)
    LockManager.prototype.request = () => Promise.reject(refused())
  })

/** A storage that is full to the last byte. */
const fill = (context: BrowserContext) =>
  context.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    }
  })

describe.each(widthsOf(390))('at %i px', width => {
  it.each(
    firstOf([
      ['denied', deny],
      ['full', fill],
    ] as const),
  )(
    'a shopper whose storage is %s reads the home page, adds to the cart, signs in and pays [B-3.24]',
    async (_, block) => {
      const { context, page, errors } = await visit(browser, { width })
      await block(context)
      await page.goto('/')
      await page.getByRole('main').getByRole('link', { name: 'Shop the store' }).click()
      await page.getByRole('button', { name: 'Add to cart: Star-Fort Sticker' }).click()
      const drawer = page.getByRole('dialog', { name: 'Your cart (1)' })
      await drawer.getByRole('button', { name: 'Increase' }).click()
      await page.getByRole('dialog', { name: 'Your cart (2)' }).waitFor()
      await page.getByRole('link', { name: /^Checkout/ }).click()
      await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
      // The checkout has a field for an e-mail address, too, and stays until the next page is drawn, after the address changed.
      await page.getByRole('heading', { name: 'Sign In' }).waitFor()
      await page.getByLabel(/^Email/).fill('shopper@redoubt.test')
      await page.getByLabel(/^Password/).fill(DEMO_PASSWORD)
      await page.getByRole('button', { name: 'Sign In', exact: true }).click()
      await page.waitForURL('**/checkout')
      await unfoldSummary(page)
      await page.getByText('2 × $15.00').waitFor()
      await expectAccessible(page, 'the checkout without storage')
      await page.getByRole('button', { name: /^Pay/ }).click()
      await page.getByRole('button', { name: 'I am 21 or older' }).click()
      await page.waitForURL('**/dev/stripe/pay/**')
      await payWith(page, CARD)
      await page.getByRole('heading', { name: 'Payment Successful' }).waitFor()
      // The session survives a reload, because the page asks the server for it.
      await page.goto('/dashboard?tab=purchases')
      await page.getByRole('heading', { name: 'Purchase History' }).waitFor()
      await page.goto('/age-verification')
      await page.getByRole('button', { name: 'I am under 21' }).click()
      await page.getByRole('heading', { name: 'Access Denied' }).waitFor()
      // The first page asked for a session that did not exist yet.
      expect(errors.filter(error => !/ 401 /.test(error))).toEqual([])
      await context.close()
    },
  )
})

import { expect, it } from 'vitest'
import { unfoldSummary } from './at-checkout.ts'
import { expectAccessible, testBrowser, visit } from './browser.ts'
import { beginSignedIn, CARD, DECLINED_CARD, goToPayment, payWith } from './shopper.ts'
import { widthsOf } from './widths.ts'

const browser = await testBrowser()

it.each(widthsOf(390))(
  'a declined card keeps the cart, and another card pays, at %i px [B-8.32] [B-10.4] [B-10.11] [B-10.13] [B-10.21] [B-10.22] [B-10.36] [B-10.40]',
  async width => {
    const { context, page, errors } = await visit(browser, { width })
    await beginSignedIn(page, 'shopper@redoubt.test')
    await page.goto('/product/star-fort-sticker')
    await page.getByRole('button', { name: 'Add to cart' }).first().click()
    await page.getByRole('dialog', { name: /Your cart \(1\)/ }).waitFor()
    await expectAccessible(page, 'cart drawer')
    await goToPayment(page)
    await expectAccessible(page, 'payment page')
    await payWith(page, DECLINED_CARD)
    await page.getByRole('heading', { name: 'Payment Failed' }).waitFor()
    await page.getByRole('alert').getByText('Payment failed. Please try again.').waitFor()
    expect(new URL(page.url()).searchParams.get('status')).toBe('failed')
    await expectAccessible(page, 'payment failed')

    await page.getByRole('link', { name: 'Try Again' }).click()
    await unfoldSummary(page)
    await page.getByText('Star-Fort Sticker').first().waitFor()
    await goToPayment(page)
    await payWith(page, CARD)
    await page.getByRole('heading', { name: 'Payment Successful' }).waitFor()
    await page.getByText(/RD-/).first().waitFor()
    await expectAccessible(page, 'payment successful')
    await page.goto('/checkout')
    await page.getByText('Your cart is empty. Please add items before checkout.').waitFor()
    expect(errors).toEqual([])
    await context.close()
  },
)

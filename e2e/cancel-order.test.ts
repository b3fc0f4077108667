import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectAccessible, messageTo, openPage, testBrowser, visit } from './browser.ts'
import { pressOn } from './keyboard.ts'
import { beginAsNewcomer, beginSignedIn, CARD, goToPayment, newEmail, payWith } from './shopper.ts'
import { widthsOf } from './widths.ts'

const browser = await testBrowser()

/** Buys a sticker, which earns a Bronze credit, and opens the order's page. */
async function buySticker(page: Page): Promise<{ id: string; reference: string }> {
  await page.goto('/store')
  await page.getByRole('button', { name: 'Add to cart: Star-Fort Sticker' }).click()
  await page.getByRole('dialog', { name: /Your cart \(1\)/ }).waitFor()
  await goToPayment(page)
  await payWith(page, CARD)
  await page.getByRole('heading', { name: 'Payment Successful' }).waitFor()
  await page.getByRole('link', { name: 'See your order' }).click()
  const reference = await page.getByRole('heading', { level: 1, name: /^RD-/ }).textContent()
  return { id: new URL(page.url()).pathname.split('/').at(-1)!, reference: reference! }
}

const openCancel = (page: Page) => pressOn(page, page.getByRole('button', { name: 'Cancel order', exact: true }))

it.each(widthsOf(390))(
  'a shopper cancels a paid order at %i px: the dialog says first what goes back; staff who packed are first [B-11.63] [B-11.64]',
  async width => {
    const { context, page, errors } = await visit(browser, { width })
    const email = newEmail()
    await beginAsNewcomer(page, email)
    const { reference } = await buySticker(page)
    await openCancel(page)
    const dialog = page.getByRole('alertdialog', { name: `Cancel order ${reference}?` })
    const effects = dialog.getByRole('list', { name: 'What it does' })
    await effects.getByText(/^\$\d+\.\d\d goes back to the card or account you paid with\.$/).waitFor()
    await effects.getByText('1 Bronze credit is taken back.').waitFor()
    await expectAccessible(page, 'dialog of a cancellation')
    await pressOn(page, dialog.getByRole('button', { name: 'Cancel order' }))
    await dialog.waitFor({ state: 'hidden' })
    await page.getByText(`Order ${reference} was cancelled`).waitFor()
    await page.getByRole('heading', { name: 'Refund', exact: true }).waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Cancel order' }).count()).toBe(0)
    expect(await messageTo(email, /was cancelled/)).toContain('Nothing will be shipped')

    const second = await buySticker(page)
    await openCancel(page)
    const late = page.getByRole('alertdialog', { name: `Cancel order ${second.reference}?` })
    await late.getByText('1 Bronze credit is taken back.').waitFor()
    const staff = await visit(browser, { width })
    await beginSignedIn(staff.page, 'admin@redoubt.test')
    await openPage(staff.page, `/admin?tab=orders&order=${second.id}`)
    await pressOn(staff.page, staff.page.getByRole('button', { name: 'Mark as packed' }))
    await staff.page.getByText('The order is packed').waitFor()
    await pressOn(page, late.getByRole('button', { name: 'Cancel order' }))
    await page.getByText('This order is packed now. Please look at it again.').waitFor()
    expect([...errors, ...staff.errors].filter(error => !/status of 409/.test(error))).toEqual([])
    await staff.context.close()
    await context.close()
  },
)

import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { extractText, getDocumentProxy } from 'unpdf'
import { expect, it } from 'vitest'
import { expectAccessible, messageTo, openPage, testBrowser, visit } from './browser.ts'
import { beginAsNewcomer, beginSignedIn, CARD, goToPayment, newEmail, payWith } from './shopper.ts'
import { widthsOf } from './widths.ts'

const browser = await testBrowser()

/** @returns the order's reference. */
async function buySticker(page: Page): Promise<string> {
  await page.goto('/store')
  await page.getByRole('button', { name: 'Add to cart: Star-Fort Sticker' }).click()
  await page.getByRole('dialog', { name: /Your cart/ }).waitFor()
  await goToPayment(page)
  await payWith(page, CARD)
  await page.getByRole('heading', { name: 'Payment Successful' }).waitFor()
  return (await page
    .getByText(/^RD-\d+$/)
    .first()
    .textContent())!
}

async function pdfOf(page: Page, button: string): Promise<string> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button, exact: true }).click(),
  ])
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(await readFile(await file.path()))), {
    mergePages: true,
  })
  return text
}

it.each(widthsOf(390))(
  'orders are picked, printed and shipped together at %i px, with a result for each line [B-13.119] [B-13.120] [B-13.121] [B-13.122] [B-13.123]',
  async width => {
    const shopper = await visit(browser, { width })
    const email = newEmail()
    await beginAsNewcomer(shopper.page, email)
    const [first, second] = [await buySticker(shopper.page), await buySticker(shopper.page)]

    const { context, page, errors } = await visit(browser, { width })
    await beginSignedIn(page, 'admin@redoubt.test')
    await openPage(page, `/admin?tab=orders&status=to_pack&q=${encodeURIComponent(email)}`)
    const goods = page.getByRole('list', { name: /^Goods of RD-/ })
    await expect.poll(() => goods.count()).toBe(2)
    // The oldest order stands first.
    await expect.poll(() => goods.first().getAttribute('aria-label')).toBe(`Goods of ${first}`)
    await goods.first().getByText('Star-Fort Sticker').waitFor()
    await goods.first().getByText(/SKU /).waitFor()
    await expectAccessible(page, 'orders to pack')

    for (const reference of [first, second]) await page.getByRole('checkbox', { name: `Choose ${reference}` }).check()
    const bar = page.getByRole('region', { name: 'Chosen orders' })
    await bar.waitFor()
    const slips = await pdfOf(page, 'Packing slips')
    for (const words of [`Packing slip ${first}`, `Packing slip ${second}`, 'Star-Fort Sticker'])
      expect(slips).toContain(words)
    expect(slips).not.toContain('$')

    await bar.getByRole('button', { name: 'Ship', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Ship by tracking numbers' })
    const lines = dialog.getByLabel('Orders and tracking numbers')
    await expect.poll(() => lines.inputValue()).toBe(`${first}, \n${second}, `)
    await lines.fill(`${first}, 420 78745 9400 1112 0620 6406 2607 87\n${second}, `)
    await dialog.getByRole('button', { name: 'Mark as shipped' }).click()
    await dialog.getByText('1 order is shipped.').waitFor()
    await dialog.getByText(`${second}: The tracking number is missing.`).waitFor()
    // The line that shipped nothing stays.
    await expect.poll(() => lines.inputValue()).toBe(`${second}, `)
    await expectAccessible(page, 'a line without its number')
    await lines.fill(`${second}, 1Z5R89390357567127`)
    await dialog.getByRole('button', { name: 'Mark as shipped' }).click()
    await dialog.getByText('1 order is shipped.').waitFor()
    await expect.poll(() => lines.inputValue()).toBe('')
    await page.keyboard.press('Escape')
    await page.getByText('No orders match').waitFor()
    expect(await messageTo(email, /shipped/i)).toMatch(/9400111206206406260787|1Z5R89390357567127/)
    await openPage(page, '/admin?tab=orders&q=420787459400111206206406260787')
    await page.getByRole('link', { name: first }).waitFor()
    expect([...shopper.errors, ...errors]).toEqual([])
    await shopper.context.close()
    await context.close()
  },
)

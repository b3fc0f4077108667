import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, inject, it } from 'vitest'
import { expectAccessible, testBrowser, visit } from './browser.ts'
import { pressOn, tabTo } from './keyboard.ts'
import { ownCode, ownName } from './own-names.ts'
import { beginSignedIn, prepareAs } from './shopper.ts'

const browser = await testBrowser()

async function makeProduct(name: string): Promise<{ name: string; slug: string }> {
  const goods = { name, price: 30, variants: [{ sku: ownCode('JOURNEY'), stock: 5 }] }
  return (await (await prepareAs('admin@redoubt.test'))('/products', goods)).json
}

const picture = (name: string) => ({
  name: `${name}.webp`,
  mimeType: 'image/webp',
  buffer: readFileSync(new URL(`../db/demo/pictures/products/${name}-1200.webp`, import.meta.url)),
})

/** Options, prices and stock of the product, by keyboard and clipboard, saved and read again. */
async function matrixOf(page: Page, name: string) {
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  const form = page.getByRole('dialog', { name: 'Edit Product' })
  const cell = (name: string) => form.getByRole('textbox', { name, exact: true })
  for (const [option, values] of [
    ['Color', 'Coyote, Black'],
    ['Size', 'M, XL'],
  ] as const) {
    await form.getByLabel('New option').fill(option)
    await form.getByLabel('Its values').fill(values)
    await page.keyboard.press('Enter')
  }
  await expect.poll(() => cell('Stock of Coyote, M').inputValue()).toBe('6')
  await expect.poll(() => cell('Weight (g) of Coyote, M').inputValue()).toBe('450')
  await cell('Price of Coyote, M').focus()
  await pasted(page, '1,299.00\t12\n$19.90\tmany\n\t7\n1\t1\n2\t2')
  await form.getByText('7 cells pasted.').waitFor()
  await form.getByText('1 row below the last variant: 2 2.').waitFor()
  await expect.poll(() => cell('Price of Black, M').inputValue()).toBe('20.00')
  await form.getByText('Stock must be a whole number').waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => cell('Stock of Coyote, XL').evaluate(input => input === document.activeElement)).toBe(true)
  await page.keyboard.type('8')
  await page.keyboard.press('Control+d')
  await form.getByText('Stock filled down to 2 rows.').waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Delete')
  await form.getByLabel('Of', { exact: true }).selectOption('All Coyote')
  await form.getByLabel('To', { exact: true }).fill('45')
  await page.keyboard.press('Enter')
  await form.getByText('Price of all Coyote set to 45.').waitFor()
  await cell('SKU of Black, XL').fill('RDT-PAR-S')
  await form.getByLabel('Sale price').fill('')
  await form.getByRole('button', { name: 'Save changes' }).click()
  const free = page.getByRole('dialog', { name: 'Free?' })
  await free.getByText('Price of Black, M is empty.').waitFor()
  await free.getByRole('button', { name: 'Product’s price, save' }).click()
  await form.getByText('Another product already has one of these SKUs.').first().waitFor()
  await expect.poll(() => cell('SKU of Black, XL').getAttribute('aria-invalid')).toBe('true')
  await cell('SKU of Black, XL').fill('')
  await form.getByRole('button', { name: 'Leave out Coyote, M' }).click()
  await form
    .getByText('6 on hand', { exact: false })
    .or(form.getByText('12 on hand', { exact: false }))
    .first()
    .waitFor()
  await form.getByRole('button', { name: 'Keep Coyote, M' }).click()
  await form.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText(`${name} was changed`).first().waitFor()
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  const inRow = (row: string) => Promise.all(['Price', 'Stock'].map(column => cell(`${column} of ${row}`).inputValue()))
  await expect.poll(() => inRow('Coyote, M')).toEqual(['45.00', '12'])
  await expect.poll(() => inRow('Coyote, XL')).toEqual(['45.00', '8'])
  await expect.poll(() => inRow('Black, M')).toEqual(['20.00', '8'])
  await expect.poll(() => inRow('Black, XL')).toEqual(['1.00', '8'])
  await form.getByRole('button', { name: 'Cancel' }).click()
}

/** Pastes text as a spreadsheet's clipboard would, into the focused cell. */
const pasted = (page: Page, text: string) =>
  page.evaluate(copied => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', copied)
    document.activeElement!.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, text)

/** Publishes the draft from the list that the form leads to, whose dialog says what becomes public. */
async function publishDraft(page: Page, name: string) {
  const storeHas = async () =>
    (await (await fetch(`${inject('origin')}/api/products?sort=newest`)).text()).includes(name)
  await page.waitForURL('**/admin?tab=products&shown=draft')
  expect(await storeHas()).toBe(false)
  await page.getByRole('button', { name: `Publish ${name}` }).click()
  const dialog = page.getByRole('alertdialog', { name: `Publish ${name}?` })
  for (const fact of ['2 Bronze credits a unit', '6 on hand', 'Shoppers can buy it at once.'])
    await dialog.getByText(fact).waitFor()
  await dialog.getByText(/\/product\/[\w-]+$/).waitFor()
  await expectAccessible(page, 'publishing a product')
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await page.getByText(`${name} is in the store`).first().waitFor()
  await expect.poll(storeHas).toBe(true)
  await page.getByLabel('Shown').selectOption('')
}

it('staff put a product into the store with pictures in their order, one of them cropped, and find it again [B-12.21] [B-12.33] [B-12.44] [B-12.109] [B-12.112] [B-12.186] [B-12.259] [B-12.262] [B-13.27] [B-13.28] [B-13.69] [B-13.95] [B-13.96] [B-13.97] [B-13.98] [B-41.1]', async () => {
  const name = ownName('Journey Canteen')
  const { context, page, errors } = await visit(browser)
  await beginSignedIn(page, 'admin@redoubt.test')
  await page.goto('/admin?tab=products')
  await page.getByRole('button', { name: 'Create New Product' }).click()
  const form = page.getByRole('dialog', { name: 'Create New Product' })
  await form.getByLabel('Name').fill(name)
  await form.locator('#product-price').fill('')
  await form.getByLabel('Sale price').fill('25')
  await form.getByLabel('Entries').fill('2')
  await form.getByRole('textbox', { name: 'Stock' }).fill('6')
  await form.getByLabel('Weight (g)').fill('0')
  await form.getByText('Weight must be 1 gram or more').waitFor()
  await form.getByLabel('Weight (g)').fill('450')
  await form
    .locator('input[type=file]')
    .setInputFiles([
      picture('camp-lantern'),
      { name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no picture') },
      picture('dog-tags'),
    ])
  await form.getByText('notes.png is not a picture we can read. Use JPEG, PNG, WebP or AVIF.').waitFor()
  await page.getByText('Some image uploads failed. Please try again.').first().waitFor()
  await form.getByRole('button', { name: 'Dismiss notes.png' }).click()
  await form.getByRole('button', { name: /^Order of picture 2 of 2/ }).waitFor()
  const second = await form.locator('[data-picture]').nth(1).getAttribute('data-picture')
  await tabTo(page, form.getByRole('button', { name: /^Order of picture 2/ }))
  await page.keyboard.press('ArrowUp')
  await form.getByText('Picture 2 is now the primary picture.').waitFor()
  await expect.poll(() => form.locator('[data-picture]').first().getAttribute('data-picture')).toBe(second)
  // The moved handle keeps the focus, so the next arrow key moves the picture again. A pointer can drag the handle too.
  await page.keyboard.press('ArrowDown')
  const grip = (await form.getByRole('button', { name: /^Order of picture 2/ }).boundingBox())!
  const top = (await form.locator('[data-picture]').first().boundingBox())!
  await page.mouse.move(grip.x + 10, grip.y + 10)
  await page.mouse.down()
  await page.mouse.move(grip.x + 10, top.y + 4, { steps: 6 })
  await page.mouse.up()
  await expect.poll(() => form.locator('[data-picture]').first().getAttribute('data-picture')).toBe(second)
  await pressOn(page, form.getByRole('button', { name: 'Crop picture 1' }))
  await page.getByRole('dialog', { name: 'Crop picture' }).locator('img').waitFor()
  await page.locator('.ReactCrop__crop-selection').waitFor()
  await tabTo(page, page.locator('.ReactCrop__drag-handle.ord-se'))
  for (let n = 0; n < 8; n++) await page.keyboard.press('Shift+ArrowLeft')
  await pressOn(page, page.getByRole('button', { name: 'Crop picture', exact: true }))
  await form.getByText('The picture was cropped.').waitFor()
  const opener = form.getByRole('button', { name: 'Crop picture 1' })
  await expect.poll(() => opener.evaluate(button => button === document.activeElement)).toBe(true)
  await expect.poll(() => form.locator('[data-picture]').first().getAttribute('data-picture')).not.toBe(second)
  await form.getByRole('button', { name: 'Save draft' }).click()
  const free = page.getByRole('dialog', { name: 'Free?' })
  await free.getByText('Price is empty.').waitFor()
  await free.getByRole('button', { name: 'Keep editing' }).click()
  await form.locator('#product-price').fill('20')
  await form.getByRole('button', { name: 'Save draft' }).click()
  await form.getByText('The sale price must be below the regular price.').first().waitFor()
  await form.getByLabel('Sale price').fill('15')
  await form.getByRole('button', { name: 'Save draft' }).click()
  await page.getByText(`${name} is saved as a draft`).first().waitFor()
  await publishDraft(page, name)
  await page.getByLabel('Search by name or SKU').fill(name.toLowerCase())
  await page.getByText('1 of 1 product').waitFor()
  await page.reload()
  await page.getByText('1 of 1 product').waitFor()
  await matrixOf(page, name)
  expect(errors.filter(error => !error.includes('415') && !error.includes('409'))).toEqual([])
  await context.close()
})

it('two editors of one product both keep their changes; stock is adjusted, and the product deleted and restored, on a phone [B-2.109] [B-12.20] [B-12.21] [B-12.33] [B-13.8] [B-13.26] [B-13.72]', async () => {
  const { name, slug } = await makeProduct(ownName('Journey Tumbler'))
  const path = `/admin?tab=products&q=${encodeURIComponent(name)}`
  const { context, page, errors } = await visit(browser, { width: 390 })
  await beginSignedIn(page, 'admin@redoubt.test')
  await page.goto(path)
  await page.getByRole('button', { name, exact: true }).waitFor()
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  const form = page.getByRole('dialog', { name: 'Edit Product' })
  await form.getByLabel('Entries').fill('7')
  // Another staff member saves first.
  const other = await context.newPage()
  await other.goto(path)
  await other.getByRole('button', { name: `Edit ${name}` }).click()
  await other.getByLabel('Entries').fill('5')
  await other.locator('#product-category').fill('Kitchen')
  await other.getByRole('button', { name: 'Save changes' }).click()
  await other.getByText(`${name} was changed`).first().waitFor()
  await other.close()
  await form.getByRole('button', { name: 'Save changes' }).click()
  const conflict = form.getByRole('region', { name: 'Someone else saved a change' })
  await conflict.getByText('Taken over from them: category.').waitFor()
  await conflict.getByRole('button', { name: 'Continue with this' }).click()
  await form.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText(`${name} was changed`).first().waitFor()
  await form.waitFor({ state: 'detached' })
  await page.getByText('7 entries').waitFor()

  await page.getByRole('button', { name: `Adjust stock of ${name}` }).click()
  await page.getByLabel('Units in (or out, with a minus)').fill('3')
  await page.getByRole('button', { name: 'Adjust stock', exact: true }).click()
  await page
    .getByText(/has \d+ on hand/)
    .first()
    .waitFor()
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await page.getByRole('button', { name: 'Delete product' }).click()
  await page.getByText(`${name} left the store`).first().waitFor()
  await expect.poll(async () => (await fetch(`${inject('origin')}/product/${slug}`)).status).toBe(410)
  await page.getByText('No products match').waitFor()
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await page.getByLabel('Shown').selectOption('deleted')
  await page.getByRole('button', { name: 'Restore' }).click()
  await page.getByText(`${name} is in the store again`).first().waitFor()
  expect(errors.filter(error => !error.includes('409'))).toEqual([])
  await context.close()
})

it('staff preview a change of several products and an import before either happens [B-13.4] [B-13.30] [B-13.31]', async () => {
  const kit = ownCode('kit').toLowerCase()
  const [one, other] = [await makeProduct(`${kit} tags`), await makeProduct(`${kit} lantern`)]
  const { context, page, errors } = await visit(browser)
  await beginSignedIn(page, 'admin@redoubt.test')
  await page.goto(`/admin?tab=products&q=${kit}&sort=name`)
  for (const { name } of [one, other]) await page.getByRole('checkbox', { name: `Choose ${name}` }).check()
  await page.getByRole('region', { name: 'Chosen products' }).getByRole('button', { name: 'Edit' }).click()
  const bulk = page.getByRole('dialog', { name: 'Edit 2 products' })
  await bulk.getByLabel('Sale').selectOption('percent')
  await bulk.getByRole('button', { name: 'Preview' }).click()
  await bulk.getByText('Percent must be a number such as 15').waitFor()
  await bulk.getByLabel('Percent off').fill('20')
  await bulk.getByRole('button', { name: 'Preview' }).click()
  await bulk.getByText('A preview of each product.', { exact: false }).waitFor()
  await bulk.getByRole('button', { name: 'Change 2 products' }).click()
  await page.getByText('2 products changed').first().waitFor()

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const path = await (await download).path()
  await page.getByRole('button', { name: 'Import CSV' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import products' })
  await dialog.locator('input[type=file]').setInputFiles(path)
  await dialog.getByText('The file changes nothing: the store already matches it.').waitFor()
  const csv = `address,name,price,tier\n${one.slug},,41,\n,${ownName('Journey Flask')},12,Gold\n,${ownName('Journey Tin')},9,Tin\n`
  const file = (text: string) => ({ name: 'products.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await dialog.locator('input[type=file]').setInputFiles(file(csv))
  await dialog.getByText('Line 4: Tier must be Bronze, Silver, Gold or Platinum').waitFor()
  await expect.poll(() => dialog.getByRole('button', { name: /^Apply/ }).isDisabled()).toBe(true)
  await dialog.locator('input[type=file]').setInputFiles(file(csv.replace('Tin\n', 'Bronze\n')))
  await dialog.getByRole('button', { name: 'Apply to 3 products' }).click()
  await page.getByText('2 created, 1 changed').first().waitFor()
  expect(errors).toEqual([])
  await context.close()
})

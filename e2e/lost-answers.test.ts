import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { testBrowser, visit } from './browser.ts'
import { ownCode, ownName } from './own-names.ts'
import { apiAs, beginSignedIn } from './shopper.ts'

const browser = await testBrowser()
let page: Page
let owner: Awaited<ReturnType<typeof apiAs>>
beforeAll(async () => {
  ;({ page } = await visit(browser))
  await beginSignedIn(page, 'admin@redoubt.test')
  owner = await apiAs('admin@redoubt.test')
})

const press = (name: string) => page.getByRole('button', { name, exact: true }).last().click()

/** Presses a button twice: the server works off the first request, and the browser never gets its answer. */
async function pressTwice(path: string, name: string): Promise<void> {
  const pattern = `**/api${path}`
  let lost = 0
  await page.route(pattern, async route => {
    if (route.request().method() !== 'POST') return route.fallback()
    await route.fetch()
    lost++
    await route.abort('connectionreset')
  })
  await press(name)
  await page.getByText('Network error. Please check your connection and try again.').first().waitFor()
  expect(lost).toBeGreaterThan(0)
  await page.unroute(pattern)
  await press(name)
}

it('a stock adjustment whose answer was lost happens once, although staff press again', async () => {
  const [name, sku] = [ownName('Lost Answer Canteen'), ownCode('LOST-ANSWER')]
  const goods = { name, price: 20, variants: [{ sku, stock: 5 }] }
  const { json: product } = await owner('/products', goods)
  await page.goto(`/admin?tab=products&q=${sku}`)
  await press(`Adjust stock of ${name}`)
  await page.getByLabel(/^Units in/).fill('3')
  await pressTwice(`/admin/products/${product.id}/stock`, 'Adjust stock')
  await page.getByText(`${sku} has 8 on hand`).first().waitFor()
})

it('a new product whose answer was lost is a draft once', async () => {
  const name = ownName('Lost Answer Tarp')
  await page.goto('/admin?tab=products&new=1')
  await page.locator('#product-name').fill(name)
  await page.locator('#product-price').fill('30')
  await page.getByRole('textbox', { name: 'Stock' }).fill('2')
  await pressTwice('/products', 'Save draft')
  await page.getByText(`${name} is saved as a draft`).first().waitFor()
  expect((await owner(`/admin/products?shown=draft&q=${encodeURIComponent(name)}`)).json.products).toHaveLength(1)
})

it('a new code whose answer was lost is made, and not refused as taken', { tags: 'again' }, async () => {
  const code = ownCode('LOST-ANSWER')
  await page.goto('/admin?tab=codes&new=1')
  await page.locator('#coupon-code').fill(code)
  await page.getByLabel('Percent off').fill('10')
  await pressTwice('/admin/codes', 'Create code')
  await page.getByText(`${code} was made`).first().waitFor()
})

it('a new canned reply whose answer was lost is made, and not refused as taken', { tags: 'again' }, async () => {
  await page.goto('/admin?tab=support')
  await press('Canned replies')
  await press('New reply')
  await page.getByLabel('Name').fill(ownName('Lost answer'))
  await page.getByRole('textbox', { name: 'Reply' }).fill('It is on its way.')
  await pressTwice('/admin/support/replies', 'Make reply')
  await page.getByText('Canned reply made').first().waitFor()
})

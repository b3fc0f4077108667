import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openPage, testBrowser, visit } from './browser.ts'
import { signIn } from './shopper.ts'

const browser = await testBrowser()

it('a cart follows its owner from the phone to the desk, and a line removed there disappears on the phone [B-11.7]', async () => {
  const [phone, desk] = [await visit(browser, { width: 390 }), await visit(browser)]
  await openPage(phone.page, '/product/star-fort-sticker')
  await phone.page.getByRole('button', { name: 'Add to cart', exact: true }).first().click()
  await phone.page.getByRole('dialog', { name: 'Your cart (1)' }).waitFor()
  await signIn(phone.page, 'shopper@redoubt.test')
  const saved = (page: Page) =>
    page.waitForResponse(response => response.url().endsWith('/api/my/cart') && response.request().method() === 'PUT')
  await phone.page.waitForFunction(() => localStorage.getItem('redoubt.cart-known')?.includes('"quantity"'))

  await signIn(desk.page, 'shopper@redoubt.test')
  await desk.page.waitForFunction(() => localStorage.getItem('redoubt.cart')?.includes('Star-Fort Sticker'))
  await openPage(desk.page, '/product/star-fort-sticker')
  await desk.page.getByRole('button', { name: 'Open cart, 1 item' }).click()
  const drawer = desk.page.getByRole('dialog', { name: 'Your cart (1)' })
  const removed = saved(desk.page)
  await drawer.getByRole('button', { name: 'Remove Star-Fort Sticker' }).click()
  expect((await removed).status()).toBe(200)

  await phone.page.reload({ waitUntil: 'load' })
  await phone.page.waitForFunction(() => !localStorage.getItem('redoubt.cart'))
  expect([...phone.errors, ...desk.errors]).toEqual([])
  await phone.context.close()
  await desk.context.close()
})

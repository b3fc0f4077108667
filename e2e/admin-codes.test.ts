import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectAccessible, openBrowser, visit } from './browser.ts'
import { tabTo } from './keyboard.ts'
import { beginSignedIn } from './shopper.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

it('staff make a code by keyboard on a phone, find it, pause and change it, see its use and archive it', async () => {
  const code = 'STAFF-15'
  const { context, page, errors } = await visit(browser, { width: 390 })
  await beginSignedIn(page, 'admin@redoubt.test')
  await page.goto('/admin?tab=codes')
  await tabTo(page, page.getByRole('button', { name: 'Create Code' }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.locator('#coupon-code'))
  await page.keyboard.type('A')
  await page.keyboard.press('Enter')
  await page.getByText('Code needs 3 letters or digits at least', { exact: false }).first().waitFor()
  await page.getByText('Percent must be a number').first().waitFor()
  await expectAccessible(page, 'a new code, refused')
  await page.locator('#coupon-code').fill(code.toLowerCase())
  await page.getByLabel('Percent off').fill('15')
  await page.getByLabel('Limit per person').fill('1')
  await page.getByLabel('Products').fill('tumbler')
  await page.getByRole('button', { name: 'Insulated Tumbler' }).click()
  await page.getByRole('button', { name: 'Create code' }).click()
  await page.getByText(`${code} was made`).first().waitFor()

  await page.getByLabel('Search by code or note').fill(code)
  await page.waitForURL(new RegExp(`q=${code}`))
  await page.getByText('1 code', { exact: true }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: `Pause ${code}` }).click()
  await page.getByRole('button', { name: `Resume ${code}` }).waitFor()
  await page.getByLabel('Show').selectOption('paused')
  await page.getByText('1 code', { exact: true }).waitFor()
  await page.getByRole('button', { name: `Resume ${code}` }).click()
  await page.getByText('No codes match').waitFor()
  await page.getByLabel('Show').selectOption('')

  await page.getByRole('button', { name: `Edit ${code}` }).click()
  await page.getByRole('button', { name: 'Remove Insulated Tumbler' }).click()
  await page.getByText('Changed: products').waitFor()
  // Leaving asks, and staying keeps what was changed.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText(`${code} was changed`).first().waitFor()

  await page.getByRole('button', { name: `Use of ${code}` }).click()
  await page.getByText('Nobody has used it yet').waitFor()
  await page.getByText('Changed by Morgan Ellis').waitFor()
  await expectAccessible(page, 'the use of a code')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: `Archive ${code}` }).click()
  await page.getByLabel(/Type .* to confirm/).fill(code)
  await page.getByRole('button', { name: 'Archive code' }).click()
  await page.getByText('No codes match').waitFor()
  await page.getByLabel('Show').selectOption('archived')
  await page.getByText('1 code', { exact: true }).waitFor()
  expect(await page.getByRole('button', { name: `Edit ${code}` }).count()).toBe(0)
  expect(errors).toEqual([])
  await context.close()
})

import { expect, it } from 'vitest'
import { testBrowser, visit } from './browser.ts'
import { choose, pressOn, typeInto } from './keyboard.ts'
import { ownCode } from './own-names.ts'
import { apiAs, beginSignedIn } from './shopper.ts'

const browser = await testBrowser()

it('staff create a code by keyboard on a phone, find it, pause and change it, see its use and archive it [B-11.11] [B-13.47] [B-13.64]', async () => {
  const code = ownCode('STAFF')
  const { context, page, errors } = await visit(browser, { width: 390 })
  await beginSignedIn(page, 'admin@redoubt.test')
  await page.goto('/admin?tab=codes')
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await pressOn(page, button('Create Code'))
  await typeInto(page, page.locator('#coupon-code'), 'A')
  await page.keyboard.press('Enter')
  await page.getByText('Code needs 3 letters or digits at least', { exact: false }).first().waitFor()
  await page.getByText('Percent must be a number such as 15').first().waitFor()
  await typeInto(page, page.locator('#coupon-code'), code.toLowerCase())
  await typeInto(page, page.getByLabel('Percent off'), '15')
  await typeInto(page, page.getByLabel('Limit per person'), '1')
  await typeInto(page, page.getByLabel('Products'), 'tumbler')
  await pressOn(page, button('Insulated Tumbler'))
  await pressOn(page, button('Create code'))
  await page.getByText(`${code} was made`).first().waitFor()

  await typeInto(page, page.getByLabel('Search by code or note'), code)
  await page.waitForURL(new RegExp(`q=${code}`))
  await page.getByText('1 code', { exact: true }).waitFor()
  await page.reload()
  await pressOn(page, button(`Pause ${code}`))
  await button(`Resume ${code}`).waitFor()
  await pressOn(page, button('Filters'))
  await choose(page, page.getByLabel('Show'), 'paused')
  await page.getByText('1 code', { exact: true }).waitFor()
  await pressOn(page, button(`Resume ${code}`))
  await page.getByText('No codes match').waitFor()
  await choose(page, page.getByLabel('Show'), '')

  await pressOn(page, button(`Edit ${code}`))
  await pressOn(page, button('Remove Insulated Tumbler'))
  await page.getByText('Changed: products').waitFor()
  // Leaving asks for confirmation; staying keeps the changes.
  await page.keyboard.press('Escape')
  await pressOn(page, button('Keep editing'))
  await pressOn(page, button('Save changes'))
  await page.getByText(`${code} was changed`).first().waitFor()

  await pressOn(page, button(`Use of ${code}`))
  await page.getByText('Not used yet').waitFor()
  await page.getByText('Changed by Morgan Ellis').waitFor()
  await page.keyboard.press('Escape')
  await pressOn(page, button(`Archive ${code}`))
  await typeInto(page, page.getByLabel(/Type .* to confirm/), code)
  await pressOn(page, button('Archive code'))
  await page.getByText('No codes match').waitFor()
  await choose(page, page.getByLabel('Show'), 'archived')
  await page.getByText('1 code', { exact: true }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: `Edit ${code}` }).count()).toBe(0)
  expect(errors).toEqual([])
  await context.close()
})

it('the second of two editors of one code is told, and both changes are saved [B-13.72]', {
  tags: 'again',
}, async () => {
  const code = ownCode('BOTH-EDIT')
  const owner = await apiAs('admin@redoubt.test')
  const terms = { discount: { kind: 'percent', amount: 10 }, note: 'As it was', totalLimit: 5 }
  const { json } = await owner('/admin/codes', { code, ...terms })
  const { context, page, errors } = await visit(browser)
  await beginSignedIn(page, 'admin@redoubt.test')
  await page.goto(`/admin?tab=codes&q=${code}`)
  await page.getByRole('button', { name: `Edit ${code}` }).click()
  const form = page.getByRole('dialog', { name: `Edit ${code}` })
  await form.getByLabel('Percent off').fill('15')
  await form.getByLabel('Limit in all').fill('50')
  // Another staff member changes the kind to dollars: 15 percent must not become $15.00.
  const theirs = { discount: { kind: 'flat', amount: 5 }, note: 'As they want it', totalLimit: 20 }
  await owner(`/admin/codes/${json.id}`, theirs, 'PATCH')
  await form.getByRole('button', { name: 'Save changes' }).click()
  const conflict = form.getByRole('region', { name: 'Someone else saved a change' })
  await conflict.getByText('Taken over from them: note.').waitFor()
  await conflict.getByRole('group', { name: 'discount' }).getByText('$5.00 off').waitFor()
  await conflict.getByRole('group', { name: 'limit in all' }).getByLabel('Theirs').check()
  await conflict.getByRole('button', { name: 'Continue with this' }).click()
  await form.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText(`${code} was changed`).first().waitFor()
  const saved = await owner(`/admin/codes/${json.id}`)
  expect(saved.json).toMatchObject({ discount: { kind: 'percent', amount: 15 }, note: theirs.note, totalLimit: 20 })
  expect(errors.filter(error => !error.includes('409'))).toEqual([])
  await context.close()
})

import { expect, it } from 'vitest'
import { expectScreenAccessible, testBrowser, visit } from './browser.ts'
import { pressOn, typeInto } from './keyboard.ts'
import { ownName } from './own-names.ts'
import { apiAs, beginSignedIn } from './shopper.ts'

const browser = await testBrowser()

it('staff edit a legal text by keyboard on a phone, see what changes, publish it and go back [B-37.1] [B-37.2] [B-37.4] [B-37.5]', async () => {
  const owner = await apiAs('admin@redoubt.test')
  const before = (await owner('/admin/legal/terms')).json
  const { context, page, errors } = await visit(browser, { width: 390 })
  await beginSignedIn(page, 'admin@redoubt.test')
  await page.goto('/admin?tab=pages&part=legal')
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  await pressOn(page, button('Edit Terms & Conditions'))
  await expectScreenAccessible(page, 'the editor of a legal text at 390 px')
  await pressOn(page, button('Clause'))
  await typeInto(page, page.getByRole('region', { name: /^Clause 8/ }).getByLabel('Title'), ownName('Our promise'))
  const text = page.getByRole('textbox', { name: 'Paragraph 1 of clause 8' })
  await typeInto(page, text, 'By {nobody} we answer.')
  await pressOn(page, button('Compare and publish'))
  await page.getByText('there is no field {nobody}').first().waitFor()
  await typeInto(page, text, '{company} answers within a week.')
  await pressOn(page, button('Move up: clause 8'))
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe('Move up: clause 7')
  await pressOn(page, button('Compare and publish'))
  const dialog = page.getByRole('dialog', { name: /^What changes/ })
  await expect
    .poll(() => dialog.locator('ins').allTextContents())
    .toContain(' added: Redoubt Supply Co. answers within a week.')
  await expectScreenAccessible(page, 'the difference of a legal text at 390 px')
  await pressOn(page, dialog.getByRole('button', { name: /^Publish version/ }))
  await page.getByText('is in force as version').first().waitFor()
  await pressOn(page, button('Edit Terms & Conditions'))
  await pressOn(page, button('Back to the shipped text'))
  await expect.poll(() => dialog.locator('del').count()).toBeGreaterThan(0)
  await pressOn(page, dialog.getByRole('button', { name: /^Publish version/ }))
  // The toast of the first publication may still be there, so the server is asked.
  const published = async () => {
    const { isOwn, inForce } = (await owner('/admin/legal/terms')).json
    return [isOwn, inForce.version]
  }
  await expect.poll(published).toEqual([false, before.inForce.version + 2])
  expect(errors.filter(error => !/status of 4\d\d/.test(error))).toEqual([])
  await context.close()
})

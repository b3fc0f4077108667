import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { DEMO_PASSWORD } from '#app/seed/demo-accounts.ts'
import { firstOf } from '#app/testing/suites/again.ts'
import { expectAccessible, type Theme, testBrowser, visit } from './browser.ts'
import { ownName } from './own-names.ts'
import { apiAs, beginSignedIn, newEmail, PASSWORD, register } from './shopper.ts'

const browser = await testBrowser()

const OWNER = 'admin@redoubt.test'
const palette = (page: Page) => page.getByRole('combobox', { name: /Users, orders/ })

/** Opens a visitor with a chosen theme. */
async function visitIn(theme: Theme, width: number) {
  const visitor = await visit(browser, { width })
  await visitor.context.addInitScript(`localStorage.setItem('redoubt.theme', '${theme}')`)
  return visitor
}

/** Opens a tab: wide screens show a rail, narrow screens a select list. */
async function openTab(page: Page, width: number, label: string) {
  if (width >= 1024) await page.getByRole('tab', { name: label }).click()
  else await page.getByLabel('Part of the admin area').selectOption({ label })
}

describe.each(
  firstOf<{ width: number; theme: Theme }>([
    { width: 390, theme: 'light' },
    { width: 1440, theme: 'dark' },
  ]),
)('the frame of the admin area at $width px', ({ width, theme }) => {
  it('the palette finds an order and a user by keyboard, and offers the last choice again [B-13.1] [B-13.5]', async () => {
    const { context, page, errors } = await visitIn(theme, width)
    await beginSignedIn(page, OWNER)
    await page.goto('/admin?tab=codes')
    await page.getByText('WELCOME10').waitFor()
    await page.keyboard.press('Control+k')
    await palette(page).waitFor()
    await page.keyboard.type('RD-100197')
    const order = page.getByRole('option', { name: /^RD-100197/ })
    await order.waitFor()
    await expect.poll(() => palette(page).getAttribute('aria-activedescendant')).toBe(await order.getAttribute('id'))
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'RD-100197' }).waitFor()

    await page.keyboard.press('Control+k')
    await page
      .getByRole('group', { name: 'Recent' })
      .getByRole('option', { name: /RD-100197/ })
      .waitFor()
    // Enter before the answer arrives opens the first result for these words.
    await page.keyboard.type('create new giv')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/admin?tab=giveaways&new=1')
    await page.goto('/admin?tab=codes')
    await page.getByText('WELCOME10').waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('g')
    await page.keyboard.press('o')
    await page.waitForURL('**/admin?tab=orders')
    expect(errors).toEqual([])
    await context.close()
  })

  it('keeps a filter by name, and asks for reauthentication before the file of orders [B-13.3] [B-13.12] [B-13.47]', async () => {
    const name = ownName('Paid, seen')
    const { context, page, errors } = await visitIn(theme, width)
    await beginSignedIn(page, OWNER)
    await page.goto(`/admin?tab=orders&status=${width > 600 ? 'paid' : 'shipped'}`)
    await page.getByRole('button', { name: 'Save filter' }).click()
    await page.getByLabel('Name').fill(name)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name, pressed: true }).waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).first().click()
    await page.getByRole('button', { name, pressed: false }).click()
    await page.waitForURL(/status=/)

    // The server's answer 15 minutes after the sign-in.
    const refusal = {
      status: 403,
      code: 'ReauthenticationRequired',
      detail: 'Please confirm that it is you to continue.',
    }
    await page.route('**/api/admin/orders/export?*', route => route.fulfill({ status: 403, json: refusal }), {
      times: 1,
    })
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const question = page.getByRole('dialog', { name: "Confirm it's you" })
    await question.waitFor()
    await question.getByRole('textbox', { name: 'Password' }).fill(DEMO_PASSWORD)
    const file = page.waitForEvent('download')
    await page.keyboard.press('Enter')
    expect((await file).suggestedFilename()).toMatch(/\.csv$/)
    await page.getByText('Orders were exported').first().waitFor()

    await page.getByRole('button', { name: 'Edit filters' }).click()
    await page.getByRole('button', { name: `Delete ${name}` }).click()
    await page.getByText(`${name} was deleted`).first().waitFor()
    expect(errors.filter(text => !text.includes('403'))).toEqual([])
    await context.close()
  })
})

it('names the unsaved changes before Escape, the back button or another tab leaves a form [B-13.1] [B-13.6]', async () => {
  const { context, page, errors } = await visit(browser)
  await beginSignedIn(page, OWNER)
  await page.goto('/admin?tab=orders')
  await openTab(page, 1440, 'Codes')
  await page.getByRole('button', { name: 'Edit TEAM5' }).click()
  const form = page.getByRole('dialog', { name: 'Edit TEAM5' })
  await form.getByLabel('Note').fill('For clubs')
  const question = page.getByRole('alertdialog', { name: 'Unsaved changes' })
  await page.keyboard.press('Escape')
  await question.getByText('You changed note. Leave without saving?').waitFor()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await question.waitFor({ state: 'detached' })
  await form.getByLabel('Limit in all').fill('40')

  await page.evaluate(() => history.back())
  await question.getByText('You changed note and limit in all. Leave without saving?').waitFor()
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  await expect.poll(() => form.getByLabel('Note').inputValue()).toBe('For clubs')
  expect(page.url()).toContain('tab=codes')

  await page.evaluate(() => history.back())
  await question.getByRole('button', { name: 'Leave' }).click()
  await page.waitForURL('**/admin?tab=orders')
  await form.waitFor({ state: 'detached' })
  expect(errors).toEqual([])
  await context.close()
})

it('every list obeys j, k, x and e: a cursor over its rows, the bulk bar, and the editor or details [B-13.100] [B-13.101]', async () => {
  const { context, page, errors } = await visit(browser)
  await beginSignedIn(page, OWNER)
  await page.goto('/admin?tab=codes')
  const cursor = page.locator('#admin-screen [aria-current=true][data-row-cursor]')
  const rows = page.locator('#admin-screen :is(tbody > tr, [data-rows] li, [data-rows] article)')
  const isFocused = () => cursor.evaluate(row => row === document.activeElement)
  for (const tab of ['Codes', 'Orders', 'Giveaways', 'Products', 'Users', 'Winners', 'Reviews', 'Audit Log']) {
    // Rows of the tab before stay until the next screen is loaded.
    await page.evaluate(() =>
      document.querySelector('#admin-screen :is(tbody, [data-rows])')?.setAttribute('data-before', ''),
    )
    await openTab(page, 1440, tab)
    if (tab !== 'Codes') await page.locator('[data-before]').waitFor({ state: 'detached' })
    await rows.nth(1).waitFor()
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    await page.keyboard.press('j')
    await expect.poll(() => isFocused(), { message: tab }).toBe(true)
    const first = await cursor.textContent()
    await page.keyboard.press('j')
    await expect.poll(() => cursor.count(), { message: tab }).toBe(1)
    await page.keyboard.press('k')
    await expect.poll(() => cursor.textContent(), { message: tab }).toBe(first)
  }
  await openTab(page, 1440, 'Products')
  await page
    .getByRole('checkbox', { name: /^Choose / })
    .nth(3)
    .waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  for (let n = 0; n < 3; n++) await page.keyboard.press('j')
  await page.keyboard.press('Shift+X')
  await page.getByRole('region', { name: 'Chosen products' }).getByText('4 chosen').waitFor()
  await page.keyboard.press('x')
  await page.getByRole('region', { name: 'Chosen products' }).getByText('3 chosen').waitFor()
  await page.keyboard.press('e')
  await page.getByRole('dialog', { name: 'Edit Product' }).getByLabel('Name').waitFor()
  // A letter in a field of the dialog stays a letter.
  await page.keyboard.press('j')
  await expect.poll(() => cursor.count()).toBe(1)
  await page.keyboard.press('Escape')
  expect(errors).toEqual([])
  await context.close()
})

it('shows a support agent the tabs of that role, and a calm message for another tab [B-12.2] [B-12.7]', async () => {
  const registered = await visit(browser, { width: 390 })
  const email = newEmail()
  await register(registered.page, email)
  const owner = await apiAs(OWNER)
  const [person] = (await owner(`/admin/users/search?q=${email}`)).json.users
  const made = await owner(`/admin/users/${person.id}/role`, { role: 'support', reason: 'Answers tickets' }, 'PUT')
  expect(made.status).toBe(200)
  expect(registered.errors).toEqual([])
  await registered.context.close()
  // A browser of its own: the new role ended the session of the first, whose renewal on its way could set the cookie again.
  const { context, page, errors } = await visit(browser, { width: 390 })
  await beginSignedIn(page, email, PASSWORD)
  await page.goto('/admin?tab=revenue')
  await page.getByText('Revenue is not part of your role').waitFor()
  await expectAccessible(page, 'a tab of another role')
  const labels = await page.getByLabel('Part of the admin area').locator('option').allInnerTexts()
  // Tabs with waiting items show a count beside the name.
  const names = labels.map(label => label.replace(/ \(\d+\+?\)$/, ''))
  expect(names).toContain('Support Tickets')
  for (const hidden of ['Revenue', 'Settings', 'SMS', 'Costs']) expect(names).not.toContain(hidden)
  await openTab(page, 390, 'Codes')
  await page.getByText('WELCOME10').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Create Code' }).count()).toBe(0)
  await expect.poll(() => page.getByRole('button', { name: /^Pause/ }).count()).toBe(0)
  expect(errors).toEqual([])
  await context.close()
})

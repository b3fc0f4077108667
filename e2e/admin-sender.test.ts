import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectBothThemes, expectScreenAccessible, testBrowser, visit } from './browser.ts'
import { tabTo } from './keyboard.ts'
import { apiAs, beginSignedIn, newEmail } from './shopper.ts'

/** The sender of e-mails in the settings: tried by keyboard, on a phone. */

const browser = await testBrowser()
let page: Page
let admin: Awaited<ReturnType<typeof apiAs>>
let before: Record<string, unknown>

beforeAll(async () => {
  admin = await apiAs('admin@redoubt.test')
  before = (await admin('/admin/settings')).json.settings.sender
  page = (await visit(browser, { width: 390 })).page
  await beginSignedIn(page, 'admin@redoubt.test')
  await page.goto('/admin?tab=settings')
})
afterAll(async () => {
  await admin('/admin/settings', { settings: { sender: before } }, 'PATCH')
})

const sender = () => page.getByRole('region', { name: 'Sender' })
const button = (name: string) => sender().getByRole('button', { name })
const press = async (name: string) => {
  await tabTo(page, button(name))
  await page.keyboard.press('Enter')
}
const said = () => sender().getByRole('status').textContent()

it('a member of staff checks DNS and sends a test e-mail by keyboard [B-13.117] [B-13.118]', async () => {
  await press('Check DNS')
  await expect.poll(said).toContain('E-mails come from Redoubt <hello@redoubt.test>.')
  await expect.poll(said).toContain('Domain: Failed. redoubt.test is not a domain of the public internet.')
  await press('Send a test e-mail')
  await expect.poll(said).toContain('left from Redoubt <hello@redoubt.test>. It is in the outbox of this demo.')
  await expectBothThemes(page, 'the sender with its check and test')
})

it('what is typed and not saved is neither checked nor sent [B-13.118]', async () => {
  const address = newEmail()
  await page.getByLabel('Address of the sender').fill('post@outpost')
  await expect.poll(() => button('Check DNS').isDisabled()).toBe(true)
  await expect.poll(() => button('Send a test e-mail').isDisabled()).toBe(true)
  await sender().getByText('Save the settings first.').waitFor()
  await page.getByRole('button', { name: 'Save settings' }).click()
  await sender().getByText('Invalid email format').waitFor()
  await expectScreenAccessible(page, 'the form with a wrong address of the sender')
  await page.getByLabel('Address of the sender').fill(address)
  await page.keyboard.press('Enter')
  await page.getByText('Settings saved. They apply everywhere from now on.').waitFor()
  await button('Check DNS').click()
  await expect.poll(said).toContain(`E-mails come from Redoubt <${address}>.`)
})

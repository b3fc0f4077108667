import { expect, it } from 'vitest'
import { expectBothThemes, expectScreenAccessible, testBrowser } from './browser.ts'
import { tabTo } from './keyboard.ts'
import { openSettingsForm } from './settings-form.ts'
import { newEmail } from './shopper.ts'

/** The sender of e-mails in the settings: tried by keyboard, on a phone. */

const browser = await testBrowser()
const form = openSettingsForm(browser, 'sender', { width: 390 })

const sender = () => form.page.getByRole('region', { name: 'Sender' })
const button = (name: string) => sender().getByRole('button', { name })
const press = async (name: string) => {
  await tabTo(form.page, button(name))
  await form.page.keyboard.press('Enter')
}
const said = () => sender().getByRole('status').textContent()

it('a member of staff checks DNS and sends a test e-mail by keyboard [B-13.117] [B-13.118]', async () => {
  await press('Check DNS')
  await expect.poll(said).toContain('E-mails come from Redoubt <hello@redoubt.test>.')
  await expect.poll(said).toContain('Domain: Failed. redoubt.test is not a domain of the public internet.')
  await press('Send a test e-mail')
  await expect.poll(said).toContain('left from Redoubt <hello@redoubt.test>. It is in the outbox of this demo.')
  await expectBothThemes(form.page, 'the sender with its check and test')
})

it('what is typed and not saved is neither checked nor sent [B-13.118]', async () => {
  const address = newEmail()
  await form.page.getByLabel('Address of the sender').fill('post@outpost')
  await expect.poll(() => button('Check DNS').isDisabled()).toBe(true)
  await expect.poll(() => button('Send a test e-mail').isDisabled()).toBe(true)
  await sender().getByText('Save the settings first.').waitFor()
  await form.page.getByRole('button', { name: 'Save settings' }).click()
  await sender().getByText('Invalid email format').waitFor()
  await expectScreenAccessible(form.page, 'the form with a wrong address of the sender')
  await form.page.getByLabel('Address of the sender').fill(address)
  await form.page.keyboard.press('Enter')
  await form.page.getByText('Settings saved. They apply everywhere from now on.').waitFor()
  await button('Check DNS').click()
  await expect.poll(said).toContain(`E-mails come from Redoubt <${address}>.`)
})

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectAccessible, openBrowser, type Theme, visit } from './browser.ts'
import { apiAs, beginSignedIn } from './shopper.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

it.each([
  { width: 1440, theme: 'dark' },
  { width: 390, theme: 'light' },
] as { width: number; theme: Theme }[])(
  'staff write to all, are counted and asked, and read the report at $width px, $theme',
  async ({ width, theme }) => {
    const opted = width === 1440 ? 'daniel.kowalski@example.com' : 'joshua.peterson@example.com'
    await (await apiAs(opted))('/my/profile', { smsConsent: true })
    const { context, page, errors } = await visit(browser, { width, theme })
    await context.addInitScript(`localStorage.setItem('redoubt.theme', '${theme}')`)
    await beginSignedIn(page, 'admin@redoubt.test')
    await page.goto('/admin?tab=sms')
    await page.getByRole('button', { name: 'Send SMS to all' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send SMS' })
    await dialog.getByText('can be sent an SMS', { exact: false }).waitFor()
    const send = dialog.getByRole('button', { name: 'Send SMS' })
    expect(await send.isDisabled()).toBe(true)
    const words = dialog.getByLabel('Message')
    await words.fill('x'.repeat(91))
    await words.fill('')
    await dialog.getByText('Please enter a message').waitFor()
    await words.fill('x'.repeat(91))
    await dialog.getByText('Over limit by 2').first().waitFor()
    expect(await send.isDisabled()).toBe(true)
    await words.fill('“New packs” today')
    await dialog.getByText('UCS-2', { exact: false }).waitFor()
    await expectAccessible(page, 'an SMS with foreign signs')
    await dialog.getByRole('button', { name: 'Replace them' }).click()
    expect(await words.inputValue()).toBe('"New packs" today')
    await dialog.getByText('GSM-7', { exact: false }).waitFor()
    await dialog.getByText('Redoubt: "New packs" today Msg&data rates may apply. Reply STOP to unsubscribe.').waitFor()
    await send.click()
    if (width === 390) {
      // The other width has sent the same words just now.
      await dialog.getByText('The same message was sent already').waitFor()
      await expectAccessible(page, 'the same SMS again')
      await dialog.getByRole('button', { name: 'Send it once more' }).click()
    }
    await page.getByText('SMS on their way').first().waitFor()
    const first = page.getByRole('listitem').filter({ hasText: '"New packs" today' }).first()
    await first.getByText(/^(Queueing|Sending|Done)$/).waitFor()
    await first.getByRole('button', { name: 'Report' }).click()
    const report = page.getByRole('dialog', { name: 'Report' })
    await report.getByText(opted).waitFor()
    await report.getByText('sent SMS', { exact: false }).first().waitFor()
    await expectAccessible(page, 'the report of a campaign')
    await page.keyboard.press('Escape')
    await expectAccessible(page, 'campaigns')
    // What the server refused was meant; the browser writes every 4xx to its console.
    expect(errors.filter(error => !error.includes('status of 409'))).toEqual([])
    await context.close()
  },
  60_000,
)

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { optInAtNight } from './at-night.ts'
import { openBrowser, type Theme, visit } from './browser.ts'
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
  'staff send a bulk SMS to all, pause, resume and cancel it overnight, and read the report at $width px, $theme [B-12.37] [B-12.75] [B-12.76] [B-12.103] [B-12.105] [B-13.53] [B-13.77]',
  async ({ width, theme }) => {
    const opted = width === 1440 ? 'daniel.kowalski@example.com' : 'joshua.peterson@example.com'
    await (await apiAs(opted))('/my/profile', { smsConsent: true })
    await optInAtNight('lauren.bennett@example.com')
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
    await dialog.getByRole('button', { name: 'Replace them' }).click()
    expect(await words.inputValue()).toBe('"New packs" today')
    await dialog.getByText('GSM-7', { exact: false }).waitFor()
    await dialog.getByText('Redoubt: "New packs" today Msg&data rates may apply. Reply STOP to unsubscribe.').waitFor()
    await send.click()
    if (width === 390) {
      // The run at the other width has just sent an equal message.
      await dialog.getByText('The same message was sent already').waitFor()
      await dialog.getByRole('button', { name: 'Send it again' }).click()
    }
    await page.getByText('SMS on their way').first().waitFor()
    const first = page.getByRole('listitem').filter({ hasText: '"New packs" today' }).first()
    await first.getByText('Sending', { exact: true }).waitFor()
    await first.getByRole('button', { name: 'Pause' }).click()
    await page.getByText('Campaign paused').first().waitFor()
    await first.getByText('Paused', { exact: true }).waitFor()
    await first.getByRole('button', { name: 'Resume' }).click()
    await page.getByText('Campaign resumed').first().waitFor()
    await first.getByText('Sending', { exact: true }).waitFor()
    await first.getByRole('button', { name: 'Cancel' }).click()
    const question = page.getByRole('alertdialog', { name: 'Cancel this campaign?' })
    await question.getByRole('button', { name: 'Cancel campaign' }).click()
    await page.getByText('Campaign cancelled').first().waitFor()
    await first.getByText('Cancelled', { exact: true }).waitFor()
    await first.getByRole('button', { name: 'Report' }).click()
    const report = page.getByRole('dialog', { name: 'Report' })
    await report.getByText(opted).waitFor()
    await report.getByText('dropped: cancelled').first().waitFor()
    await report.getByText('sent SMS', { exact: false }).first().waitFor()
    await page.keyboard.press('Escape')
    // The server's refusal is expected; the browser logs every 4xx to its console.
    expect(errors.filter(error => !error.includes('status of 409'))).toEqual([])
    await context.close()
  },
  60_000,
)

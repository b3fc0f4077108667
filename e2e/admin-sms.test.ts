import { expect, it } from 'vitest'
import { firstOf } from '#app/testing/suites/again.ts'
import { optInAtNight } from './at-night.ts'
import { type Theme, testBrowser, visit } from './browser.ts'
import { pressOn, typeInto } from './keyboard.ts'
import { ownName } from './own-names.ts'
import { apiAs, beginSignedIn, prepareAs } from './shopper.ts'
import type { Width } from './widths.ts'

const browser = await testBrowser()

const LOOKS: { width: Width; theme: Theme }[] = [
  { width: 1440, theme: 'dark' },
  { width: 390, theme: 'light' },
]

it.each(firstOf(LOOKS))(
  'staff send a bulk SMS to all, pause, resume and cancel it overnight, and read the report at $width px, $theme [B-12.37] [B-12.75] [B-12.76] [B-12.103] [B-12.105] [B-13.53] [B-13.77] [B-2.111]',
  async ({ width, theme }) => {
    const [message, sms] = [ownName('“New packs” today'), await prepareAs('admin@redoubt.test')]
    const plain = message.replaceAll(/[“”]/g, '"')
    // An equal message was sent before.
    if (width === 390) await sms('/admin/sms/campaigns', { to: 'all', message: plain })
    const opted = width === 1440 ? 'daniel.kowalski@example.com' : 'joshua.peterson@example.com'
    await (await apiAs(opted))('/my/profile', { smsConsent: true })
    await optInAtNight('lauren.bennett@example.com')
    const { context, page, errors } = await visit(browser, { width, theme })
    await context.addInitScript(`localStorage.setItem('redoubt.theme', '${theme}')`)
    await beginSignedIn(page, 'admin@redoubt.test')
    await page.goto('/admin?tab=sms')
    await pressOn(page, page.getByRole('button', { name: 'Send SMS to all' }))
    const dialog = page.getByRole('dialog', { name: 'Send SMS' })
    await dialog.getByText('can be sent an SMS', { exact: false }).waitFor()
    const send = dialog.getByRole('button', { name: 'Send SMS' })
    await expect.poll(() => send.isDisabled()).toBe(true)
    const words = dialog.getByLabel('Message')
    await typeInto(page, words, 'x'.repeat(91))
    await typeInto(page, words, '')
    await dialog.getByText('Please enter a message').waitFor()
    await typeInto(page, words, 'x'.repeat(91))
    await dialog.getByText('Over limit by 2').first().waitFor()
    await expect.poll(() => send.isDisabled()).toBe(true)
    await typeInto(page, words, message)
    await dialog.getByText('UCS-2', { exact: false }).waitFor()
    await pressOn(page, dialog.getByRole('button', { name: 'Replace them' }))
    await expect.poll(() => words.inputValue()).toBe(plain)
    await dialog.getByText('GSM-7', { exact: false }).waitFor()
    await dialog.getByText(`Redoubt: ${plain} Msg&data rates may apply. Reply STOP to unsubscribe.`).waitFor()
    await pressOn(page, send)
    if (width === 390) {
      await dialog.getByText('The same message was sent already').waitFor()
      await pressOn(page, dialog.getByRole('button', { name: 'Send it again' }))
    }
    await page.getByText('SMS on their way').first().waitFor()
    const first = page.getByRole('listitem').filter({ hasText: plain }).first()
    await first.getByText('Sending', { exact: true }).waitFor()
    await pressOn(page, first.getByRole('button', { name: 'Pause' }))
    await page.getByText('Campaign paused').first().waitFor()
    await first.getByText('Paused', { exact: true }).waitFor()
    await pressOn(page, first.getByRole('button', { name: 'Resume' }))
    await page.getByText('Campaign resumed').first().waitFor()
    await first.getByText('Sending', { exact: true }).waitFor()
    await pressOn(page, first.getByRole('button', { name: 'Cancel' }))
    const question = page.getByRole('alertdialog', { name: 'Cancel this campaign?' })
    await pressOn(page, question.getByRole('button', { name: 'Cancel campaign' }))
    await page.getByText('Campaign cancelled').first().waitFor()
    await first.getByText('Cancelled', { exact: true }).waitFor()
    await pressOn(page, first.getByRole('button', { name: 'Report' }))
    const report = page.getByRole('dialog', { name: 'Report' })
    await report.getByText(opted).waitFor()
    await report.getByText('dropped: cancelled').first().waitFor()
    await report.getByText('sent SMS', { exact: false }).first().waitFor()
    await page.keyboard.press('Escape')
    // The server's refusal is expected; the browser logs every 4xx to its console.
    expect(errors.filter(error => !error.includes('status of 409'))).toEqual([])
    await context.close()
  },
)

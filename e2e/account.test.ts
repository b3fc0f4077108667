import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible, messageTo, testBrowser, visit } from './browser.ts'
import { expectRedirect, runUntilShown, stopClock } from './page-clock.ts'
import { newEmail, PASSWORD } from './shopper.ts'
import { widthsOf } from './widths.ts'

const browser = await testBrowser()

/** The link in the confirmation e-mail. */
const linkTo = async (email: string) =>
  /http\S+confirm-account#\S+/.exec(await messageTo(email, /confirm-account#/))![0]

/** Registers and stops on the page that waits for the code. */
async function registerAndWait(page: Page, email: string) {
  await page.goto('/register')
  for (const [label, text] of [
    ['Full Name', 'Riley Marsh'],
    ['Email', email],
    ['Phone Number', '(801) 555-0142'],
    ['Birth Date', '1988-04-09'],
    ['Confirm Password', PASSWORD],
    ['Address Line 1', '12 Bastion Way'],
    ['City', 'Ogden'],
    ['State', 'UT'],
    ['Postal Code', '84401'],
  ] as const)
    await page.getByLabel(label).first().fill(text)
  await page.getByLabel(/^Password/).fill(PASSWORD)
  await page.getByLabel('SMS Notifications').check()
  await page.getByRole('button', { name: 'Create Account' }).click()
  await page.waitForURL('**/confirm-account')
}

async function downloadEverything(page: Page) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download My Data' }).click(),
  ])
  return JSON.parse(await readFile(await download.path(), 'utf8'))
}

async function deleteAccount(page: Page) {
  await page.getByRole('button', { name: 'Delete My Account' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' })
  await dialog.getByText('Payments, credits and finished draws are kept', { exact: false }).waitFor()
  await expectAccessible(page, 'deletion')
  await dialog.getByLabel(/^Password/).fill('Wrong-Pass1!')
  await dialog.getByLabel('Type DELETE to confirm').fill('DELETE')
  await dialog.getByRole('button', { name: 'Delete Account' }).click()
  await dialog.getByText('That is not your current password.').waitFor()
  await dialog.getByLabel(/^Password/).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Delete Account' }).click()
  await page.getByText('Your account has been deleted.').waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
}

async function expectNoWayIn(page: Page, email: string) {
  await page.goto('/login')
  await page.getByLabel(/^Email/).fill(email)
  await page.getByLabel(/^Password/).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.getByText('Invalid email or password.').waitFor()
}

describe.each(widthsOf(390))('at %i px', width => {
  it('a user registers, confirms by the link, exports the data and deletes the account [B-1.15] [B-2.73] [B-4.11]', async () => {
    const { context, page, errors } = await visit(browser, { width })
    const email = newEmail()
    await registerAndWait(page, email)
    await page.getByText('Wait a few minutes before requesting a new code.').waitFor()
    await expectAccessible(page, 'confirmation')

    // The link opens in a second tab and confirms only after a press of the button.
    const other = await context.newPage()
    await other.goto(await linkTo(email))
    await other.getByText('Your code is filled in.', { exact: false }).waitFor()
    expect(other.url()).not.toMatch(/#|code/)
    await other.getByRole('button', { name: 'Confirm Account' }).click()
    await other.getByText('Account Confirmed!').waitFor()
    await other.close()
    await stopClock(page)
    // The waiting tab continues by itself and saves its typed input.
    await runUntilShown(page, page.getByText('Your shipping address has been saved to your profile.'))
    await expectRedirect(page, '/dashboard', 2000)
    await page.clock.resume()
    await messageTo('+18015550142', /Welcome!/)

    await page.getByRole('heading', { name: 'Your referral code' }).waitFor()
    await page.goto('/dashboard?tab=profile')
    await page.getByRole('heading', { name: 'Your Data' }).waitFor()
    await expect.poll(() => page.getByLabel('Address Line 1').inputValue()).toBe('12 Bastion Way')
    expect((await downloadEverything(page)).profile).toMatchObject({ email, smsConsent: true })
    await deleteAccount(page)
    await expectNoWayIn(page, email)
    expect(errors.filter(error => !/400|401/.test(error))).toEqual([])
    await context.close()
  })
})

describe('the data of a registration', () => {
  it('a reload of the confirmation page has no registration [B-2.8] [B-2.71]', async () => {
    const { context, page } = await visit(browser)
    await registerAndWait(page, newEmail())
    const left = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]))
    expect(left).not.toMatch(new RegExp(`${PASSWORD}|12 Bastion Way`))
    await page.reload()
    await page.getByRole('heading', { name: 'Invalid Request' }).waitFor()
    await page.getByText('Please complete the registration process to confirm your account.').waitFor()
    await page.getByRole('link', { name: 'Back to Registration' }).click()
    await page.waitForURL('**/register')
    await context.close()
  })
})

import { describe, expect, inject, it } from 'vitest'
import { isWhole } from '#app/testing/suites/again.ts'
import { expectAccessible, messageTo, testBrowser, visit } from './browser.ts'
import { newEmail, PASSWORD } from './shopper.ts'
import { WIDTHS } from './widths.ts'

const browser = await testBrowser()
const OWNERS = 'Owners-Harbor8?'

/** An API call outside any browser. */
async function post(path: string, data: object): Promise<void> {
  const headers = { origin: inject('origin'), 'content-type': 'application/json' }
  const answer = await fetch(`${inject('origin')}/api/${path}`, { method: 'POST', headers, body: JSON.stringify(data) })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
}

const codeTo = async (email: string, words: RegExp) => /\b(\d{6})\b/.exec(await messageTo(email, words))![1]!

/** An account whose registration another browser confirmed. */
async function unprovenAccount(email = newEmail()): Promise<string> {
  const who = { email, password: PASSWORD, name: 'Riley Marsh', phone: '8015550142', birthDate: '1988-04-09' }
  await post('auth/register', who)
  await post('auth/confirm', { email, code: await codeTo(email, /confirmation code is/) })
  return email
}

describe.each(isWhole ? WIDTHS : [390 as const])('at %i px', width => {
  it('a user confirms the address in the dashboard by keyboard and chooses a password there [B-31.5] [B-31.14]', async () => {
    const { context, page, errors } = await visit(browser, { width })
    const email = await unprovenAccount()
    const headers = { origin: inject('origin') }
    const signedIn = await page.request.post('/api/auth/login', { headers, data: { email, password: PASSWORD } })
    expect(signedIn.ok()).toBe(true)
    await page.goto('/favicon.svg')
    await page.evaluate(() => localStorage.setItem('redoubt.signed-in', '1'))
    for (const tab of ['profile', 'giveaways', 'overview']) {
      await page.goto(`/dashboard?tab=${tab}`)
      await page.getByRole('form', { name: 'Confirm your email address' }).waitFor()
      await expectAccessible(page, `unconfirmed address in ${tab}`)
    }
    const form = page.getByRole('form', { name: 'Confirm your email address' })
    await form.getByRole('button', { name: 'Send Code' }).press('Enter')
    const field = form.getByLabel(/^Code/)
    await field.waitFor()
    await expectAccessible(page, 'the code of the mailbox')
    await field.fill('000000')
    await form.getByRole('alert').getByText('Invalid verification code').waitFor()
    await field.fill(await codeTo(email, /confirm this address/))
    await page.getByText('Your email address is confirmed.').waitFor()
    await page.getByLabel(/^New Password/).waitFor()
    await expectAccessible(page, 'a first password after the proof')
    await page.getByLabel(/^New Password/).fill(OWNERS)
    await page.getByLabel(/^Confirm New Password/).fill(OWNERS)
    await page.keyboard.press('Enter')
    await page.getByText('Your password was set.').waitFor()
    await context.close()
    // The browser logs the refused code, and the call whose ID token ended with the proof.
    expect(errors.filter(error => !/status of 40[01]/.test(error))).toEqual([])
  })

  it('an invitation leads to a code and a password by keyboard, and a long address fits [B-31.12]', async () => {
    const { context, page, errors } = await visit(browser, { width })
    const email = await unprovenAccount(`maximiliane.featherstonehaugh.winterbourne.${newEmail()}`)
    const fits = () =>
      expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await page.goto(`/login#invited=${encodeURIComponent(email)}`)
    await page.getByRole('heading', { name: 'Accept Your Invitation' }).waitFor()
    await expect.poll(() => page.getByLabel(/^Email/).inputValue()).toBe(email)
    expect(new URL(page.url()).hash).toBe('')
    await expectAccessible(page, 'an invitation')
    await page.getByRole('button', { name: 'Send Code' }).press('Enter')
    await page.getByLabel('Reset Code').waitFor()
    await fits()
    await page.getByLabel('Reset Code').fill(await codeTo(email, /reset your password/))
    await page.getByRole('button', { name: 'Verify Code' }).press('Enter')
    await page.getByLabel(/^New Password/).fill(OWNERS)
    await page.getByLabel(/^Confirm New Password/).fill(OWNERS)
    await page.getByRole('button', { name: 'Reset Password' }).press('Enter')
    await page.getByText('Password Reset Successful!').waitFor()
    await context.close()
    expect(errors).toEqual([])
  })
})

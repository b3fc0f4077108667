import type { Page, Route } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { CONSENT_WORDING } from '#features/notifications/consents/consent-wording.ts'
import { expectAccessible, messageTo, openPage, testBrowser, visit } from './browser.ts'
import { expectRedirect, runUntilShown, stopClock } from './page-clock.ts'
import { newEmail, PASSWORD } from './shopper.ts'
import { widthsOf } from './widths.ts'

const browser = await testBrowser()

const FAULT = 'An error occurred. Please try again.'
const REDIRECT_MS = 2000

const userWith = (email: string) =>
  [
    ['Full Name', 'Riley Marsh'],
    ['Email', email],
    ['Phone Number', '(801) 555-0142'],
    ['Birth Date', '1988-04-09'],
    ['Password', PASSWORD],
    ['Confirm Password', PASSWORD],
    ['Address Line 1', '12 Bastion Way'],
    ['Address Line 2 (optional)', 'Gate 4'],
    ['City', 'Ogden'],
    ['State', 'UT'],
    ['Postal Code', '84401'],
  ] as const

/** As the registration sends it. */
const ADDRESS = {
  line1: '12 Bastion Way',
  line2: 'Gate 4',
  city: 'Ogden',
  state: 'UT',
  postalCode: '84401',
  country: 'US',
}

const field = (page: Page, label: string) =>
  page.locator('main').getByLabel(new RegExp(`^${label.replace(/[()]/g, '\\$&')}`))

async function fill(page: Page, email: string) {
  for (const [label, text] of userWith(email)) await field(page, label).fill(text)
  for (const box of ['SMS Notifications', 'Push Notifications']) await page.getByLabel(box).check()
}

const submit = (page: Page) => page.getByRole('button', { name: 'Create Account' }).click()
const codeFor = async (email: string) => /\b(\d{6})\b/.exec(await messageTo(email, /\b\d{6}\b/))![1]!
const alert = (page: Page, text: string) => page.locator('main').getByRole('alert').getByText(text, { exact: true })

/** Answers a call with `how` until the work is done. */
async function answering(page: Page, call: string, how: (route: Route) => Promise<void>, work: () => Promise<void>) {
  await page.route(`**/api/${call}`, how)
  await work()
  await page.unroute(`**/api/${call}`)
}
const withStatus =
  (status: number, body = 'oops') =>
  (route: Route) =>
    route.fulfill({ status, body })

async function waitForCode(page: Page, email: string, path = '/register') {
  await page.goto(path)
  await fill(page, email)
  await submit(page)
  await page.waitForURL('**/confirm-account')
}

describe.each(widthsOf(390))('at %i px', width => {
  it('the registration shows its fields and texts, and no consent is ticked [B-2.67] [B-2.68] [B-2.69] [B-2.70] [B-3.13] [B-9.22]', async () => {
    const { context, page, errors } = await visit(browser, { width })
    await openPage(page, '/register')
    for (const [label] of userWith(''))
      await expect.poll(() => field(page, label).inputValue(), { message: label }).toBe('')
    await expect.poll(() => field(page, 'Phone Number').getAttribute('placeholder')).toBe('(555) 123-4567')
    await expect.poll(() => field(page, 'Birth Date').getAttribute('type')).toBe('date')
    await page.getByText('You must be 21 or older to register', { exact: true }).waitFor()
    const shipping = page.getByRole('region', { name: 'Shipping Address' })
    await shipping.getByText('Required for giveaway prize delivery').waitFor()
    for (const label of ['Address Line 1', 'City', 'State', 'Postal Code'])
      await expect.poll(() => field(page, label).getAttribute('required'), { message: label }).not.toBeNull()
    await expect.poll(() => field(page, 'Address Line 2').getAttribute('required')).toBeNull()
    await expect.poll(() => field(page, 'Country').inputValue()).toBe('US')

    const consents = page.getByRole('group', { name: 'Notifications' })
    for (const [label, { text }] of [
      ['SMS Notifications', CONSENT_WORDING.sms],
      ['Push Notifications', CONSENT_WORDING.push],
    ] as const) {
      await expect.poll(() => consents.getByLabel(label).isChecked()).toBe(false)
      await consents.getByText(text, { exact: false }).waitFor()
    }
    expect(CONSENT_WORDING.sms.text).toMatch(/up to 4 messages per month.*STOP/i)
    for (const anchor of ['privacy', 'terms'])
      await expect.poll(() => consents.locator(`a[href="/legal#${anchor}"]`).count()).toBe(2)
    await expect.poll(() => page.locator('main a[href="/login"]').count()).toBe(1)
    await expectAccessible(page, 'registration')
    expect(errors).toEqual([])
    await context.close()
  })
})

describe('a registration', () => {
  it('a failed registration says so and keeps the input; the next one sends all of it, once [B-2.70] [B-3.13] [B-4.12] [B-4.15] [B-5.6] [B-7.11] [B-8.15] [B-9.41]', async () => {
    const { context, page } = await visit(browser, { width: 390 })
    const email = newEmail()
    await openPage(page, '/register?ref=ABCD2345')
    await fill(page, email)
    const fails = (how: (route: Route) => Promise<void>, sentence: string) =>
      answering(page, 'auth/register', how, async () => {
        await submit(page)
        await alert(page, sentence).waitFor()
      })
    await fails(withStatus(500), FAULT)
    await fails(route => route.abort(), 'Network error. Please check your connection and try again.')
    for (const [label, text] of userWith(email))
      await expect.poll(() => field(page, label).inputValue(), { message: label }).toBe(text)
    await expect.poll(() => page.getByLabel('SMS Notifications').isChecked()).toBe(true)

    let goOn = () => {}
    const held = new Promise<void>(done => {
      goOn = done
    })
    const sent: unknown[] = []
    await page.route('**/api/auth/register', async route => {
      sent.push(route.request().postDataJSON())
      await held
      await route.continue()
    })
    const brought = page.waitForRequest('**/api/public/register-referral')
    await submit(page)
    const busy = page.getByRole('button', { name: 'Creating Account...' })
    await busy.waitFor()
    await expect.poll(() => busy.isDisabled()).toBe(true)
    await busy.click({ force: true })
    await field(page, 'City').press('Enter')
    goOn()
    await page.waitForURL('**/confirm-account')
    const phone = '+18015550142'
    const account = { email, password: PASSWORD, name: 'Riley Marsh', phone, birthDate: '1988-04-09' }
    expect(sent).toEqual([{ ...account, shippingAddress: ADDRESS, smsConsent: true, pushConsent: true }])
    expect((await brought).postDataJSON()).toEqual({ email, code: 'ABCD2345' })
    await context.close()
  })

  it('a registration is confirmed by a code, despite failures before and after [B-2.72] [B-4.12] [B-4.13] [B-4.14] [B-7.12] [B-8.13] [B-8.14] [B-8.15] [B-9.3]', async () => {
    const { context, page } = await visit(browser, { width: 390 })
    const email = newEmail()
    await waitForCode(page, email)
    const code = page.getByRole('textbox', { name: 'Confirmation Code' })
    await expect.poll(() => code.getAttribute('autocomplete')).toBe('one-time-code')
    await expect
      .poll(() => page.getByRole('link', { name: 'Already confirmed? Sign In' }).getAttribute('href'))
      .toBe('/login')
    const help = page.getByRole('region', { name: "Didn't get the code?" }).getByRole('listitem')
    await expect
      .poll(() => help.allTextContents())
      .toEqual([
        'Check your spam folder.',
        'Make sure that the email address above is right. Correct it',
        'Wait a few minutes before requesting a new code.',
        'Still nothing? Contact support.',
      ])

    const right = await codeFor(email)
    const press = (name: string, call: string, how: (route: Route) => Promise<void>, sentence: string) =>
      answering(page, `auth/${call}`, how, async () => {
        await page.getByRole('button', { name }).click()
        await alert(page, sentence).waitFor()
      })
    await code.fill(right)
    await press('Confirm Account', 'confirm', withStatus(400), 'Invalid confirmation code')
    await press('Confirm Account', 'confirm', withStatus(500), FAULT)
    await press('Resend Code', 'resend-code', withStatus(400), 'Failed to resend code')
    await press('Resend Code', 'resend-code', withStatus(200, 'null'), 'Failed to resend confirmation code')
    await code.fill(right === '123456' ? '654321' : '123456')
    await page.getByRole('button', { name: 'Confirm Account' }).click()
    await alert(page, 'Invalid verification code. Please check your email.').waitFor()
    await page.getByRole('button', { name: 'Resend Code' }).click()
    await page.getByText('A new code is on its way to your e-mail address.').waitFor()
    await expect.poll(() => codeFor(email)).not.toBe(right)

    await page.route('**/api/sms/send-welcome', withStatus(500))
    await code.fill(await codeFor(email))
    await stopClock(page)
    await page.getByRole('button', { name: 'Confirm Account' }).click()
    await runUntilShown(page, page.getByText('Your shipping address has been saved to your profile.'))
    await page.getByRole('heading', { name: 'Account Confirmed!' }).waitFor()
    await expectRedirect(page, '/dashboard', REDIRECT_MS)
    await page.clock.resume()
    await page.goto('/dashboard?tab=profile')
    await expect.poll(() => field(page, 'Address Line 1').inputValue()).toBe('12 Bastion Way')
    await expect.poll(() => page.getByLabel('SMS Notifications').isChecked()).toBe(true)
    await expect.poll(() => page.getByLabel('Push Notifications').isChecked()).toBe(true)
    await context.close()
  })

  it('"Correct it" returns to the form with everything but the passwords', async () => {
    const { context, page } = await visit(browser, { width: 390 })
    const email = newEmail()
    await waitForCode(page, `x${email}`, '/register?next=/store')
    await page.getByRole('link', { name: 'Correct it' }).click()
    await page.waitForURL('**/register?next=/store')
    for (const [label, text] of userWith(`x${email}`))
      await expect
        .poll(() => field(page, label).inputValue(), { message: label })
        .toBe(/Password/.test(label) ? '' : text)
    await expect.poll(() => page.getByLabel('SMS Notifications').isChecked()).toBe(true)
    await field(page, 'Email').fill(email)
    await field(page, 'Password').fill(PASSWORD)
    await field(page, 'Confirm Password').fill(PASSWORD)
    await submit(page)
    await page.getByText(email, { exact: true }).waitFor()
    await page.getByRole('textbox', { name: 'Confirmation Code' }).fill(await codeFor(email))
    await page.getByRole('button', { name: 'Confirm Account' }).click()
    await page.getByText('Your shipping address has been saved to your profile.').waitFor()
    await page.waitForURL('**/store')

    // The stored input is deleted with the registration.
    await page.goto('/register')
    await expect.poll(() => field(page, 'Full Name').inputValue()).toBe('')
    await context.close()
  })

  it('a registration confirmed in another browser leads to the sign-in there [B-2.73] [B-4.13] [B-9.3]', {
    tags: 'again',
  }, async () => {
    const here = await visit(browser, { width: 390 })
    const there = await visit(browser, { width: 1440 })
    const email = newEmail()
    await waitForCode(here.page, email)
    await there.page.goto(/http\S+confirm-account#\S+/.exec(await messageTo(email, /confirm-account#/))![0])
    await stopClock(there.page)
    await there.page.getByRole('button', { name: 'Confirm Account' }).click()
    await runUntilShown(there.page, there.page.getByText('Redirecting to login...'))
    await there.page.getByRole('heading', { name: 'Account Confirmed!' }).waitFor()
    await there.page.getByText('Your shipping address has been saved to your profile.').waitFor()
    await expectRedirect(there.page, '/login', REDIRECT_MS)
    await here.page.getByText('Your shipping address has been saved to your profile.').waitFor()
    await here.context.close()
    await there.context.close()
  })
})

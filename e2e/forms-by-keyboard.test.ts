import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { testBrowser, visit } from './browser.ts'
import { expectFieldError, pressOn, tabTo, typeInto } from './keyboard.ts'
import { beginSignedIn, newEmail, PASSWORD } from './shopper.ts'

/** Each form by keyboard alone: each message appears at its field and disappears after an edit. */
const browser = await testBrowser()

async function open(path: string, width = 390): Promise<Page> {
  const { page } = await visit(browser, { width })
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  return page
}

type Wrong = { label: RegExp; value: string; message: string }

const REGISTRATION: Wrong[] = [
  { label: /^Full Name/, value: '   ', message: 'Name is required' },
  { label: /^Email/, value: '', message: 'Email is required' },
  { label: /^Email/, value: 'riley', message: 'Please enter a valid email address' },
  { label: /^Phone Number/, value: '', message: 'Phone number is required' },
  { label: /^Phone Number/, value: '555-0142', message: 'Please enter a valid US phone number (10-11 digits)' },
  { label: /^Phone Number/, value: '28015550142', message: 'Please enter a valid US phone number starting with 1' },
  { label: /^Password/, value: '', message: 'Password is required' },
  { label: /^Password/, value: 'Ab1!', message: 'Password must be at least 8 characters' },
  {
    label: /^Password/,
    value: 'holdtheline',
    message: 'Password must contain uppercase, lowercase, number, and special character',
  },
  { label: /^Confirm Password/, value: '', message: 'Please confirm your password' },
  { label: /^Confirm Password/, value: 'Other-Line1!', message: 'Passwords do not match' },
  { label: /^Address Line 1/, value: '  ', message: 'Address is required' },
  { label: /^City/, value: '  ', message: 'City is required' },
  { label: /^State/, value: '  ', message: 'State is required' },
  { label: /^Postal Code/, value: '  ', message: 'Postal code is required' },
]

describe('/register', () => {
  it('the registration names every missing field, and clears a message once its field is edited [B-5.1] [B-9.40]', {
    tags: 'again',
  }, async () => {
    const page = await open('/register')
    await pressOn(page, page.getByRole('button', { name: 'Create Account' }))
    await expectFieldError(page.getByLabel(/^Birth Date/), 'Birth date is required')
    for (const { label, value, message } of REGISTRATION) {
      if (value === '') await expectFieldError(page.getByLabel(label), message)
    }
    await typeInto(page, page.getByLabel(/^Full Name/), 'R')
    await expectFieldError(page.getByLabel(/^Full Name/), undefined)
    await page.context().close()
  })

  it('the registration names what is wrong with each field, and keeps the input [B-5.1] [B-5.2] [B-5.3] [B-5.4] [B-5.5] [B-5.6] [B-5.8] [B-9.40]', async () => {
    const page = await open('/register', 1440)
    for (const { label, value, message } of REGISTRATION) {
      if (value === '') continue
      await page.getByLabel(/^Full Name/).focus()
      if (message === 'Passwords do not match') await typeInto(page, page.getByLabel(/^Password/), PASSWORD)
      await typeInto(page, page.getByLabel(label), value)
      await pressOn(page, page.getByRole('button', { name: 'Create Account' }))
      await expectFieldError(page.getByLabel(label), message)
      await expect.poll(() => page.getByLabel(label).inputValue()).toBe(value)
    }
    await page.context().close()
  })

  it('the registration refuses a user below 21, and accepts one who turns 21 today [B-5.7]', {
    tags: 'again',
  }, async () => {
    const page = await open('/register')
    const born = (daysShort: number) => {
      const now = new Date()
      const day = new Date(Date.UTC(now.getUTCFullYear() - 21, now.getUTCMonth(), now.getUTCDate() + daysShort))
      return day.toISOString().slice(0, 10)
    }
    const field = page.getByLabel(/^Birth Date/)
    await field.fill(born(2))
    await pressOn(page, page.getByRole('button', { name: 'Create Account' }))
    await expectFieldError(field, 'You must be 21 or older to register')
    await field.fill(born(-1))
    await pressOn(page, page.getByRole('button', { name: 'Create Account' }))
    await expectFieldError(field, undefined)
    await page.context().close()
  })
})

describe('/login', () => {
  it('the sign-in requires a valid e-mail and a password, and keeps the e-mail after a refusal [B-9.40]', async () => {
    const page = await open('/login')
    const email = page.getByLabel(/^Email/)
    const submit = page.getByRole('button', { name: 'Sign In', exact: true })
    await typeInto(page, email, 'riley')
    await pressOn(page, submit)
    await expectFieldError(email, 'Please enter a valid email address')
    await expectFieldError(page.getByLabel(/^Password/), 'Password is required')
    await email.focus()
    await typeInto(page, email, newEmail())
    await typeInto(page, page.getByLabel(/^Password/), 'Wrong-Line1!')
    await page.keyboard.press('Enter')
    await page.getByText('Invalid email or password.').waitFor()
    await expect.poll(() => email.inputValue()).toMatch(/@example\.com$/)
    await page.context().close()
  })

  it('the reset is completed by keyboard, step by step and back [B-9.40]', { tags: 'again' }, async () => {
    const page = await open('/login')
    const email = newEmail()
    await pressOn(page, page.getByRole('button', { name: /forgot/i }).or(page.getByRole('link', { name: /forgot/i })))
    const send = page.getByRole('button', { name: 'Send Reset Code' })
    await typeInto(page, page.getByLabel(/^Email/), 'riley')
    await pressOn(page, send)
    await expectFieldError(page.getByLabel(/^Email/), 'Please enter a valid email address')
    await page.getByLabel(/^Email/).focus()
    await typeInto(page, page.getByLabel(/^Email/), email)
    await pressOn(page, send)
    const verify = page.getByRole('button', { name: 'Verify Code' })
    const code = page.getByRole('textbox', { name: /code/i })
    await typeInto(page, code, '12345')
    await expect.poll(() => verify.isDisabled()).toBe(true)
    await typeInto(page, code, '12a3456789')
    await expect.poll(() => code.inputValue()).toBe('123456')
    await expect.poll(() => verify.isEnabled()).toBe(true)
    await pressOn(page, verify)
    await page
      .getByText(/verification code/i)
      .last()
      .waitFor()
    await pressOn(page, page.getByRole('button', { name: /back to sign in/i }))
    await page.getByRole('button', { name: 'Sign In', exact: true }).waitFor()
    await page.context().close()
  })
})

describe('/confirm-account', () => {
  it('the confirmation requires all digits of the code, and accepts digits only [B-2.72] [B-5.11] [B-9.40]', async () => {
    const page = await open('/register')
    const email = newEmail()
    const values: [RegExp, string][] = [
      [/^Full Name/, 'Riley Marsh'],
      [/^Email/, email],
      [/^Phone Number/, '8015550142'],
      [/^Password/, PASSWORD],
      [/^Confirm Password/, PASSWORD],
      [/^Address Line 1/, '12 Bastion Way'],
      [/^City/, 'Ogden'],
      [/^State/, 'UT'],
      [/^Postal Code/, '84401'],
    ]
    await page.getByLabel(/^Birth Date/).fill('1988-04-09')
    await page.getByLabel(/^Full Name/).focus()
    for (const [label, value] of values) await typeInto(page, page.getByLabel(label), value)
    await pressOn(page, page.getByRole('button', { name: 'Create Account' }))
    await page.waitForURL('**/confirm-account')
    const code = page.getByRole('textbox', { name: 'Confirmation Code' })
    const confirm = page.getByRole('button', { name: 'Confirm Account' })
    await pressOn(page, confirm)
    await expectFieldError(code, 'Please enter the confirmation code')
    await code.focus()
    await typeInto(page, code, '12ab')
    await expect.poll(() => code.inputValue()).toBe('12')
    await pressOn(page, confirm)
    await expectFieldError(code, 'Please enter the complete 6-digit code')
    await page.context().close()
  })
})

describe('the shipping address', () => {
  it('the shipping address names missing fields, and says when it is saved [B-9.40]', async () => {
    const { page } = await visit(browser, { width: 390 })
    await beginSignedIn(page, 'premium@redoubt.test')
    await page.goto('/dashboard?tab=profile')
    const city = page.getByLabel(/^City/)
    await city.waitFor()
    const before = await city.inputValue()
    await typeInto(page, city, '   ')
    await pressOn(page, page.getByRole('button', { name: /save.*address/i }))
    await page.getByText(/Please fill in all required address fields: city/i).waitFor()
    await city.focus()
    await typeInto(page, city, before)
    await pressOn(page, page.getByRole('button', { name: /save.*address/i }))
    await page.getByText('Shipping address saved successfully.').waitFor()
    await page.context().close()
  })
})

describe('the age gate', () => {
  it('the age gate is answered by keyboard [B-9.40]', async () => {
    const page = await open('/age-verification')
    await tabTo(page, page.getByRole('button', { name: 'I am 21 or older' }))
    await pressOn(page, page.getByRole('button', { name: 'I am under 21' }), 'Space')
    await page.getByText('Access Denied').waitFor()
    await page.context().close()
  })
})

import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectAccessible, messageTo, testBrowser, visit } from './browser.ts'
import { beginAsNewcomer, newEmail, PASSWORD, signIn } from './shopper.ts'

const browser = await testBrowser()

const NEW_PASSWORD = 'Hold-The-Gate2!'
const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign In', exact: true })

const resetCode = async (email: string) => /\b(\d{6})\b/.exec(await messageTo(email, /reset your password/))![1]!

/** Answers a call like a broken server or gateway, without an error message. */
const breakDown = (page: Page, call: string, status = 500) =>
  page.route(`**/api/auth/${call}`, route => route.fulfill({ status, body: 'oops' }))

it('the sign-in shows its texts, validates, names each failure and keeps the input [B-2.6] [B-2.59] [B-2.60] [B-4.15] [B-5.10] [B-8.12]', async () => {
  const { context, page } = await visit(browser, { width: 390 })
  await page.goto('/login')
  await expect.poll(() => page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
  await page.getByText('Participants must be 21 or older for firearm giveaways.').waitFor()
  await expect
    .poll(() => page.getByRole('link', { name: 'Terms & Conditions' }).first().getAttribute('href'))
    .toBe('/legal#terms')
  await expect
    .poll(() => page.getByRole('link', { name: 'Privacy Policy' }).first().getAttribute('href'))
    .toBe('/legal#privacy')
  await expect
    .poll(() => page.locator('main').getByRole('link', { name: 'Sign up' }).getAttribute('href'))
    .toBe('/register')

  await signInButton(page).click()
  await page.getByText('Email is required').waitFor()
  await page.getByText('Password is required').waitFor()
  await page.getByLabel(/^Email/).fill('nobody')
  await page.getByLabel(/^Password/).fill('wrong')
  await signInButton(page).click()
  await page.getByText('Please enter a valid email address').waitFor()
  await page.getByLabel(/^Email/).fill('nobody@example.com')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect.poll(() => page.getByLabel(/^Password/).getAttribute('type')).toBe('text')
  await signInButton(page).click()
  await page.getByRole('alert').getByText('Invalid email or password.').waitFor()

  await breakDown(page, 'login', 400)
  await signInButton(page).click()
  await page.getByRole('alert').getByText('Login failed. Please check your credentials.').waitFor()
  await page.unroute('**/api/auth/login')
  await breakDown(page, 'login')
  await signInButton(page).click()
  await page.getByRole('alert').getByText('An error occurred. Please try again.').waitFor()
  await page.unroute('**/api/auth/login')
  await page.route('**/api/auth/login', route => route.abort())
  await signInButton(page).click()
  await page.getByRole('alert').getByText('Network error. Please check your connection and try again.').waitFor()
  await page.unroute('**/api/auth/login')
  let goOn = () => {}
  const held = new Promise<void>(done => {
    goOn = done
  })
  await page.route('**/api/auth/login', route => held.then(() => route.continue()))
  await signInButton(page).click()
  const busy = page.getByRole('button', { name: 'Signing In...' })
  await busy.waitFor()
  await expect.poll(() => busy.isDisabled()).toBe(true)
  goOn()
  await page.getByRole('alert').getByText('Invalid email or password.').waitFor()
  await expect.poll(() => page.getByLabel(/^Password/).inputValue()).toBe('wrong')
  await context.close()
})

/** A user of the shop, signed out, at the first step of a password reset, who had typed another address to sign in. */
async function atPasswordReset() {
  const { context, page } = await visit(browser, { width: 390 })
  const email = newEmail()
  await beginAsNewcomer(page, email)
  await context.clearCookies()
  await page.evaluate(() => localStorage.clear())
  await page.goto('/login')
  await page.getByLabel(/^Email/).fill(newEmail())
  await page.getByLabel(/^Password/).fill('forgotten')
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await page.getByLabel(/^Email/).fill(email)
  return { context, page, email }
}

it('a password is reset in four steps, each of which leads back [B-2.62] [B-2.63] [B-2.64] [B-2.65] [B-2.66] [B-4.16] [B-5.12] [B-8.16] [B-9.2]', async () => {
  const { context, page, email } = await atPasswordReset()
  await breakDown(page, 'forgot-password')
  await page.getByRole('button', { name: 'Send Reset Code' }).click()
  await page.getByRole('alert').getByText('Failed to send reset code').waitFor()
  await page.unroute('**/api/auth/forgot-password')
  await page.getByRole('button', { name: 'Send Reset Code' }).click()
  const verify = page.getByRole('button', { name: 'Verify Code' })
  const codeField = page.getByLabel(/^Reset Code/)
  const first = await resetCode(email)
  await codeField.fill('12345')
  await expect.poll(() => verify.isDisabled()).toBe(true)
  await codeField.fill('1234567')
  await expect.poll(() => codeField.inputValue()).toBe('123456')
  await page.getByRole('button', { name: 'Back to Sign In' }).click()
  await expect.poll(() => page.getByLabel(/^Email/).inputValue()).toBe(email)

  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await page.getByRole('button', { name: 'Send Reset Code' }).click()
  // Only the newest code is valid.
  await expect.poll(() => resetCode(email)).not.toBe(first)
  await codeField.fill(await resetCode(email))
  await breakDown(page, 'verify-reset-code')
  await verify.click()
  await page.getByRole('alert').getByText('An error occurred. Please try again.').waitFor()
  await page.unroute('**/api/auth/verify-reset-code')
  await verify.click()
  const reset = page.getByRole('button', { name: 'Reset Password' })
  await reset.waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Back to Sign In' }).isVisible()).toBe(true)
  await page.getByLabel(/^New Password/).fill('short')
  await expect.poll(() => reset.isDisabled()).toBe(true)
  await page.getByLabel(/^Confirm New Password/).fill('other')
  await reset.click()
  await page.getByText('Password must be at least 8 characters long').waitFor()
  await page.getByText('Passwords do not match').waitFor()
  for (const nth of [0, 1]) {
    await page.getByRole('button', { name: 'Show password' }).first().click()
    const label = [/^New Password/, /^Confirm New Password/][nth]!
    await expect.poll(() => page.getByLabel(label).getAttribute('type')).toBe('text')
  }
  await page.getByLabel(/^New Password/).fill(NEW_PASSWORD)
  await page.getByLabel(/^Confirm New Password/).fill(NEW_PASSWORD)
  await breakDown(page, 'reset-password')
  await reset.click()
  await page.getByRole('alert').getByText('Failed to reset password.').waitFor()
  await page.unroute('**/api/auth/reset-password')
  await reset.click()
  await page.getByRole('heading', { name: 'Password Reset Successful!' }).waitFor()
  await page.getByRole('button', { name: 'Back to Sign In' }).click()
  await expect.poll(() => page.getByLabel(/^Email/).inputValue()).toBe(email)
  await expect.poll(() => page.getByLabel(/^Password/).inputValue()).toBe('')
  await page.getByLabel(/^Password/).fill(NEW_PASSWORD)
  await signInButton(page).click()
  await page.waitForURL('**/dashboard')
  await context.close()
})

it('the code step of a reset sends another code, also from the link of the first [B-5.34]', async () => {
  const { context, page, email } = await atPasswordReset()
  await page.getByRole('button', { name: 'Send Reset Code' }).click()
  await page.getByLabel(/^Reset Code/).waitFor()
  const first = await resetCode(email)
  const link = /http\S+\/login#\S+/.exec(await messageTo(email, /\/login#/))![0]

  // The link of the first e-mail fills its code in.
  await page.goto('about:blank')
  await page.goto(link)
  await expect.poll(() => page.getByLabel(/^Reset Code/).inputValue()).toBe(first)
  const resend = page.getByRole('button', { name: 'Resend Code' })
  await breakDown(page, 'forgot-password')
  await resend.click()
  await page.getByRole('alert').getByText('Failed to resend code').waitFor()
  await expect.poll(() => page.getByLabel(/^Reset Code/).inputValue()).toBe(first)
  await page.unroute('**/api/auth/forgot-password')
  await resend.click()
  await page.getByRole('status').getByText('If the address has an account, a code is on its way to it.').waitFor()
  await expect.poll(() => page.getByLabel(/^Reset Code/).inputValue()).toBe('')
  await expectAccessible(page, 'reset code sent again')
  await expect.poll(() => resetCode(email)).not.toBe(first)
  await page.getByLabel(/^Reset Code/).fill(await resetCode(email))
  await page.getByRole('button', { name: 'Verify Code' }).click()
  await page.getByRole('button', { name: 'Reset Password' }).waitFor()
  await context.close()
})

it('a signed-in user who opens the sign-in or the registration is led to the account [B-2.61]', async () => {
  const { context, page } = await visit(browser, { width: 390 })
  await beginAsNewcomer(page)
  for (const path of ['/login', '/register', '/register?ref=ABCD2345']) {
    await page.goto(path)
    await page.waitForURL('**/dashboard')
  }
  await page.goto('/register?next=/store')
  await page.waitForURL('**/store')
  await context.close()
})

it('other browsers are listed and signed out, one by one, by a new password, and all together', async () => {
  const { context, page } = await visit(browser)
  const email = newEmail()
  await beginAsNewcomer(page, email)
  const others = [await visit(browser), await visit(browser)] as const
  for (const other of others) await signIn(other.page, email, PASSWORD)

  await page.goto('/dashboard?tab=profile')
  const list = page.getByRole('list', { name: 'Browsers where you are signed in' })
  await list.getByText('This browser').waitFor()
  await expect.poll(() => list.getByRole('listitem').count()).toBe(3)
  await list.getByRole('button', { name: 'Sign out' }).first().click()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page
    .getByText(/was signed out\./)
    .first()
    .waitFor()
  await list.getByRole('listitem').nth(2).waitFor({ state: 'detached' })
  await expect.poll(() => list.getByRole('listitem').count()).toBe(2)

  await page.getByLabel(/^Current Password/).fill(PASSWORD)
  await page.getByLabel(/^New Password/).fill(NEW_PASSWORD)
  await page.getByLabel(/^Confirm New Password/).fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Change Password' }).click()
  await page.getByText('Your password was changed. Every other browser was signed out.').first().waitFor()
  await list.getByRole('listitem').nth(1).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.waitForURL('**/login')
  for (const visitor of [{ context }, ...others]) await visitor.context.close()
})

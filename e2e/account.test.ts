import { readFile } from 'node:fs/promises'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible, messageTo, openBrowser, visit } from './browser.ts'
import { newEmail, PASSWORD, register, signIn } from './shopper.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

/** The link of the confirmation e-mail. */
const linkTo = async (email: string) =>
  /http\S+confirm-account#\S+/.exec(await messageTo(email, /confirm-account#/))![0]

/** Registers and stops at the page that waits for the code. */
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

describe.each([1440, 390])('at %i px', width => {
  it('somebody registers, confirms by the link, takes their data along, deletes the account and is gone', async () => {
    const { context, page, errors } = await visit(browser, { width })
    const email = newEmail()
    await registerAndWait(page, email)
    await page.getByText('Wait a few minutes before requesting a new code.').waitFor()
    await expectAccessible(page, 'confirmation')

    // The link is opened in another tab, and confirms only when the button is pressed.
    const other = await context.newPage()
    await other.goto(await linkTo(email))
    await other.getByText('Your code is filled in.', { exact: false }).waitFor()
    expect(other.url()).not.toMatch(/#|code/)
    await other.getByRole('button', { name: 'Confirm Account' }).click()
    await other.getByText('Account Confirmed!').waitFor()
    await other.close()
    // The tab that waited goes on by itself, and saves what was typed there.
    await page.getByText('Your shipping address has been saved to your profile.').waitFor()
    await page.waitForURL('**/dashboard*')
    await messageTo('+18015550142', /Welcome!/)

    await page.getByRole('heading', { name: 'Your referral code' }).waitFor()
    await page.goto('/dashboard?tab=profile')
    await page.getByRole('heading', { name: 'Your Data' }).waitFor()
    expect(await page.getByLabel('Address Line 1').inputValue()).toBe('12 Bastion Way')
    expect((await downloadEverything(page)).profile).toMatchObject({ email, smsConsent: true })
    await deleteAccount(page)
    await expectNoWayIn(page, email)
    expect(errors.filter(error => !/400|401/.test(error))).toEqual([])
    await context.close()
  })

  it('the age gate remembers a yes and a no, leads home after the yes and out after the no', async () => {
    const { context, page } = await visit(browser, { width })
    await context.route('https://www.google.com/**', route => route.fulfill({ body: 'elsewhere' }))
    const flags = () => page.evaluate(() => [localStorage.age_verified, localStorage.age_declined])
    await page.goto('/age-verification')
    await page.getByRole('heading', { name: 'Age Verification Required' }).waitFor()
    for (const anchor of ['terms', 'privacy', 'sweepstakes'])
      expect(await page.locator(`main a[href="/legal#${anchor}"]`).count()).toBe(1)
    await page.getByRole('button', { name: 'I am under 21' }).click()
    await page.getByRole('heading', { name: 'Access Denied' }).waitFor()
    await page
      .getByText('You must be 21 years or older to access this website. Thank you for your understanding.')
      .waitFor()
    await expectAccessible(page, 'access denied')
    expect(await flags()).toEqual([undefined, 'true'])
    await page.getByRole('button', { name: 'Exit Site' }).click()
    await page.waitForURL('https://www.google.com/**')

    await page.goto('/age-verification')
    await page.getByRole('button', { name: 'I am 21 or older' }).click()
    await page.getByRole('heading', { name: 'Age Verified!' }).waitFor()
    expect(await flags()).toEqual(['true', undefined])
    const before = Date.now()
    await page.waitForURL(url => url.pathname === '/')
    expect(Date.now() - before).toBeGreaterThan(1000)
    await context.close()
  })

  it('every anchor of the legal page leads to its text', async () => {
    const { context, page, errors } = await visit(browser, { width })
    for (const [anchor, title] of [
      ['terms', 'Terms & Conditions'],
      ['privacy', 'Privacy Policy'],
      ['sweepstakes', 'Sweepstakes Rules'],
      ['no-purchase-necessary', 'No Purchase Necessary'],
      ['age-verification', 'Age Verification'],
      ['contact', 'Contact'],
    ]) {
      await page.goto(`/legal#${anchor}`)
      const heading = page.locator(`h2#${anchor}`)
      await heading.waitFor()
      expect(await heading.textContent()).toBe(title)
      await expect
        .poll(() => heading.evaluate(element => Math.abs(element.getBoundingClientRect().top)))
        .toBeLessThan(900)
    }
    await page.getByText('Monday to Friday, 9 a.m. to 5 p.m. Eastern time').first().waitFor()
    await page.goto('/legal/sweepstakes/1')
    await page.getByRole('heading', { name: 'Sweepstakes Rules', level: 1 }).waitFor()
    await expectAccessible(page, 'one version')
    expect(errors).toEqual([])
    await context.close()
  })
})

describe('pages behind the sign-in', () => {
  const arrives = (page: Page, path: string) => page.waitForURL(url => url.pathname === path)

  it('send guests to /login and back, staff pages send others home', async () => {
    const { context, page } = await visit(browser)
    for (const path of ['/notifications', '/admin', '/orders/1']) {
      await page.goto(path)
      await arrives(page, '/login')
    }
    await page.goto('/dashboard')
    await page.getByText('You need to be signed in to view your dashboard.').waitFor()
    await signIn(page, 'shopper@redoubt.test')
    await page.goto('/admin')
    await page.getByRole('heading', { name: 'Access Denied' }).waitFor()
    await arrives(page, '/')
    await page.goto('/no/such/page')
    await arrives(page, '/')
    await context.close()
  })

  it('show "Loading…" until it is known who is here', async () => {
    const { context, page } = await visit(browser)
    await signIn(page, 'shopper@redoubt.test')
    await holdTokens(context)
    await page.goto('/notifications')
    await page.getByText('Loading…').waitFor()
    await context.close()
  })

  it('tell of the finished age verification for five seconds', async () => {
    const { context, page } = await visit(browser)
    await signIn(page, 'shopper@redoubt.test')
    await page.goto('/dashboard?verification=complete')
    const banner = page.getByText('Age verification complete')
    await banner.waitFor()
    await page.waitForTimeout(3000)
    expect(await banner.isVisible()).toBe(true)
    await banner.waitFor({ state: 'detached', timeout: 4000 })
    await context.close()
  })

  it('name the missing fields of an address and save a whole one', async () => {
    const { context, page } = await visit(browser, { width: 390 })
    await register(page, newEmail())
    await page.waitForURL('**/dashboard*')
    await page.goto('/dashboard?tab=profile')
    await page.getByLabel('City').fill('  ')
    await page.getByLabel('Postal Code').fill('')
    await page.getByRole('button', { name: 'Save Address' }).click()
    await page.getByText('Please fill in all required address fields: City, Postal Code.').waitFor()
    await page.getByLabel('City').fill('Provo')
    await page.getByLabel('Postal Code').fill('84601')
    await page.getByRole('button', { name: 'Save Address' }).click()
    await page.getByText('Shipping address saved successfully.').waitFor()
    await page.getByLabel('Full Name').fill('Riley Vale')
    await page.getByRole('button', { name: 'Save Contact Details' }).click()
    await page.getByRole('heading', { name: 'Riley Vale', level: 1 }).waitFor()
    await context.close()
  })
})

/** The server takes its time to say who is here. */
const holdTokens = (context: BrowserContext) =>
  context.route('**/api/auth/token', async route => {
    await new Promise(done => setTimeout(done, 1500))
    await route.continue().catch(() => {})
  })

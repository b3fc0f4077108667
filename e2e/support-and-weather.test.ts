import type { Page } from 'playwright-core'
import { describe, expect, inject, it } from 'vitest'
import { DEMO_SETTINGS } from '../db/demo/settings.ts'
import {
  expectAccessible,
  expectLegible,
  inTheme,
  messageTo,
  openPage,
  type Theme,
  testBrowser,
  visit,
} from './browser.ts'
import { delayAnswers } from './delay.ts'
import { tabTo } from './keyboard.ts'
import { ownName } from './own-names.ts'
import { apiAs, beginAsNewcomer, beginSignedIn, newEmail, newOfficer, PASSWORD, signIn } from './shopper.ts'
import { type Width, widthsOf } from './widths.ts'

const browser = await testBrowser()

const NETWORK = 'Network error. Please check your connection and try again.'
const supportButton = (page: Page) => page.getByRole('button', { name: /^Support/ })
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Get Support' })
const ticketsOf = async (email: string, password?: string) =>
  (await (await apiAs(email, password))('/my/tickets?limit=100')).json.tickets

async function write(page: Page, subject: string, message: string) {
  await page.getByLabel('Subject').fill(subject)
  await page.getByLabel('Message').fill(message)
}

const LOOKS: { width: Width; theme: Theme }[] = [
  { width: 390, theme: 'dark' },
  { width: 1440, theme: 'light' },
]

describe.each(LOOKS.filter(({ width }) => widthsOf(390).includes(width)))(
  'support at $width px, $theme',
  ({ width, theme }) => {
    it('support is reached by keyboard alone, names each mistake, sends once, and waits 60 seconds [B-1.12] [B-2.28] [B-4.42] [B-8.28] [B-9.40]', async () => {
      const [email, subject] = [newEmail(), ownName('Where is it & why?')]
      const { context, page, errors } = await visit(browser, { width, theme })
      await context.addInitScript(`localStorage.setItem('redoubt.theme', '${theme}')`)
      await page.goto('/legal')
      await expect.poll(() => supportButton(page).count()).toBe(0)
      await beginAsNewcomer(page, email)
      await page.goto('/legal')
      await tabTo(page, supportButton(page))
      await page.keyboard.press('Enter')
      const dialog = dialogOf(page)
      await dialog.waitFor()
      await expectAccessible(page, 'support')
      await expectLegible(page, theme === 'dark' ? 'light' : 'dark', 'support')
      await inTheme(page, theme)

      const submit = page.getByRole('button', { name: 'Submit', exact: true })
      await tabTo(page, submit)
      await page.keyboard.press('Enter')
      await page.getByText('Subject is required').waitFor()
      await page.getByText('Message is required').waitFor()
      await expect
        .poll(() => page.getByLabel('Subject').evaluate(element => element === document.activeElement))
        .toBe(true)
      await page.keyboard.type(' <b>Two words')
      await expect.poll(() => page.getByLabel('Subject').inputValue()).toBe('bTwo words')
      await page.keyboard.press('Tab')
      await page.getByLabel('Message').fill('<script>alert(1)</script>')
      await page.getByText('Invalid characters detected in your input').waitFor()
      await expectAccessible(page, 'support, refused')
      await tabTo(page, submit)
      await page.keyboard.press('Enter')
      await page.getByText('Invalid characters detected in your input').waitFor()
      expect(await ticketsOf(email, PASSWORD)).toEqual([])

      await page.getByLabel('Subject').focus()
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.type(subject)
      await page.keyboard.press('Tab')
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.type('A week ago.\nTom & "Jerry"')
      await page.keyboard.press('Tab')
      await page.keyboard.type('High')
      await tabTo(page, submit)
      // The answer waits for the second press, which would open the dialog again once it is closed.
      const letGo = await delayAnswers(page, '**/api/support/tickets', route => route.continue())
      await page.keyboard.press('Enter')
      await page.keyboard.press('Enter')
      letGo()
      await page.getByText('Your inquiry has been submitted successfully!').waitFor()
      await dialog.waitFor({ state: 'hidden' })
      await expect.poll(() => supportButton(page).evaluate(element => element === document.activeElement)).toBe(true)
      expect(await ticketsOf(email, PASSWORD)).toMatchObject([
        { type: 'support', subject, priority: 'high', status: 'open' },
      ])
      expect(await messageTo(DEMO_SETTINGS.supportEmail, new RegExp(subject.split(' ').at(-1)!))).toContain(
        'Tom & "Jerry"',
      )

      await page.reload()
      await page.getByRole('button', { name: /Support.*open again in \d+ s/ }).click()
      await page.getByText('Please wait before submitting another inquiry').waitFor()
      await expect.poll(() => page.getByRole('button', { name: /Submit again in \d+ s/ }).isDisabled()).toBe(true)
      await expectAccessible(page, 'support, waiting')
      await page.getByRole('tab', { name: 'Your requests' }).click()
      await page.getByText(subject).waitFor()
      await expectAccessible(page, 'one’s own requests')
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'hidden' })
      expect(errors).toEqual([])
      await context.close()
    })
  },
)

it('the support button covers neither the bottom bar nor the bar to buy, and is not at the checkout [B-1.12] [B-2.28]', async () => {
  const { context, page } = await visit(browser, { width: 390 })
  await beginSignedIn(page, 'shopper@redoubt.test')
  await page.goto('/product/star-fort-sticker')
  await page.evaluate('window.scrollTo(0, document.body.scrollHeight)')
  const box = async (selector: string) => (await page.locator(selector).boundingBox())!
  const button = (await supportButton(page).boundingBox())!
  for (const bar of [await box('nav[aria-label=Shortcuts]'), await box('[data-bottom-bar]')])
    expect(button.y + button.height).toBeLessThanOrEqual(bar.y)
  for (const path of ['/', '/store', '/giveaways', '/dashboard', '/notifications']) {
    await page.goto(path)
    await supportButton(page).waitFor()
  }
  await page.goto('/checkout')
  await page.locator('main :is(h1, h2)').first().waitFor()
  await expect.poll(() => supportButton(page).count()).toBe(0)
  await context.close()
})

describe('offline and failing requests', () => {
  it('a failed submission keeps the dialog and the input, and makes one ticket in the end [B-1.12] [B-4.42]', async () => {
    const { context, page } = await visit(browser, { width: 390 })
    // A user writes once a minute.
    const email = await newOfficer()
    await signIn(page, email, PASSWORD)
    await page.goto('/admin')
    await page.locator('main :is(h1, h2)').first().waitFor()
    await expect.poll(() => supportButton(page).count(), { message: 'staff pages have no support button' }).toBe(0)
    await page.goto('/legal')
    await supportButton(page).click()
    const subject = ownName('Kept')
    await write(page, subject, 'All of this')
    await page.getByLabel('Priority').selectOption('low')
    const submit = page.getByRole('button', { name: 'Submit', exact: true })

    // The first request reaches the shop, but its answer is lost.
    let lost = 0
    await page.route('**/api/support/tickets', async route => {
      if (lost++ === 0) await route.fetch()
      await route.abort()
    })
    await submit.click()
    await dialogOf(page).getByText(NETWORK).waitFor()
    expect(lost).toBe(3)
    const typed = [page.getByLabel('Subject'), page.getByLabel('Message'), page.getByLabel('Priority')]
    await expect
      .poll(() => Promise.all(typed.map(field => field.inputValue())))
      .toEqual([subject, 'All of this', 'low'])
    await page.unroute('**/api/support/tickets')
    await submit.click()
    await page.getByText('Your inquiry has been submitted successfully!').waitFor()
    const made = (await ticketsOf(email, PASSWORD)).filter((ticket: { subject: string }) => ticket.subject === subject)
    expect(made).toHaveLength(1)
    await context.close()
  })

  it('a request that met 503 is not sent again, and says so [B-4.43] [B-8.28] [B-8.30]', async () => {
    const { context, page } = await visit(browser, { width: 1440 })
    await beginSignedIn(page, 'admin@redoubt.test')
    await page.evaluate("localStorage.removeItem('redoubt.support')")
    await page.goto('/legal')
    let [asked, status] = [0, 500]
    await page.route('**/api/support/inquiries', route => {
      asked++
      return route.fulfill({ status, body: 'away' })
    })
    await supportButton(page).click()
    await page.getByLabel('What is it about?').selectOption('general')
    await expect.poll(() => page.getByLabel('Priority').count()).toBe(0)
    await write(page, 'Kept', 'All of this')
    const submit = page.getByRole('button', { name: 'Submit', exact: true })
    await submit.click()
    await dialogOf(page).getByText('Failed to submit inquiry').waitFor()
    expect(asked).toBe(3)
    status = 503
    for (let presses = 0; presses < 2; presses++) {
      await submit.click()
      await dialogOf(page).getByText('Service temporarily unavailable (cooldown). Please retry shortly.').waitFor()
    }
    expect(asked).toBe(6)
    await expect.poll(() => page.getByLabel('Message').inputValue()).toBe('All of this')
    await context.close()
  })

  it.each([
    { width: 390, theme: 'light' },
    { width: 1440, theme: 'dark' },
  ] as { width: number; theme: Theme }[])(
    'offline at $width px, the page says so and keeps itself and the input [B-8.10]',
    async look => {
      const { context, page } = await visit(browser, look)
      await context.addInitScript(`localStorage.setItem('redoubt.theme', '${look.theme}')`)
      // A page that loses its network before its scripts have come shows no bar.
      await openPage(page, '/login')
      await page.getByLabel(/^Email/).fill('shopper@redoubt.test')
      await page.getByLabel(/^Password/).fill('Redoubt-Demo1!')
      await context.setOffline(true)
      await page.getByText('You are offline.').waitFor()
      await expectAccessible(page, 'offline')
      await page.getByRole('button', { name: 'Sign In', exact: true }).click()
      await page.getByRole('alert').getByText(NETWORK).waitFor()
      await page.getByRole('link', { name: 'Redoubt, home' }).first().click()
      await page.getByRole('status').getByText(NETWORK).waitFor()
      expect(new URL(page.url()).pathname).toBe('/login')
      await expect.poll(() => page.getByLabel(/^Email/).inputValue()).toBe('shopper@redoubt.test')
      await context.setOffline(false)
      await page.getByText('You are offline.').waitFor({ state: 'hidden' })
      await page.getByRole('button', { name: 'Sign In', exact: true }).click()
      await page.waitForURL('**/dashboard')
      await context.close()
    },
  )
})

describe('a session', () => {
  it('a session ended elsewhere asks to sign in again over the typed text [B-4.45]', async () => {
    const { context, page } = await visit(browser, { width: 390 })
    await beginSignedIn(page, 'premium@redoubt.test')
    await page.evaluate("localStorage.removeItem('redoubt.support')")
    await page.goto('/dashboard?tab=profile')
    await page.getByLabel('Address Line 1').fill('77 Unsaved Street')
    // On a phone the fields fill the edge of this page, and the support button hides over them.
    await page.evaluate("location.hash = '#support'")
    await write(page, 'Half a thought', 'that must not be lost')
    await endSessionsOf('premium@redoubt.test')
    // No press is needed: the server closes the socket of an ended session, and the page reacts.
    const dialog = page.getByRole('dialog', { name: 'Please sign in again' })
    await dialog.waitFor()
    await expectAccessible(page, 'session lapsed')
    await expect.poll(() => dialog.getByLabel('Email').inputValue()).toBe('premium@redoubt.test')
    await page.keyboard.press('Escape')
    // The focus is in the password field.
    await page.keyboard.type('wrong')
    await page.keyboard.press('Enter')
    await dialog.getByRole('alert').waitFor()
    await dialog.getByLabel(/^Password/).fill('Redoubt-Demo1!')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    await expect.poll(() => page.getByLabel('Subject').inputValue()).toBe('Half a thought')
    await expect.poll(() => page.getByLabel('Message').inputValue()).toBe('that must not be lost')
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByLabel('Address Line 1').inputValue()).toBe('77 Unsaved Street')
    await context.close()
  })

  it('all tabs share one session: sign-out and sign-in in one reach the others [B-4.46]', async () => {
    const { context, page } = await visit(browser)
    await signIn(page, 'shopper@redoubt.test')
    const other = await context.newPage()
    await other.goto('/dashboard?tab=profile')
    await other.getByLabel('Address Line 1').waitFor()
    await page.locator('[popovertarget=account-menu]').click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await other.getByText('You signed out in another tab.').waitFor()
    await other.getByText('You need to be signed in to view your dashboard.').waitFor()
    await signIn(page, 'shopper@redoubt.test')
    await other.getByLabel('Address Line 1').waitFor()
    await context.close()
  })
})

async function endSessionsOf(email: string) {
  const origin = inject('origin')
  const headers = { 'content-type': 'application/json', origin }
  const login = { method: 'POST', headers, body: JSON.stringify({ email, password: 'Redoubt-Demo1!' }) }
  const { idToken } = (await (await fetch(`${origin}/api/auth/login`, login)).json()) as { idToken: string }
  const left = await fetch(`${origin}/api/auth/logout-everywhere`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${idToken}` },
  })
  expect(left.status).toBe(204)
}

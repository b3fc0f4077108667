import type { Locator, Page } from 'playwright-core'
import { inject } from 'vitest'
import { DEMO_PASSWORD } from '#app/seed/demo-accounts.ts'
import { expectAccessible, messageTo } from './browser.ts'
import { REST } from './kept-pages.ts'
import { pressOn, pressOnSlot, typeInto } from './keyboard.ts'

export const PASSWORD = 'Hold-The-Line1!'
let registered = 0

export const newEmail = () => `journey-${Date.now()}-${registered++}@example.com`

/** Registers through the form and confirms with the code from the e-mail. Ends on the page that follows. */
export async function register(page: Page, email: string, origin?: string): Promise<void> {
  await page.goto('/register')
  await page.getByLabel('Full Name').fill('Riley Marsh')
  await page.getByLabel(/^Email/).fill(email)
  await page.getByLabel('Phone Number').fill('(801) 555-0142')
  await page.getByLabel('Birth Date').fill('1988-04-09')
  await page.getByLabel(/^Password/).fill(PASSWORD)
  await page.getByLabel('Confirm Password').fill(PASSWORD)
  await fillAddress(page)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await page.waitForURL('**/confirm-account')
  const code = /\b(\d{6})\b/.exec(await messageTo(email, /\b\d{6}\b/, origin))![1]!
  await page.getByRole('textbox', { name: 'Confirmation Code' }).fill(code)
  await page.getByRole('button', { name: 'Confirm Account' }).click()
  await page.getByText('Account Confirmed!').waitFor()
}

/** Fills in an address of Utah, without saving it. */
export async function fillAddress(page: Page): Promise<void> {
  await page.getByLabel('Address Line 1').fill('12 Bastion Way')
  await page.getByLabel('City').fill('Ogden')
  await page.getByLabel('State').fill('UT')
  await page.getByLabel('Postal Code').fill('84401')
}

/** Signs in through the sign-in page, with the demo password by default. */
export async function signIn(page: Page, email: string, password = DEMO_PASSWORD): Promise<void> {
  await page.goto('/login')
  await page.getByLabel(/^Email/).fill(email)
  await page.getByLabel(/^Password/).fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.waitForURL(/\/(dashboard|admin)/)
}

/** Signs a page in by API call, without the sign-in screen, for journeys that do not test signing in. */
export async function beginSignedIn(page: Page, email: string, password = DEMO_PASSWORD): Promise<void> {
  const headers = { origin: inject('origin') }
  const answer = await page.request.post('/api/auth/login', { headers, data: { email, password } })
  if (!answer.ok()) throw new Error(`The sign-in of ${email} answered ${answer.status()}.`)
  await knowSignedIn(page)
}

/** Sets the browser state that a sign-in leaves beside its cookie, from the shop's smallest document. */
async function knowSignedIn(page: Page) {
  if (new URL(page.url()).pathname !== REST) await page.goto(REST)
  await page.evaluate(() => localStorage.setItem('redoubt.signed-in', '1'))
}

/** Signs a page in as a new user by API calls, for journeys that do not test the registration. */
export async function beginAsNewcomer(page: Page, email = newEmail(), { hasAddress = true } = {}): Promise<void> {
  const post = async (path: string, data: object, token = '') => {
    const headers = { origin: inject('origin'), ...(token && { authorization: `Bearer ${token}` }) }
    const answer = await page.request.post(`/api/${path}`, { headers, data })
    if (!answer.ok()) throw new Error(`${path} answered ${answer.status()} to ${email}.`)
    return (await answer.json()) as { idToken: string }
  }
  const who = { email, password: PASSWORD, name: 'Riley Marsh', phone: '8015550142', birthDate: '1988-04-09' }
  await post('auth/register', who)
  const code = /\b(\d{6})\b/.exec(await messageTo(email, /\b\d{6}\b/))![1]
  const { idToken } = await post('auth/confirm', { email, code })
  const shippingAddress = { line1: '12 Bastion Way', city: 'Ogden', state: 'UT', postalCode: '84401', country: 'US' }
  if (hasAddress) await post('my/profile', { shippingAddress, smsConsent: false, pushConsent: false }, idToken)
  await knowSignedIn(page)
}

/** Enters a giveaway of the list by keyboard, with the only credit of its tier. @returns the slot. */
export async function takeASlot(page: Page, giveaway: string, tier = 'Bronze'): Promise<number> {
  await page.goto('/giveaways')
  await pressOn(page, page.getByRole('button', { name: `Enter giveaway: ${giveaway}` }))
  const dialog = page.getByRole('dialog', { name: new RegExp(giveaway) })
  await pressOn(page, dialog.getByRole('button', { name: 'Enter giveaway' }))
  await dialog.getByText('Please select at least one slot').waitFor()
  const slot = await firstFree(dialog)
  await pressOnSlot(page, dialog, slot)
  await dialog.getByText(`1 slot · 1 ${tier} · 0 left after`, { exact: false }).waitFor()
  await expectAccessible(page, 'slot dialog')
  await pressOn(page, dialog.getByRole('button', { name: 'Enter giveaway' }))
  await dialog.getByRole('gridcell', { name: `Slot ${slot}, yours` }).waitFor()
  return slot
}

async function firstFree(dialog: Locator): Promise<number> {
  const free = dialog.getByRole('gridcell', { name: /^Slot \d+, free$/ }).first()
  return Number(/\d+/.exec((await free.getAttribute('aria-label'))!)![0])
}

/** Swaps the own slot in the open dialog for the first free one, by keyboard. @returns the new slot. */
export async function moveSlot(page: Page, giveaway: string, from: number): Promise<number> {
  const dialog = page.getByRole('dialog', { name: new RegExp(giveaway) })
  const to = await firstFree(dialog)
  await pressOnSlot(page, dialog, from)
  await dialog.getByText(`Slot ${from} → choose a free slot`, { exact: false }).waitFor()
  await pressOnSlot(page, dialog, to)
  await pressOn(page, dialog.getByRole('button', { name: 'Swap slot' }))
  await dialog.getByRole('gridcell', { name: `Slot ${to}, yours` }).waitFor()
  return to
}

/** Proves on the open page of a giveaway that an entry is in the list, by the receipt that this browser kept. */
export async function proveEntry(page: Page, slot: number): Promise<void> {
  await page.getByText('Receipt kept in this browser').waitFor()
  await pressOn(page, page.getByRole('button', { name: 'Prove that I am in' }))
  // A swapped entry adds where it came from. "Check here" says the same in the result.
  await page
    .getByRole('region', { name: 'Your entries' })
    .getByText(new RegExp(`You are in: number ${slot}( \\(moved from \\d+\\))?, as your receipt says`))
    .waitFor()
}

/** Opens the checkout, confirms the age if asked, and continues to the payment page. */
export async function goToPayment(page: Page): Promise<void> {
  await page.goto('/checkout')
  await page.getByRole('button', { name: /^(Continue to payment|Pay|Proceed)/i }).click()
  const age = page.getByRole('button', { name: /21 or older/ })
  await Promise.race([page.waitForURL('**/dev/stripe/pay/**'), age.waitFor()])
  if (await age.isVisible()) await age.click()
  await page.waitForURL('**/dev/stripe/pay/**')
}

/** Pays on the sandbox's payment page, by keyboard. */
export async function payWith(page: Page, number: string): Promise<void> {
  await typeInto(page, page.getByLabel('Card number'), number)
  await typeInto(page, page.getByLabel('Expiry date'), '12 / 34')
  await typeInto(page, page.getByLabel('Security code'), '123')
  await typeInto(page, page.getByLabel('Name on card'), 'Riley Marsh')
  await pressOn(page, page.getByRole('button', { name: /^Pay/ }))
  await page.waitForURL(/\/checkout\?/)
}

export const CARD = '4242 4242 4242 4242'
export const DECLINED_CARD = '4000 0000 0000 0002'

/** Calls the API as a script would, with a fresh ID token of a demo account. */
export async function apiAs(email: string, password = DEMO_PASSWORD) {
  const origin = inject('origin')
  const login = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ email, password }),
  })
  const { idToken } = (await login.json()) as { idToken: string }
  return async (path: string, body?: object, method = body ? 'POST' : 'GET') => {
    const response = await fetch(`${origin}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${idToken}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return { status: response.status, json: response.status === 204 ? undefined : await response.json() }
  }
}

/** Like `apiAs`, for what a test prepares: a refused call fails at once, not later where its result is missing. */
export async function prepareAs(email: string, password = DEMO_PASSWORD) {
  const api = await apiAs(email, password)
  return async (...call: Parameters<typeof api>) => {
    const answer = await api(...call)
    if (answer.status >= 400) throw new Error(`${call[0]}: ${answer.status} ${JSON.stringify(answer.json)}`)
    return answer
  }
}

type NewAccount = { email?: string; name?: string; phone?: string; birthDate?: string }

/** A new account with a proven mailbox and the password `PASSWORD`, by calls alone. */
export async function newAccount(given: NewAccount = {}): Promise<{ id: string; name: string; email: string }> {
  const who = { email: newEmail(), name: 'Riley Marsh', phone: '8015550142', birthDate: '1988-04-09', ...given }
  const { email, name } = who
  const origin = inject('origin')
  let cookie = ''
  const post = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json', origin, cookie }
    const answer = await fetch(`${origin}/api/auth/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status} to ${email}.`)
    cookie = answer.headers
      .getSetCookie()
      .map(one => one.split(';')[0]!)
      .join('; ')
  }
  await post('register', { ...who, password: PASSWORD })
  await post('confirm', { email, code: /\b(\d{6})\b/.exec(await messageTo(email, /\b\d{6}\b/))![1] })
  const owner = await prepareAs('admin@redoubt.test')
  const { id } = (await owner(`/admin/users/profile?email=${encodeURIComponent(email)}`)).json as { id: string }
  return { id, name, email }
}

/** Gives credits for the entries of a try. Those of a demo account end. */
export async function giveCredits(
  email: string,
  tier: 'Bronze' | 'Silver' | 'Gold' | 'Platinum',
  amount: number,
): Promise<void> {
  const owner = await prepareAs('admin@redoubt.test')
  await owner('/admin/credits/grant', { email, amount, tier, reason: 'A journey' })
}

/** A new member of staff with the role of draw officer and the password `PASSWORD`, by calls alone. @returns the e-mail address. */
export async function newOfficer(name = 'Riley Marsh'): Promise<string> {
  const { id, email } = await newAccount({ name })
  const owner = await prepareAs('admin@redoubt.test')
  await owner(`/admin/users/${id}/role`, { role: 'draw-officer', reason: 'A test' }, 'PUT')
  return email
}

import type { Page } from 'playwright-core'
import { describe, expect, inject, it } from 'vitest'
import { expectAccessible, messageTo, testBrowser, visit } from './browser.ts'
import { delayAnswers } from './delay.ts'
import { runUntilShown, stopClock } from './page-clock.ts'
import { beginAsNewcomer, beginSignedIn, fillAddress, newEmail, PASSWORD } from './shopper.ts'

const browser = await testBrowser()

/** Registers an account without an address by API calls, as a script would. */
async function joinWithoutAddress(email: string) {
  const post = (path: string, body: object) =>
    fetch(`${inject('origin')}/api/auth/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, ...body }),
    })
  await post('register', { password: PASSWORD, name: 'Riley Marsh', phone: '8015550142', birthDate: '1988-04-09' })
  await post('confirm', { code: /\b(\d{6})\b/.exec(await messageTo(email, /\b\d{6}\b/))![1] })
}

/** The signed-in user's numbers from the API, formatted as on the screen. */
const numbersOf = (page: Page) =>
  page.evaluate(async () => {
    const { idToken } = await (await fetch('/api/auth/token', { method: 'POST' })).json()
    const headers = { authorization: `Bearer ${idToken}` }
    const get = async (path: string) => (await fetch(`/api/${path}`, { headers })).json()
    const credits = await get('credits')
    const tiers = ['bronze', 'silver', 'gold', 'platinum'].map(tier => credits[`${tier}Credits`] as number)
    return {
      entries: String((await get('my/entries?past=false')).total),
      purchases: String((await get('my/purchases')).total),
      credits: String(tiers.reduce((sum, count) => sum + count)),
      referralCode: (await get('my/referral-code')).code as string,
    }
  })

const TABS = [
  ['overview', 'Overview', 'Recent activity'],
  ['profile', 'Profile', 'Shipping Address'],
  ['purchases', 'Purchase History'],
  ['wishlist', 'Wish List'],
  ['giveaways', 'My Giveaways'],
  ['subscription', 'Subscription', 'Subscription'],
  ['notifications', 'Notifications', 'Push Notifications'],
] as const

describe('the dashboard', () => {
  it('the dashboard has seven tabs, each under its query parameter, and a summary in the first [B-1.10] [B-2.12] [B-2.54] [B-2.55] [B-2.56]', async () => {
    const { context, page, errors } = await visit(browser)
    await beginSignedIn(page, 'shopper@redoubt.test')
    await page.goto('/dashboard')
    const selected = page.getByRole('tab', { selected: true })
    await selected.getByText('Overview', { exact: true }).waitFor()
    await expect.poll(() => page.getByRole('tab').allTextContents()).toEqual(TABS.map(([, name]) => name))
    const mine = await numbersOf(page)
    const facts = page.locator('main dl').first().locator('> div')
    await expect
      .poll(() => facts.allTextContents())
      .toEqual([
        `Active entries${mine.entries}`,
        `Purchases${mine.purchases}`,
        `Credits${mine.credits}`,
        'MembershipStandard',
      ])
    for (const name of ['Credits by tier', 'Recent activity'])
      await page.getByRole('heading', { name, exact: true }).waitFor()
    await page.getByText(mine.referralCode, { exact: true }).waitFor()
    for (const [tab, name, heading] of TABS) {
      await page.getByRole('tab', { name, exact: true }).click()
      await page.waitForURL(url => (url.searchParams.get('tab') ?? 'overview') === tab)
      await page.goto(`/dashboard?tab=${tab}`)
      await selected.getByText(name, { exact: true }).waitFor()
      if (heading) await page.getByRole('tabpanel').getByRole('heading', { name: heading, exact: true }).waitFor()
    }
    expect(errors).toEqual([])
    await context.close()
  })

  it('says that a payment was cancelled, once [B-2.57]', async () => {
    const { context, page } = await visit(browser)
    await beginSignedIn(page, 'shopper@redoubt.test')
    await page.goto('/dashboard?status=cancelled')
    await page.getByText('The payment was cancelled').waitFor()
    await page.getByText('Nothing was charged.').waitFor()
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await page.waitForURL(url => url.search === '?tab=subscription')
    await context.close()
  })
})

describe('pages behind the sign-in', () => {
  const arrives = (page: Page, path: string) => page.waitForURL(url => url.pathname === path)

  it('protected pages send guests to /login and back, staff pages send other users home [B-2.12] [B-2.13] [B-2.53]', async () => {
    const { context, page } = await visit(browser)
    for (const path of ['/notifications', '/admin', '/orders/1']) {
      await page.goto(path)
      await arrives(page, '/login')
    }
    await page.goto('/dashboard')
    await page.getByText('You need to be signed in to view your dashboard.').waitFor()
    await expect
      .poll(() => page.locator('main').getByRole('link', { name: 'Sign In' }).getAttribute('href'))
      .toBe('/login')
    await beginSignedIn(page, 'shopper@redoubt.test')
    await page.goto('/admin')
    await page.getByRole('heading', { name: 'Access Denied' }).waitFor()
    await arrives(page, '/')
    await page.goto('/no/such/page')
    await arrives(page, '/')
    await context.close()
  })

  it('pages behind the sign-in show "Loading…" until the session is checked', async () => {
    const { context, page } = await visit(browser)
    await beginSignedIn(page, 'shopper@redoubt.test')
    const release = await delayAnswers(page, '**/api/auth/token', route => route.continue())
    await page.goto('/notifications')
    await page.getByText('Loading…').waitFor()
    release()
    await page.getByText('Loading…').waitFor({ state: 'detached' })
    await context.close()
  })

  it('the dashboard shows the banner of the age verification for five seconds [B-2.58]', async () => {
    const { context, page } = await visit(browser)
    await beginSignedIn(page, 'shopper@redoubt.test')
    await stopClock(page)
    await page.goto('/dashboard?verification=complete')
    const banner = page.getByText('Age verification complete')
    await runUntilShown(page, banner)
    await page.clock.runFor(4500)
    await expect.poll(() => banner.isVisible()).toBe(true)
    await page.clock.runFor(500)
    await banner.waitFor({ state: 'detached' })
    await context.close()
  })

  it('the dashboard says that the address is incomplete until it is saved [B-4.27]', async () => {
    const { context, page } = await visit(browser)
    const email = newEmail()
    await joinWithoutAddress(email)
    await beginSignedIn(page, email, PASSWORD)
    await page.goto('/dashboard')
    const notice = page.getByText('Your shipping address is incomplete')
    await notice.waitFor()
    await expectAccessible(page, 'incomplete address')
    await page.getByRole('link', { name: 'Update your shipping address' }).click()
    await fillAddress(page)
    await page.getByRole('button', { name: 'Save Address' }).click()
    await page.getByText('Shipping address saved successfully.').waitFor()
    await page.getByRole('tab', { name: 'Overview' }).click()
    await page.getByRole('heading', { name: 'Credits by tier' }).waitFor()
    await notice.waitFor({ state: 'detached' })
    const kept = await page.evaluate(() => JSON.parse(localStorage['redoubt.shipping-status']))
    expect(kept.status).toBe('complete')
    await context.close()
  })

  it('the address form names missing fields and saves a complete address [B-2.56] [B-5.13] [B-8.21]', {
    tags: 'again',
  }, async () => {
    const { context, page } = await visit(browser, { width: 390 })
    await beginAsNewcomer(page)
    await page.goto('/dashboard?tab=profile')
    await page.getByLabel('City').fill('  ')
    await page.getByLabel('Postal Code').fill('')
    await page.getByRole('button', { name: 'Save Address' }).click()
    await page.getByText('Please fill in all required address fields: City, Postal Code.').waitFor()
    await page.getByLabel('City').fill('Provo')
    await page.getByLabel('Postal Code').fill('84601')
    const call = '**/api/my/profile'
    const sent: unknown[] = []
    for (const body of ['oops', JSON.stringify({ code: 'internal', detail: 'An error occurred. Please try again.' })]) {
      await page.route(call, route => {
        if (route.request().method() !== 'POST') return route.fallback()
        sent.push(route.request().postDataJSON())
        return route.fulfill({ status: 500, body })
      })
      await page.getByRole('button', { name: 'Save Address' }).click()
      await page.getByRole('alert').getByText('Failed to save shipping address. Please try again.').waitFor()
      await page.unroute(call)
    }
    const address = { line1: '12 Bastion Way', city: 'Provo', state: 'UT', postalCode: '84601', country: 'US' }
    expect(sent).toEqual(Array(2).fill({ shippingAddress: address }))
    await page.getByRole('button', { name: 'Save Address' }).click()
    await page.getByText('Shipping address saved successfully.').waitFor()
    await page.getByLabel('Full Name').fill('Riley Vale')
    await page.getByRole('button', { name: 'Save Contact Details' }).click()
    await page.getByRole('heading', { name: 'Riley Vale', level: 1 }).waitFor()

    // SMS consent applies to one phone number.
    const sms = page.getByLabel('SMS Notifications')
    await sms.check()
    // The answer is about the saved number. Another is typed before it comes.
    const release = await delayAnswers(page, '**/api/my/profile', route => route.continue())
    const saved = page.waitForResponse('**/api/my/profile')
    const save = page.getByRole('button', { name: 'Save Contact Details' })
    await save.click()
    await page.getByRole('button', { name: 'Saving...' }).waitFor()
    await page.getByLabel('Phone Number').fill('385-555-0123')
    release()
    await saved
    await save.waitFor()
    await page.getByText('You agreed to SMS on your other number. Tick the box to get them on this one.').waitFor()
    await expect.poll(() => sms.isChecked()).toBe(false)
    await context.close()
  })
})

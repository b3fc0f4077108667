import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectAccessible, testBrowser, visit } from './browser.ts'
import { beginAsNewcomer, CARD, DECLINED_CARD } from './shopper.ts'
import { widthsOf } from './widths.ts'

const browser = await testBrowser()

/** Fills in the sandbox's payment page, which returns to the dashboard. */
async function pay(page: Page, number: string) {
  await page.waitForURL('**/dev/stripe/pay/**')
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiry date').fill('12 / 34')
  await page.getByLabel('Security code').fill('123')
  await page.getByLabel('Name on card').fill('Riley Marsh')
  await page.getByRole('button', { name: /^Pay/ }).click()
  await page.waitForURL(/\/dashboard\?/)
}

async function openSubscription(page: Page) {
  await page.goto('/dashboard?tab=subscription')
  await page.getByRole('heading', { name: 'Subscription' }).waitFor()
}

it.each(widthsOf(1440))(
  'a shopper subscribes, cancels in two clicks, resumes and refreshes at %i px [B-2.57] [B-4.34] [B-6.3] [B-8.23] [B-8.25] [B-8.32]',
  async width => {
    const { context, page, errors } = await visit(browser, { width })
    await beginAsNewcomer(page)
    await openSubscription(page)
    await page.getByRole('heading', { name: 'Upgrade to Premium' }).waitFor()
    await page.getByRole('radio', { name: /Yearly/ }).check()
    await page.getByRole('button', { name: 'Subscribe for $299.88 a year' }).waitFor()
    await page.getByText('Costs the same as twelve months.').waitFor()
    await expectAccessible(page, 'upgrade prompt')
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.getByText('No active subscription found').waitFor()

    await page.getByRole('radio', { name: /Monthly/ }).check()
    await page.getByRole('button', { name: 'Subscribe for $24.99 a month' }).click()
    await pay(page, DECLINED_CARD)
    await page.getByText('Payment failed. Please try again.').waitFor()
    await expectAccessible(page, 'payment failed')
    await page.getByRole('button', { name: 'Subscribe for $24.99 a month' }).click()
    await pay(page, CARD)
    await page.getByText('Subscription activated successfully!').waitFor()
    await page.getByText('Monthly credit issued! Check your credits.').waitFor()
    await page.getByText('Premium Active').waitFor()
    expect(new URL(page.url()).search).toBe('?tab=subscription')
    await page.getByText('Next billing date').waitFor()
    await page.getByRole('cell', { name: /^[A-Z][a-z]+ \d{4}$/ }).waitFor()
    await page.getByText('Premium member').waitFor()
    await expectAccessible(page, 'membership')

    await page.getByRole('button', { name: 'Cancel subscription' }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByText(/Your benefits stay until \w+ \d+, \d{4}/).waitFor()
    await expectAccessible(page, 'cancel dialog')
    await dialog.getByRole('button', { name: 'Cancel subscription' }).click()
    await page.getByText('Subscription cancelled successfully').waitFor()
    await page.getByText('Benefits until', { exact: true }).waitFor()
    await expectAccessible(page, 'membership, cancelled')

    await page.getByRole('button', { name: 'Resume subscription' }).click()
    await page.getByText('Subscription resumed successfully').waitFor()
    await page.getByText('Next billing date').waitFor()
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.getByText('Active subscription found and refreshed').waitFor()
    // The token without membership becomes invalid when the membership begins. The transport gets a new token and retries.
    expect(errors.filter(error => !error.includes('401 (Unauthorized)'))).toEqual([])
    await context.close()
  },
)

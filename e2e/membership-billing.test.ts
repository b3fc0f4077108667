import type { Page } from 'playwright-core'
import { expect, inject, it } from 'vitest'
import { expectAccessible, messageTo, testBrowser, visit } from './browser.ts'
import { beginAsNewcomer, CARD, newEmail } from './shopper.ts'
import { widthsOf } from './widths.ts'

/** A card that pays once and fails at the renewal. */
const CARD_FAILING_LATER = '4000 0000 0000 0341'

const browser = await testBrowser()

async function fillCard(page: Page, number: string) {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiry date').fill('12 / 34')
  await page.getByLabel('Security code').fill('123')
  await page.getByLabel('Name on card').fill('Riley Marsh')
}

async function subscribe(page: Page, number: string) {
  await page.goto('/dashboard?tab=subscription')
  await page.getByRole('button', { name: 'Subscribe for $24.99 a month' }).click()
  await page.waitForURL('**/dev/stripe/pay/**')
  await fillCard(page, number)
  await page.getByRole('button', { name: /^Pay/ }).click()
  await page.waitForURL(/\/dashboard\?/)
  await page.getByText('Premium Active').waitFor()
}

/** Advances the time of subscriptions. Members of other journeys only get renewals. */
async function advance(days: number) {
  const response = await fetch(`${inject('origin')}/dev/stripe/advance`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ days }),
  })
  expect(response.status).toBe(200)
}

async function payFailedRenewal(page: Page, email: string) {
  await advance(32)
  // The memberships of other accounts renew too.
  await page.getByText('Payment failed', { exact: true }).waitFor()
  await page.getByText('Failed to process recurring billing').waitFor()
  await page.getByText(/We try again on \w+ \d+, \d{4}/).waitFor()
  expect(await messageTo(email, /Failed to process recurring billing/)).toContain('Pay now: ')
  await expectAccessible(page, 'membership, payment failed')

  await page.getByRole('button', { name: 'Try again now' }).click()
  await page.getByText('Failed to process recurring billing').nth(1).waitFor()
  await page.getByRole('button', { name: 'Change card' }).click()
  await page.waitForURL('**/dev/stripe/portal/**')
  await fillCard(page, CARD)
  await page.getByRole('button', { name: 'Use this card from now on' }).click()
  await page.goto('/dashboard?tab=subscription')
  await page.getByRole('button', { name: 'Try again now' }).click()
  await page.getByText('Payment received. Your benefits are back.').waitFor()
  await page.getByText('Premium Active').waitFor()
  await page.getByRole('cell', { name: /Renewal, monthly/ }).waitFor()
  await messageTo(email, /Thank you: your Redoubt membership is paid/)
}

async function changePlan(page: Page) {
  await page.getByRole('button', { name: 'Change plan' }).click()
  const dialog = page.getByRole('alertdialog')
  const confirm = dialog.getByRole('button', { name: /^Pay \$\d+\.\d\d and change$/ })
  await confirm.waitFor()
  await expectAccessible(page, 'change of plan')
  const amount = /\$\d+\.\d\d/.exec((await confirm.textContent())!)![0]
  await confirm.click()
  await page.getByText('Plan changed successfully').waitFor()
  await page.getByText('Yearly plan', { exact: true }).waitFor()
  await page.getByText(`${amount} paid`).waitFor()
  await expectAccessible(page, 'membership, yearly')
}

async function cancelAndResume(page: Page) {
  const dialog = page.getByRole('alertdialog')
  await page.getByRole('button', { name: 'Cancel subscription' }).click()
  await dialog.getByRole('radio', { name: /^Now/ }).check()
  await dialog.getByRole('button', { name: 'End membership now' }).waitFor()
  await expectAccessible(page, 'cancelling now')
  await dialog.getByRole('radio', { name: /^On / }).check()
  await dialog.getByRole('button', { name: 'Cancel subscription' }).click()
  await page.getByText('Subscription cancelled successfully').waitFor()
  await page.getByRole('button', { name: 'Resume subscription' }).click()
  await page.getByText('Subscription resumed successfully').waitFor()
}

it.each(widthsOf(390))(
  'a member pays a failed renewal with another card, changes the plan, cancels and resumes at %i px [B-11.20]',
  async width => {
    const { context, page, errors } = await visit(browser, { width })
    // Each width uses one theme, so that axe checks both.
    if (width === 1440) await context.addInitScript("localStorage.setItem('redoubt.theme', 'light')")
    const email = newEmail()
    await beginAsNewcomer(page, email)
    await subscribe(page, CARD_FAILING_LATER)
    await messageTo(email, /Your Redoubt Premium membership has begun/)
    await payFailedRenewal(page, email)
    await changePlan(page)
    await cancelAndResume(page)
    await messageTo(email, /Your Redoubt membership continues/)
    // Tokens become invalid when benefits begin and end, and a declined card answers 402.
    expect(errors.filter(error => !/401 \(Unauthorized\)|402 \(Payment Required\)/.test(error))).toEqual([])
    await context.close()
  },
)

import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, inject, it } from 'vitest'
import { unsubscribePage } from '#features/notifications/unsubscribe/unsubscribe-link.server.ts'
import type { Context } from '#kernel/context.ts'
import { keyedHashBy } from '#platform/secrets/secret.server.ts'
import { expectAccessible, testBrowser, visit } from './browser.ts'
import { SECRET } from './secret.ts'
import { apiAs, prepareAs } from './shopper.ts'

const SHOPPER = 'shopper@redoubt.test'
const browser = await testBrowser()
let link: string
beforeAll(async () => {
  const { id } = (await (await apiAs(SHOPPER))('/my/profile')).json as { id: string }
  const keyedHash = (text: string) => keyedHashBy(SECRET, text)
  link = unsubscribePage({ origin: inject('origin'), keyedHash } as Context, id, 'giveaway_alert')
})

// A first try may have unsubscribed.
beforeEach(async () => {
  const token = new URL(link).searchParams.get('token')
  const choices = { giveawayAlerts: true, promotionalOffers: true, cartReminders: true }
  await (await prepareAs(SHOPPER))('/email-choices', { token, emailOptIn: true, choices }, 'PUT')
})

const says = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words }).waitFor()
const saved = (page: Page) =>
  page.waitForResponse(answer => answer.url().endsWith('/api/email-choices') && answer.request().method() === 'PUT')
const box = (page: Page, name: string) => page.getByRole('checkbox', { name })

it('the reader of the e-mail unsubscribes by one button and subscribes again by keyboard [B-9.31]', async () => {
  const { context, page, errors } = await visit(browser, { width: 390 })
  await context.addInitScript(`localStorage.setItem('redoubt.theme', 'light')`)
  await page.goto(link)
  await says(page, 's•••@redoubt.test gets giveaway alerts by e-mail.')
  await expect.poll(() => page.locator('meta[name=robots]').getAttribute('content')).toContain('noindex')
  await expectAccessible(page, 'e-mail choices')
  await page.reload()
  await says(page, 'gets giveaway alerts by e-mail.')

  await page.getByRole('button', { name: 'Unsubscribe', exact: true }).click()
  await says(page, 's•••@redoubt.test is unsubscribed from giveaway alerts.')
  await expect.poll(() => box(page, 'Giveaway alerts').isChecked()).toBe(false)
  await page.reload()
  await says(page, 'is unsubscribed from giveaway alerts.')
  await expectAccessible(page, 'e-mail choices, unsubscribed')

  await page.getByRole('button', { name: 'Subscribe again' }).focus()
  await page.keyboard.press('Enter')
  await says(page, 'gets giveaway alerts by e-mail.')
  expect(errors).toEqual([])
  await context.close()
})

it('each kind of e-mail is chosen separately, all can be ended at once, and a failed choice shows the old state', async () => {
  const { context, page } = await visit(browser)
  await page.goto(link)
  await Promise.all([saved(page), box(page, 'Cart reminders').uncheck()])
  await page.reload()
  await says(page, 'gets giveaway alerts')
  await expect.poll(() => box(page, 'Cart reminders').isChecked()).toBe(false)
  await expectAccessible(page, 'e-mail choices, dark')

  await page.route('**/api/email-choices', route =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  )
  await box(page, 'Cart reminders').click()
  await page.getByRole('alert').waitFor()
  await expect.poll(() => box(page, 'Cart reminders').isChecked()).toBe(false)
  await page.unroute('**/api/email-choices')

  await Promise.all([saved(page), page.getByRole('button', { name: 'Unsubscribe from all of these' }).click()])
  await says(page, 'is unsubscribed from giveaway alerts.')
  await Promise.all([saved(page), box(page, 'Cart reminders').check()])
  await page.reload()
  await says(page, 'is unsubscribed from giveaway alerts.')
  await expect.poll(() => box(page, 'Cart reminders').isChecked()).toBe(true)
  await box(page, 'Giveaway alerts').check()
  await box(page, 'Promotional offers').check()
  await says(page, 'gets giveaway alerts')
  for (const name of ['Giveaway alerts', 'Promotional offers', 'Cart reminders'])
    await expect.poll(() => box(page, name).isChecked(), { message: name }).toBe(true)
  await context.close()
})

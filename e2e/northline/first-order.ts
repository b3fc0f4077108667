import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { openPushService } from '#features/notifications/push/testing/push-service.ts'
import { turnOn } from '../at-notification-settings.ts'
import { expectAccessible, messageTo } from '../browser.ts'
import type { hourTeller } from '../tell-hour.ts'
import NORTHLINE from './brand.json' with { type: 'json' }

type Tell = ReturnType<typeof hourTeller>['tell']
const { name, orderPrefix } = NORTHLINE.brand

/** The e-mail of the first order, its receipt, and a push of the shop's name. @returns the order's id. */
export async function followOrder(
  page: Page,
  {
    email,
    origin,
    tell,
    push,
  }: { email: string; origin: string; tell: Tell; push: Awaited<ReturnType<typeof openPushService>> },
): Promise<string> {
  const number = `${orderPrefix}-`
  expect(await messageTo(email, new RegExp(`${number}\\d+`), origin)).toContain(name)
  await page.goto('/dashboard?tab=purchases')
  const order = page.locator('a[href^="/orders/"]').first()
  const orderId = /[\da-f-]{36}/.exec((await order.getAttribute('href'))!)![0]
  await page.goto(`/orders/${orderId}/receipt`)
  await page
    .getByText(new RegExp(`${number}\\d+`))
    .first()
    .waitFor()
  await tell(page, {
    name: 'receipt',
    title: 'The receipt',
    words: 'The e-mail of the order, its page and the receipt have the brand, the prefix and the company of the shop.',
  })
  await expectAccessible(page, 'the first receipt')
  await page.goto('/notifications')
  await page.getByRole('heading', { level: 1, name: 'Notification Settings' }).waitFor()
  await page.waitForFunction(() => navigator.serviceWorker.controller)
  await turnOn(page)
  await page.getByRole('button', { name: 'Send Test Notification' }).click()
  await expect.poll(() => push.taken().at(-1)?.payload.body).toBe(`This is a test notification from ${name}.`)
  return orderId
}

/** The card for a free entry by mail, as a visitor prints it. */
export async function printCard(page: Page, giveaway: string, tell: Tell): Promise<void> {
  await page.goto(`/giveaways/${giveaway}/free-entry/card`)
  const card = page.getByRole('article', { name: /^Free-entry card/ })
  await card.waitFor()
  await expect.poll(() => card.textContent()).toContain(NORTHLINE.contact.mailIn[0])
  await tell(page, {
    name: 'card',
    title: 'The card of a free entry',
    words: 'Visitors print it and send it to the shop’s address for mail-in entries.',
  })
}

import type { Browser, Page, Route } from 'playwright-core'
import { expect, inject } from 'vitest'
import type { openPushService } from '#features/notifications/push/testing/push-service.ts'
import { messageTo, type Visitor, visit } from './browser.ts'
import { subscribeAt } from './push-browser.ts'
import { beginSignedIn, newEmail, PASSWORD } from './shopper.ts'

type Service = Awaited<ReturnType<typeof openPushService>>
const SAVED = /\/api\/(push\/preferences|my\/profile)$/

/** Registers a new user. @returns the e-mail address. */
async function newShopper(): Promise<string> {
  const email = newEmail()
  const post = (path: string, body: object) =>
    fetch(`${inject('origin')}/api/auth/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: inject('origin') },
      body: JSON.stringify({ email, ...body }),
    })
  const person = { name: 'Riley Marsh', phone: '8015550142', birthDate: '1988-04-09', password: PASSWORD }
  expect((await post('register', person)).status).toBe(200)
  const code = /\b\d{6}\b/.exec(await messageTo(email, /\b\d{6}\b/))![0]
  expect((await post('confirm', { code })).status).toBe(200)
  return email
}

/** Opens the notification settings of a new user who grants or denies the permission. */
export async function atSettings(
  browser: Browser,
  service: Service,
  options: { width?: number; granted?: boolean },
): Promise<Visitor> {
  const visitor = await visit(browser, { ...options, worker: true })
  const { page } = visitor
  await subscribeAt(page, service, options.granted ? 'granted' : 'denied')
  await beginSignedIn(page, await newShopper(), PASSWORD)
  await page.goto('/notifications')
  await page.getByRole('heading', { level: 1, name: 'Notification Settings' }).waitFor()
  await page.waitForFunction(() => navigator.serviceWorker.controller)
  return visitor
}

export const toggle = (page: Page, name: string) => page.getByRole('switch', { name })
export const master = (page: Page) => toggle(page, 'Enable Push Notifications')

/** Turns push on and waits until the setting is saved. */
export async function turnOn(page: Page): Promise<void> {
  await master(page).click()
  await toggle(page, 'Giveaway Alerts').waitFor()
  await expect.poll(() => master(page).getAttribute('aria-disabled')).toBeNull()
}

/** Runs an action and waits until the shop has saved the change. @returns the body of the first request. */
export async function saving(page: Page, act: () => Promise<void>): Promise<{ preferences?: object }> {
  let sent: object | undefined
  // Chromium exposes the body of a request only to a route handler.
  const note = async (route: Route) => {
    if (route.request().method() !== 'GET') sent ??= route.request().postDataJSON()
    await route.fallback()
  }
  await page.route(SAVED, note)
  const answer = page.waitForResponse(response => SAVED.test(response.url()) && response.request().method() !== 'GET')
  await act()
  expect((await answer).status()).toBe(200)
  // A consent to SMS also saves the time zone. That answer must not count for the next change, and a busy switch ignores clicks.
  await expect.poll(() => page.locator('[role=switch][aria-disabled]:enabled').count()).toBe(0)
  await page.unroute(SAVED, note)
  return sent ?? {}
}

/** The signed-in user's profile as the page received it. */
export async function profileOf(page: Page): Promise<Record<string, unknown>> {
  const answer = page.waitForResponse(response => response.url().endsWith('/api/my/profile') && response.ok())
  await page.reload()
  return (await answer).json()
}

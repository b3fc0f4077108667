import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { openPushService } from '#features/notifications/push/testing/push-service.ts'
import { expectAccessible, messageTo, openBrowser, type Visitor, visit } from './browser.ts'
import {
  click,
  moveTo,
  notificationsOf,
  pusherTo,
  subscribeAt,
  subscribedWith,
  watchNotifications,
  workerOf,
} from './push-browser.ts'
import { newEmail, PASSWORD, signIn } from './shopper.ts'

const WIDTHS = [390, 1440]
const ASKING = 'Push notifications permission not requested'
const ENABLED = 'Push notifications are enabled'
const BLOCKED = 'Push notifications are blocked. Please enable them in your browser settings.'
const REFUSED = 'Push notifications not enabled. Please enable them in your browser settings.'

let browser: Browser
let service: Awaited<ReturnType<typeof openPushService>>
beforeAll(async () => {
  browser = await openBrowser()
  service = await openPushService()
})
afterAll(async () => {
  await browser.close()
  await service.close()
})

/** Somebody who has just registered. @returns their address. */
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

/** Somebody new at their notification settings, who says yes or no when they are asked for permission. */
async function atSettings(options: { width?: number; granted?: boolean }): Promise<Visitor> {
  const visitor = await visit(browser, options)
  const { page } = visitor
  await subscribeAt(page, service, options.granted ? 'granted' : 'denied')
  await signIn(page, await newShopper(), PASSWORD)
  await page.goto('/notifications')
  await page.getByRole('heading', { level: 1, name: 'Notification Settings' }).waitFor()
  return visitor
}

const master = ({ page }: Visitor) => page.getByRole('switch', { name: 'Enable Push Notifications' })
const type = ({ page }: Visitor, name: string) => page.getByRole('switch', { name })

async function turnOn(visitor: Visitor) {
  await master(visitor).click()
  await type(visitor, 'Giveaway Alerts').waitFor()
  await expect.poll(() => master(visitor).getAttribute('aria-disabled')).toBeNull()
}

describe('push', () => {
  it.each(WIDTHS)(
    'goes from the shop, encrypted, to the service worker, and a click leads on; all of it accessible (%s px)',
    async width => {
      const visitor = await atSettings({ width, granted: true })
      const { page, context, errors } = visitor
      await page.getByText(ASKING).waitFor()
      expect(await type(visitor, 'Giveaway Alerts').count()).toBe(0)
      await turnOn(visitor)
      await page.getByText(ENABLED).waitFor()
      const devices = page.getByRole('region', { name: 'Connected Devices' })
      await devices.getByText('Web Browser', { exact: true }).waitFor()
      await devices.getByText('This browser').waitFor()
      for (const theme of ['light', 'dark']) {
        await page.evaluate(name => document.documentElement.setAttribute('data-theme', name), theme)
        await expectAccessible(page, `everything shown, ${theme}`)
      }

      // Real: the shop signs and encrypts for this browser's keys and posts to its push service, which checks and opens it.
      const before = service.taken().length
      await page.getByRole('button', { name: 'Send Test Notification' }).click()
      await page.getByText('Test notification sent! Check your device.').waitFor()
      await expect.poll(() => service.taken().length, { timeout: 10_000 }).toBe(before + 1)
      const push = service.taken().at(-1)!
      expect(push.signedBy).toBe(await subscribedWith(page))

      // Not real: the way from push service to browser, which is its maker's; from there on, it is again.
      const worker = await workerOf(page)
      await watchNotifications(worker)
      const deliver = await pusherTo(page)
      await deliver(push.payload)
      await expect
        .poll(() => notificationsOf(worker))
        .toMatchObject([
          {
            title: 'Test Notification',
            body: 'This is a test notification from Redoubt.',
            tag: push.payload.tag,
            data: {},
            icon: '/icons/icon-192.png',
            badge: '/icons/badge-96.png',
          },
        ])

      const origin = inject('origin')
      const CLICKS = [
        [{ type: 'giveaway', giveawayId: 'field-kit' }, `${origin}/giveaways/field-kit`],
        [{ type: 'order', orderId: '0199' }, `${origin}/orders/0199`],
        [{ type: 'shipping', orderId: '0200' }, `${origin}/orders/0200`],
        [{ type: 'cart' }, `${origin}/checkout`],
        [{}, `${origin}/`],
      ] as const
      for (const [data, target] of CLICKS) {
        const tag = `click ${target}`
        await deliver({ title: 'News', body: 'Look', tag, data })
        await expect.poll(async () => (await notificationsOf(worker)).map(shown => shown.tag)).toContain(tag)
        expect(await click(worker, tag)).toBe(target)
      }
      await expect.poll(async () => (await notificationsOf(worker)).length).toBe(1)

      // A tab that shows it already is brought to the front.
      await deliver({ title: 'Cart', body: 'Look', tag: 'again', data: { type: 'cart' } })
      const checkout = await context.newPage()
      await checkout.goto('/checkout')
      await expect.poll(async () => (await notificationsOf(worker)).map(shown => shown.tag)).toContain('again')
      expect(await click(worker, 'again')).toBe(`focus ${origin}/checkout`)
      expect(errors).toEqual([])
      await context.close()
    },
  )

  it('of one thing replaces the one before; what cannot be read is shown as news', async () => {
    const visitor = await atSettings({ granted: true })
    const worker = await workerOf(visitor.page)
    await watchNotifications(worker)
    const deliver = await pusherTo(visitor.page)
    await deliver({ title: 'Order', body: 'Paid', tag: 'order:1', data: { type: 'order', orderId: '1' } })
    await deliver({ title: 'Order', body: 'On its way', tag: 'order:1', data: { type: 'order', orderId: '1' } })
    await deliver('no JSON')
    await expect
      .poll(async () => (await notificationsOf(worker)).map(({ body }) => body).sort())
      .toEqual(['On its way', 'There is news for you.'])
    await visitor.context.close()
  })

  it('follows the browser when its push service gives it another address', async () => {
    const visitor = await atSettings({ width: 1440, granted: true })
    const { page, context } = visitor
    await turnOn(visitor)
    const worker = await workerOf(page)
    await moveTo(worker, service.subscription(`moved-${Date.now()}`))
    await page.reload()
    await expect.poll(() => page.getByText('Web Browser', { exact: true }).count()).toBe(2)
    await context.close()
  })

  it('stops here when somebody signs out, and comes again when they are back', async () => {
    const visitor = await atSettings({ width: 1440, granted: true })
    const { page, context } = visitor
    await turnOn(visitor)
    const { email } = await profileOf(visitor)
    await page.getByRole('button', { name: /Riley Marsh/ }).click()
    const left = page.waitForRequest(
      request => request.method() === 'DELETE' && request.url().endsWith('/api/push/unregister'),
    )
    await page.getByRole('button', { name: 'Sign out' }).click()
    expect((await (await left).response())!.status()).toBe(200)
    await page.waitForURL(/\/$/)
    expect(await subscribedWith(page)).toBeNull()

    const back = page.waitForResponse(response => response.url().endsWith('/api/push/register'))
    await signIn(page, String(email), PASSWORD)
    expect((await back).status()).toBe(200)
    await context.close()
  })
})

describe('the settings', () => {
  it.each(WIDTHS)('say so when notifications are refused, and stay off (%s px)', async width => {
    const visitor = await atSettings({ width })
    const { page, context } = visitor
    await page.getByText(ASKING).waitFor()
    await master(visitor).click()
    await page.getByText('Permission denied').waitFor()
    await page.getByText(REFUSED).waitFor()
    await page.getByText(BLOCKED).waitFor()
    expect(await master(visitor).isChecked()).toBe(false)
    expect(await page.getByRole('button', { name: 'Send Test Notification' }).count()).toBe(0)
    await expectAccessible(page, 'refused')
    await context.close()
  })

  it('say so where the browser has no push', async () => {
    const visitor = await visit(browser)
    await visitor.context.addInitScript('delete window.PushManager')
    await signIn(visitor.page, 'shopper@redoubt.test')
    await visitor.page.goto('/notifications')
    await visitor.page.getByText('Push notifications not supported in this browser').waitFor()
    expect(await master(visitor).isDisabled()).toBe(true)
    await visitor.context.close()
  })

  it('apply a type at once, and take it back without a word when it is not saved', async () => {
    const visitor = await atSettings({ granted: true })
    const { page, context } = visitor
    await turnOn(visitor)
    expect(await type(visitor, 'Promotional Offers').isChecked()).toBe(false)
    await type(visitor, 'Promotional Offers').click()
    await type(visitor, 'Cart Reminders').click()
    await page.waitForLoadState('networkidle')
    await page.reload()
    await expect.poll(() => type(visitor, 'Promotional Offers').isChecked()).toBe(true)
    expect(await type(visitor, 'Cart Reminders').isChecked()).toBe(false)

    await page.route('**/api/push/preferences', route => route.fulfill({ status: 500, body: '{}' }))
    await type(visitor, 'Order Updates').click()
    await expect.poll(() => type(visitor, 'Order Updates').isChecked()).toBe(true)
    expect(await page.getByRole('alert').count()).toBe(0)

    // The master toggle speaks up instead.
    await master(visitor).click()
    await page.getByText('Failed to update push notification settings. Please try again.').waitFor()
    await page.unroute('**/api/push/preferences')
    await page.route('**/api/push/test', route => route.fulfill({ status: 500, body: '{}' }))
    await page.getByRole('button', { name: 'Send Test Notification' }).click()
    await page.getByText('Failed to send test notification. Please check your settings.').waitFor()
    // The session ended meanwhile.
    await page.unroute('**/api/push/test')
    await page.route('**/api/auth/token', route => route.fulfill({ status: 401, body: '{}' }))
    await page.route('**/api/push/test', route => route.fulfill({ status: 401, body: '{}' }))
    await page.getByRole('button', { name: 'Send Test Notification' }).click()
    await page.getByText('User not authenticated').waitFor()
    await context.close()
  })

  it('turn push off with its master toggle: this browser is let go of and the types are gone', async () => {
    const visitor = await atSettings({ granted: true })
    await turnOn(visitor)
    await master(visitor).click()
    await expect.poll(() => type(visitor, 'Giveaway Alerts').count()).toBe(0)
    await expect.poll(() => visitor.page.getByText('Web Browser', { exact: true }).count()).toBe(0)
    await visitor.page.reload()
    await expect.poll(() => master(visitor).isChecked()).toBe(false)
    await visitor.context.close()
  })

  it('let go of a device after asking, and connect this browser again', async () => {
    const visitor = await atSettings({ granted: true })
    const { page, context } = visitor
    await turnOn(visitor)
    await page.getByRole('button', { name: /^Remove/ }).click()
    await page.getByRole('button', { name: 'Remove Device' }).click()
    await page.getByText('No browser takes your notifications yet.').waitFor()
    await page.getByRole('button', { name: 'Connect This Browser' }).click()
    await page.getByText('This browser', { exact: true }).waitFor()
    await context.close()
  })

  it('keep SMS and e-mail as they were chosen; SMS needs a phone', async () => {
    const visitor = await atSettings({})
    const { page, context } = visitor
    const sms = type(visitor, 'Enable SMS Notifications')
    const mail = type(visitor, 'Enable Email Notifications')
    expect([await sms.isChecked(), await mail.isChecked()]).toEqual([false, true])
    await sms.click()
    await mail.click()
    await expect.poll(() => sms.isChecked()).toBe(true)
    await page.waitForLoadState('networkidle')
    await page.reload()
    await expect.poll(() => sms.isChecked()).toBe(true)
    expect(await mail.isChecked()).toBe(false)

    await page.route('**/api/my/profile', route => route.fulfill({ status: 500, body: '{}' }))
    await sms.click()
    await page.getByText('Failed to update SMS settings. Please try again.').waitFor()
    expect(await sms.isChecked()).toBe(true)
    await page.unroute('**/api/my/profile')

    const profile = await profileOf(visitor)
    const json = { ...profile, phone: null, smsConsent: false }
    await page.route('**/api/my/profile', route => route.fulfill({ json }))
    await page.reload()
    await page.getByText('No phone number on file. Add your phone in profile.').waitFor()
    await sms.click()
    await page.getByText('Failed to update SMS settings. Please try again.').waitFor()
    expect(await sms.isChecked()).toBe(false)
    await context.close()
  })
})

/** What the page itself was told of the signed-in person. */
async function profileOf({ page }: Visitor): Promise<Record<string, unknown>> {
  const answer = page.waitForResponse(response => response.url().endsWith('/api/my/profile') && response.ok())
  await page.reload()
  return (await answer).json()
}

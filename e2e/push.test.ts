import { afterAll, describe, expect, inject, it } from 'vitest'
import { firstOf } from '#app/testing/suites/again.ts'
import { openPushService } from '#features/notifications/push/testing/push-service.ts'
import { atSettings, profileOf, toggle, turnOn } from './at-notification-settings.ts'
import { expectAccessible, testBrowser } from './browser.ts'
import {
  click,
  moveTo,
  notificationsOf,
  pusherTo,
  subscribedWith,
  watchNotifications,
  workerOf,
} from './push-browser.ts'
import { PASSWORD, signIn } from './shopper.ts'
import { widthsOf } from './widths.ts'

const WIDTHS = widthsOf(390)

const browser = await testBrowser()
const service = await openPushService()
afterAll(() => service.close())

describe('push', () => {
  it.each(firstOf(WIDTHS))(
    'a push goes from the shop, encrypted, to the service worker, and a click opens its page; every step is accessible (%s px) [B-1.13] [B-2.5] [B-2.15] [B-2.78] [B-2.79] [B-3.20] [B-4.35] [B-4.38] [B-7.27] [B-8.34] [B-9.27] [B-9.28]',
    async width => {
      const { page, context, errors } = await atSettings(browser, service, { width, granted: true })
      await page.getByText('Push notifications permission not requested').waitFor()
      await expect.poll(() => toggle(page, 'Giveaway Alerts').count()).toBe(0)
      await turnOn(page)
      await page.getByText('Push notifications are enabled').waitFor()
      const types = ['Giveaway Alerts', 'Order Updates', 'Promotional Offers', 'Cart Reminders']
      await expect
        .poll(() => Promise.all(types.map(name => toggle(page, name).isChecked())))
        .toEqual([true, true, false, true])
      const devices = page.getByRole('region', { name: 'Connected Devices' })
      await devices.getByText('Web Browser', { exact: true }).waitFor()
      await devices.getByText('This browser').waitFor()
      for (const theme of ['light', 'dark']) {
        await page.evaluate(name => document.documentElement.setAttribute('data-theme', name), theme)
        await expectAccessible(page, `everything shown, ${theme}`)
      }

      // Real: the shop signs and encrypts for this browser's keys and posts to the push service, which verifies and decrypts.
      const before = service.taken().length
      await page.getByRole('button', { name: 'Send Test Notification' }).click()
      await page.getByText('Test notification sent! Check your device.').waitFor()
      await expect.poll(() => service.taken().length).toBe(before + 1)
      const push = service.taken().at(-1)!
      expect(push.signedBy).toBe(await subscribedWith(page))

      // Simulated: the transport from push service to browser. Everything after it is real.
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

      // A tab that already shows the page is focused.
      await deliver({ title: 'Cart', body: 'Look', tag: 'again', data: { type: 'cart' } })
      const checkout = await context.newPage()
      await checkout.goto('/checkout')
      await expect.poll(async () => (await notificationsOf(worker)).map(shown => shown.tag)).toContain('again')
      expect(await click(worker, 'again')).toBe(`focus ${origin}/checkout`)
      expect(errors).toEqual([])
      await context.close()
    },
  )

  it('a push replaces an earlier one about the same thing; an unreadable push is shown as news [B-9.27]', async () => {
    const { page, context } = await atSettings(browser, service, { granted: true })
    const worker = await workerOf(page)
    await watchNotifications(worker)
    const deliver = await pusherTo(page)
    await deliver({ title: 'Order', body: 'Paid', tag: 'order:1', data: { type: 'order', orderId: '1' } })
    await deliver({ title: 'Order', body: 'On its way', tag: 'order:1', data: { type: 'order', orderId: '1' } })
    await deliver('no JSON')
    await expect
      .poll(async () => (await notificationsOf(worker)).map(({ body }) => body).sort())
      .toEqual(['On its way', 'There is news for you.'])
    await context.close()
  })

  it('push continues when the push service gives the browser another address [B-9.27]', async () => {
    const { page, context } = await atSettings(browser, service, { width: 1440, granted: true })
    await turnOn(page)
    const worker = await workerOf(page)
    await moveTo(worker, service.subscription(`moved-${Date.now()}`))
    await page.reload()
    await expect.poll(() => page.getByText('Web Browser', { exact: true }).count()).toBe(2)
    await context.close()
  })

  it('push to this browser stops at sign-out and resumes at the next sign-in', async () => {
    const { page, context } = await atSettings(browser, service, { width: 1440, granted: true })
    await turnOn(page)
    const { email } = await profileOf(page)
    await page.getByRole('button', { name: /Riley Marsh/ }).click()
    const left = page.waitForRequest(
      request => request.method() === 'DELETE' && request.url().endsWith('/api/push/unregister'),
    )
    await page.getByRole('button', { name: 'Sign out' }).click()
    expect((await (await left).response())!.status()).toBe(200)
    await page.waitForURL(/\/$/)
    await expect.poll(() => subscribedWith(page)).toBeNull()

    const back = page.waitForResponse(response => response.url().endsWith('/api/push/register'))
    await signIn(page, String(email), PASSWORD)
    expect((await back).status()).toBe(200)
    await context.close()
  })
})

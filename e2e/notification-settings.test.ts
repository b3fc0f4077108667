import { afterAll, describe, expect, it } from 'vitest'
import { firstOf } from '#app/testing/suites/again.ts'
import { openPushService } from '#features/notifications/push/testing/push-service.ts'
import { atSettings, master, profileOf, saving, toggle, turnOn } from './at-notification-settings.ts'
import { expectAccessible, testBrowser, visit } from './browser.ts'
import { delayAnswers } from './delay.ts'
import { subscribedWith } from './push-browser.ts'
import { beginSignedIn } from './shopper.ts'
import { widthsOf } from './widths.ts'

const WIDTHS = widthsOf(390)
const ASKING = 'Push notifications permission not requested'
const BLOCKED = 'Push notifications are blocked. Please enable them in your browser settings.'
const REFUSED = 'Push notifications not enabled. Please enable them in your browser settings.'
const PREFERENCES = '**/api/push/preferences'

const browser = await testBrowser()
const service = await openPushService()
afterAll(() => service.close())

describe('the settings', () => {
  it.each(firstOf(WIDTHS))(
    'the settings say that notifications were refused, and stay off (%s px) [B-2.78] [B-4.35] [B-4.37] [B-5.26] [B-8.37] [B-9.28] [B-10.46]',
    async width => {
      const { page, context } = await atSettings(browser, service, { width })
      await page.getByText(ASKING).waitFor()
      await master(page).click()
      await page.getByText('Permission denied').waitFor()
      await page.getByText(REFUSED).waitFor()
      await page.getByText(BLOCKED).waitFor()
      await expect.poll(() => master(page).isChecked()).toBe(false)
      await expect.poll(() => page.getByRole('button', { name: 'Send Test Notification' }).count()).toBe(0)
      await expectAccessible(page, 'refused')
      await context.close()
    },
  )

  it('the settings say that the browser has no push [B-4.35] [B-4.37] [B-5.26] [B-10.46]', async () => {
    const { page, context } = await visit(browser)
    await context.addInitScript('delete window.PushManager')
    await beginSignedIn(page, 'shopper@redoubt.test')
    await page.goto('/notifications')
    await page.getByText('Push notifications not supported in this browser').waitFor()
    await expect.poll(() => master(page).isDisabled()).toBe(true)
    await context.close()
  })

  it('the push section has a status and a main switch, and four types and a test button only while push is on [B-2.78]', async () => {
    const { page, context } = await atSettings(browser, service, { granted: true })
    const types = ['Giveaway Alerts', 'Order Updates', 'Promotional Offers', 'Cart Reminders']
    const test = page.getByRole('button', { name: 'Send Test Notification' })
    const shown = () => Promise.all([...types.map(name => toggle(page, name)), test].map(part => part.count()))
    await page.getByText(ASKING).waitFor()
    await expect.poll(shown).toEqual([0, 0, 0, 0, 0])
    await turnOn(page)
    await page.getByText('Push notifications are enabled').waitFor()
    await expect.poll(shown).toEqual([1, 1, 1, 1, 1])
    await master(page).click()
    await expect.poll(shown).toEqual([0, 0, 0, 0, 0])
    await expect.poll(() => master(page).isChecked()).toBe(false)
    await context.close()
  })

  it('a type applies at once, and is taken back silently when saving fails [B-1.13] [B-2.78] [B-4.38] [B-8.33] [B-8.34] [B-8.36] [B-9.28]', async () => {
    const { page, context } = await atSettings(browser, service, { granted: true })
    await turnOn(page)
    await expect.poll(() => toggle(page, 'Promotional Offers').isChecked()).toBe(false)
    await saving(page, () => toggle(page, 'Promotional Offers').click())
    await saving(page, () => toggle(page, 'Cart Reminders').click())
    await page.reload()
    await expect.poll(() => toggle(page, 'Promotional Offers').isChecked()).toBe(true)
    await expect.poll(() => toggle(page, 'Cart Reminders').isChecked()).toBe(false)

    const letGo = await delayAnswers(page, PREFERENCES, route => route.fulfill({ status: 500, body: '{}' }))
    await toggle(page, 'Order Updates').click()
    await expect.poll(() => toggle(page, 'Order Updates').isChecked()).toBe(false)
    letGo()
    await expect.poll(() => toggle(page, 'Order Updates').isChecked()).toBe(true)
    await expect.poll(() => page.getByRole('alert').count()).toBe(0)

    // The master toggle shows the failure instead.
    await master(page).click()
    await page.getByText('Failed to update push notification settings. Please try again.').waitFor()
    await page.unroute(PREFERENCES)
    await page.route('**/api/push/test', route => route.fulfill({ status: 500, body: '{}' }))
    await page.getByRole('button', { name: 'Send Test Notification' }).click()
    await page.getByText('Failed to send test notification. Please check your settings.').waitFor()
    // The session has ended.
    await page.unroute('**/api/push/test')
    await page.route('**/api/auth/token', route => route.fulfill({ status: 401, body: '{}' }))
    await page.route('**/api/push/test', route => route.fulfill({ status: 401, body: '{}' }))
    await page.getByRole('button', { name: 'Send Test Notification' }).click()
    await page.getByText('User not authenticated').waitFor()
    await context.close()
  })

  it('the master toggle turns push off, unregisters this browser and hides the types [B-4.37] [B-4.38] [B-7.26] [B-7.29]', async () => {
    const { page, context } = await atSettings(browser, service, { granted: true })
    const on = await saving(page, () => turnOn(page))
    expect(on.preferences).toMatchObject({ optIn: true, giveawayAlerts: true, promotionalOffers: false })
    const letGo = await delayAnswers(page, PREFERENCES, route => route.continue())
    const off = await saving(page, async () => {
      await master(page).click()
      await expect.poll(() => master(page).getAttribute('aria-disabled')).toBe('true')
      letGo()
    })
    expect(off.preferences).toMatchObject({ optIn: false, giveawayAlerts: true, promotionalOffers: false })
    await expect.poll(() => toggle(page, 'Giveaway Alerts').count()).toBe(0)
    await expect.poll(() => page.getByText('Web Browser', { exact: true }).count()).toBe(0)
    await expect.poll(() => master(page).getAttribute('aria-disabled')).toBeNull()
    await expect.poll(() => subscribedWith(page)).toBeNull()
    await context.close()
  })

  it('push counts as on only where it is both wanted and allowed [B-4.36]', async () => {
    const { page, context } = await atSettings(browser, service, { granted: true })
    await turnOn(page)
    const expectOn = async (permission: NotificationPermission, isOn: boolean) => {
      await page.evaluate(answer => localStorage.setItem('test.permission', answer), permission)
      const read = page.waitForResponse(response => response.url().includes('/api/push/preferences/'))
      await page.reload()
      await read
      await expect.poll(() => master(page).getAttribute('aria-disabled')).toBeNull()
      await expect.poll(() => master(page).isChecked(), { message: permission }).toBe(isOn)
    }
    await expectOn('default', false)
    await expectOn('denied', false)
    await expect.poll(() => toggle(page, 'Giveaway Alerts').count()).toBe(0)
    await expectOn('granted', true)
    await saving(page, () => master(page).click())
    await expectOn('granted', false)
    await context.close()
  })

  it('the settings show the defaults and say so when loading fails, and load again [B-5.27] [B-8.36]', async () => {
    const { page, context } = await atSettings(browser, service, { granted: true })
    const mail = toggle(page, 'Enable Email Notifications')
    const sms = toggle(page, 'Enable SMS Notifications')
    await turnOn(page)
    await saving(page, () => toggle(page, 'Giveaway Alerts').click())
    await saving(page, () => mail.click())
    await saving(page, () => sms.click())

    const failing = ['**/api/push/preferences/*', '**/api/my/profile']
    for (const url of failing) await page.route(url, route => route.fulfill({ status: 400, body: '{}' }))
    await page.reload()
    const notLoaded = page.getByText('Your settings could not be loaded, so the default settings are shown.')
    await notLoaded.waitFor()
    await page.getByText('Your SMS setting could not be loaded.').waitFor()
    const states = () => Promise.all([master(page), mail, sms].map(one => one.isChecked()))
    await expect.poll(states).toEqual([false, true, false])
    // Switches without a loaded setting are disabled.
    await expect.poll(() => Promise.all([mail.isDisabled(), sms.isDisabled()])).toEqual([true, true])
    await expect.poll(() => page.getByRole('alert').count()).toBe(0)
    await expectAccessible(page, 'not loaded')

    // Turning push on works without the other settings and does not change them.
    const sent = await saving(page, () => master(page).click())
    expect(Object.keys(sent.preferences!).sort()).toEqual(['optIn', 'timeZone'])
    for (const url of failing) await page.unroute(url)
    // Each load removes its button, so the first button is pressed until none is left.
    const loadAgain = page.getByRole('button', { name: 'Load again' })
    const left = async () => {
      await loadAgain
        .first()
        .click({ timeout: 1000 })
        .catch(() => {})
      return loadAgain.count()
    }
    await expect.poll(left).toBe(0)
    await notLoaded.waitFor({ state: 'detached' })
    await expect.poll(states).toEqual([true, false, true])
    await expect.poll(() => toggle(page, 'Giveaway Alerts').isChecked()).toBe(false)
    await context.close()
  })

  it('a device is removed after a question, and this browser connects again [B-2.79] [B-9.28]', async () => {
    const { page, context } = await atSettings(browser, service, { granted: true })
    await turnOn(page)
    await page.getByRole('button', { name: /^Remove/ }).click()
    await page.getByRole('button', { name: 'Remove Device' }).click()
    await page.getByText('No browser is connected yet.').waitFor()
    await page.getByRole('button', { name: 'Connect This Browser' }).click()
    await page.getByText('This browser', { exact: true }).waitFor()
    await context.close()
  })

  it('the settings save SMS and e-mail; SMS requires a phone [B-1.13] [B-2.13] [B-2.80] [B-3.18] [B-4.39] [B-4.40] [B-5.25] [B-8.35]', async () => {
    const { page, context } = await atSettings(browser, service, {})
    for (const name of ['SMS Notifications', 'Email Notifications'])
      await expect.poll(() => page.getByRole('region', { name }).getByRole('switch').count()).toBe(1)
    await page
      .getByRole('region', { name: 'Privacy & Control' })
      .getByText(/change it here at any time/)
      .waitFor()
    const sms = toggle(page, 'Enable SMS Notifications')
    const mail = toggle(page, 'Enable Email Notifications')
    await expect.poll(() => Promise.all([sms.isChecked(), mail.isChecked()])).toEqual([false, true])
    expect(await saving(page, () => sms.click())).toEqual({ smsConsent: true })
    await saving(page, () => mail.click())
    await page.reload()
    // Each switch shows its default until its own answer has come.
    await expect.poll(() => Promise.all([sms.isChecked(), mail.isChecked()])).toEqual([true, false])

    await page.route('**/api/my/profile', route => route.fulfill({ status: 500, body: '{}' }))
    await sms.click()
    await page.getByText('Failed to update SMS settings. Please try again.').waitFor()
    await expect.poll(() => sms.isChecked()).toBe(true)
    await page.unroute('**/api/my/profile')

    const profile = await profileOf(page)
    const json = { ...profile, phone: null, smsConsent: false }
    await page.route('**/api/my/profile', route => route.fulfill({ json }))
    await page.reload()
    await page.getByText('No phone number on file. Add your phone in profile.').waitFor()
    await sms.click()
    await page.getByText('Failed to update SMS settings. Please try again.').waitFor()
    await expect.poll(() => sms.isChecked()).toBe(false)
    await page.unroute('**/api/my/profile')

    const stopped = { ...profile, smsConsent: true, smsStopped: true }
    await page.route('**/api/my/profile', route => route.fulfill({ json: stopped }))
    await page.reload()
    await page.getByText('You replied STOP. To receive messages again, text START from that phone.').waitFor()
    await expect.poll(() => Promise.all([sms.isChecked(), sms.isDisabled()])).toEqual([false, true])
    await context.close()
  })
})

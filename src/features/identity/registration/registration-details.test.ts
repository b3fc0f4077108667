import { describe, expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import { CONSENT_WORDING } from '#features/notifications/consents/consent-wording.ts'
import { DAY_MS } from '#kernel/values/durations.ts'
import { forgetStale } from '../jobs.server.ts'
import { openBrowser, PASSWORD, PERSON } from '../testing/browser.ts'

const shop = await testShop()

const ADDRESS = { line1: ' 12 Bastion Way ', line2: 'Gate 4', city: 'Ogden', state: 'UT', postalCode: '84401' }
const DETAILS = { shippingAddress: ADDRESS, smsConsent: true, pushConsent: true }

const register = (email: string, details: object = DETAILS, browser = openBrowser(shop)) =>
  browser.post('/api/auth/register', { ...PERSON, email, ...details })
const registrationsOf = (email: string) =>
  shop.services.db.selectFrom('registration').selectAll().where('email', '=', email).execute()
const recordsOf = (userId: string) =>
  shop.services.db
    .selectFrom('consent_record')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('channel', 'desc')
    .execute()
async function profileAfterSignIn(email: string) {
  const { json } = await openBrowser(shop).signIn(email)
  return (await openBrowser(shop).as(json.idToken).get('/api/my/profile')).json
}

describe('address and consents of a registration', () => {
  it('a confirmation in another browser keeps them, with the time and the words of the registration [B-5.31] [B-3.13]', async () => {
    const email = 'elsewhere@example.com'
    expect((await register(email)).status).toBe(200)
    const registeredAt = shop.clock.now()
    shop.clock.advance(5 * 60_000)
    const phone = openBrowser(shop)
    const answer = await phone.confirm(email, await phone.codeFor(email))
    expect(answer.json).toMatchObject({ requiresSignIn: true, addressSaved: true })
    const profile = await profileAfterSignIn(email)
    expect(profile).toMatchObject({
      smsConsent: true,
      pushConsent: true,
      shippingAddress: { ...ADDRESS, line1: '12 Bastion Way', country: 'US' },
    })
    const said = (channel: 'sms' | 'push') => ({
      channel,
      given: true,
      source: 'registration',
      at: registeredAt,
      wording: CONSENT_WORDING[channel].text,
      wording_version: CONSENT_WORDING[channel].version,
    })
    expect(await recordsOf(profile.id)).toMatchObject([said('sms'), said('push')])
    expect(await registrationsOf(email)).toEqual([])
  })

  it('words of an earlier release stay those of the consent', async () => {
    const email = 'earlier@example.com'
    await register(email)
    const consents = JSON.stringify({ sms: { version: 'sms-2025-01', text: 'Two messages a month.' } })
    await shop.services.db.updateTable('registration').set({ consents }).where('email', '=', email).execute()
    const browser = openBrowser(shop)
    await browser.confirm(email, await browser.codeFor(email))
    const { id } = await profileAfterSignIn(email)
    expect(await recordsOf(id)).toMatchObject([{ wording: 'Two messages a month.', wording_version: 'sms-2025-01' }])
  })

  it('boxes that were not ticked, and details that were not sent, leave nothing', async () => {
    for (const details of [{ smsConsent: false, pushConsent: false }, {}]) {
      const email = `bare-${Object.keys(details).length}@example.com`
      const browser = openBrowser(shop)
      await register(email, details, browser)
      const { json } = await browser.confirm(email, await browser.codeFor(email))
      expect(json).toMatchObject({ requiresSignIn: false, addressSaved: false })
      const profile = await profileAfterSignIn(email)
      expect(profile).toMatchObject({ shippingAddress: null, smsConsent: false, pushConsent: false })
      expect(await recordsOf(profile.id)).toEqual([])
    }
  })

  it('of two registrations of one address, only the confirmed one counts', async () => {
    const email = 'contested@example.com'
    await register(email, { shippingAddress: { ...ADDRESS, city: 'Strangetown' }, smsConsent: true })
    const own = openBrowser(shop)
    await register(email, { shippingAddress: ADDRESS }, own)
    await own.confirm(email, await own.codeFor(email))
    expect(await profileAfterSignIn(email)).toMatchObject({ shippingAddress: { city: 'Ogden' }, smsConsent: false })
  })

  it('they expire with the registration, and a rejected one deletes them [B-5.31]', async () => {
    await register('late@example.com')
    expect(await registrationsOf('late@example.com')).toMatchObject([{ shipping_address: { city: 'Ogden' } }])
    shop.clock.advance(31 * DAY_MS)
    await forgetStale(shop.system)
    expect(await registrationsOf('late@example.com')).toEqual([])

    const email = 'not-me@example.com'
    await register(email)
    const [{ id: registration } = { id: '' }] = await registrationsOf(email)
    const browser = openBrowser(shop)
    const code = await browser.codeFor(email)
    expect((await browser.post('/api/auth/reject-registration', { email, code, registration })).status).toBe(200)
    expect(await registrationsOf(email)).toEqual([])
  })

  it('a deletion of the account erases those of a registration that is still open [B-5.31]', async () => {
    const email = 'leaver@example.com'
    const browser = openBrowser(shop)
    const { idToken } = await browser.join(email)
    await register(email)
    expect(await registrationsOf(email)).toHaveLength(1)
    const json = { confirmation: 'DELETE', password: PASSWORD }
    expect((await browser.as(idToken).post('/api/my/delete-account', json)).json).toMatchObject({ success: true })
    expect(await registrationsOf(email)).toEqual([])
  })

  it('an address in a country that the shop left since then is dropped, and the account is confirmed', async () => {
    await shop.changeSettings({ shipping: { countries: ['US', 'CA'] } })
    const email = 'north@example.com'
    await register(email, { shippingAddress: { ...ADDRESS, country: 'CA' } })
    await shop.changeSettings({ shipping: { countries: ['US'] } })
    const browser = openBrowser(shop)
    const { status, json } = await browser.confirm(email, await browser.codeFor(email))
    expect([status, json.addressSaved]).toEqual([200, false])
    expect((await profileAfterSignIn(email)).shippingAddress).toBeNull()
  })

  it('an address with a gap is refused at the registration', async () => {
    const { status, json } = await register('gap@example.com', { shippingAddress: { ...ADDRESS, city: ' ' } })
    expect([status, json.errors]).toEqual([
      400,
      { shippingAddress: ['Please fill in all required address fields: City.'] },
    ])
  })
})

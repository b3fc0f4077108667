import { describe, expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import { findProfile, findUser } from '../user/queries.server.ts'

const shop = await testShop()

const ADDRESS = { line1: ' 1 Fort Street ', city: 'Provo', state: 'UT', postalCode: '84601' }

it('stores a trimmed address with US as its country, and leaves other fields alone [B-3.2] [B-3.3] [B-5.13] [B-7.5]', async () => {
  const as = await shop.addUser({ address: false })
  expect((await findProfile(shop.system, as.userId))?.shippingAddress).toBeNull()
  const answer = await shop.call('/api/my/profile', { as, json: { shippingAddress: ADDRESS, smsConsent: true } })
  expect(answer.json).toMatchObject({
    email: as.email,
    phone: '+18015550100',
    age: 35,
    smsConsent: true,
    pushConsent: false,
    shippingAddress: { ...ADDRESS, line1: '1 Fort Street', line2: null, country: 'US' },
  })
  const later = await shop.call('/api/my/profile', { as, json: { phone: '385-555-0123', pushConsent: true } })
  expect(later.json).toMatchObject({ phone: '+13855550123', pushConsent: true, shippingAddress: { city: 'Provo' } })
  expect((await shop.call('/api/my/profile', { as })).json).toEqual(later.json)
})

it('answers every field of a user, an address and a profile [B-3.1] [B-3.2] [B-3.3] [B-7.4]', async () => {
  const as = await shop.addUser({ address: true })
  const { json } = await shop.call('/api/my/profile', { as })
  expect(json).toMatchObject({
    id: as.userId,
    email: as.email,
    name: expect.any(String),
    phone: '+18015550100',
    birthDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    age: 35,
    joinDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    isSubscriber: false,
    isAdmin: false,
    shippingAddress: {
      line1: expect.any(String),
      line2: null,
      city: expect.any(String),
      state: expect.any(String),
      postalCode: expect.any(String),
      country: 'US',
    },
    smsConsent: false,
    pushConsent: false,
  })
  // The numbers; the lists grow, so they have routes of their own.
  expect(json).toMatchObject({ entries: 0, purchases: 0 })
  expect((await shop.call('/api/my/entries', { as })).json).toMatchObject({ entries: [], total: 0 })
  expect((await shop.call('/api/my/purchases', { as })).json).toMatchObject({ purchases: [], total: 0 })
})

it('names every address field that is missing, and stores nothing [B-5.13]', async () => {
  const as = await shop.addUser({ address: false })
  const json = { shippingAddress: { ...ADDRESS, city: '  ', postalCode: '' } }
  const answer = await shop.call('/api/my/profile', { as, json })
  expect(answer.status).toBe(400)
  expect(answer.json.errors.shippingAddress).toEqual(['Please fill in all required address fields: City, Postal Code.'])
  expect((await findProfile(shop.system, as.userId))?.shippingAddress).toBeNull()
})

it('lets no user write fields that are not theirs', async () => {
  const as = await shop.addUser()
  for (const json of [{ isAdmin: true }, { email: 'x@example.com' }, { shippingAddress: { ...ADDRESS, userId: 'x' } }])
    expect((await shop.call('/api/my/profile', { as, json })).status).toBe(400)
  expect((await shop.call('/api/my/profile')).status).toBe(401)
  expect(await findUser(shop.system, as.userId)).toMatchObject({ email: as.email, isAdmin: false })
})

it('detects a subscriber by the membership', async () => {
  const as = await shop.addUser({ subscriber: true })
  expect((await shop.call('/api/my/profile', { as })).json.isSubscriber).toBe(true)
})

it('changes the name by the rules of the registration, and accepts a birth date only where none is on file [B-7.5]', async () => {
  const as = await shop.addUser()
  const named = await shop.call('/api/my/profile', { as, json: { name: '  Robin Vale  ' } })
  expect(named.json.name).toBe('Robin Vale')
  const nameless = await shop.call('/api/my/profile', { as, json: { name: ' ' } })
  expect(nameless.json.errors.name).toEqual(['Name is required'])

  const other = await shop.call('/api/my/profile', { as, json: { birthDate: '1980-01-01' } })
  expect([other.status, other.json.code]).toEqual([409, 'already_known'])
  await shop.services.db.updateTable('users').set({ birth_date: null }).where('id', '=', as.userId).execute()
  const young = await shop.call('/api/my/profile', { as, json: { birthDate: '2005-03-03' } })
  expect(young.json.errors.birthDate).toEqual(['You must be 21 or older to register'])
  const given = await shop.call('/api/my/profile', { as, json: { birthDate: '1980-01-01' } })
  expect(given.json).toMatchObject({ birthDate: '1980-01-01', age: 46 })
})

describe('a consent to SMS', () => {
  const recordsOf = (userId: string) =>
    shop.services.db
      .selectFrom('consent_record')
      .select(['given', 'source'])
      .where('user_id', '=', userId)
      .where('channel', '=', 'sms')
      .orderBy('at')
      .orderBy('id')
      .execute()
  async function consenting() {
    const as = await shop.addUser()
    const save = (json: object) => shop.call('/api/my/profile', { as, json })
    await save({ smsConsent: true })
    return { as, save }
  }

  it('a consent covers one phone: another number withdraws it, another spelling does not', async () => {
    const { as, save } = await consenting()
    expect((await save({ phone: '801.555.0100', name: 'Robin' })).json.smsConsent).toBe(true)
    expect((await save({ phone: '385-555-0123' })).json).toMatchObject({ phone: '+13855550123', smsConsent: false })
    expect((await save({ phone: '801.555.0100' })).json.smsConsent).toBe(false)
    expect((await recordsOf(as.userId)).map(({ given }) => given)).toEqual([true, false])
  })

  it('an SMS consent is given again for a new number, and both are recorded', async () => {
    const { as, save } = await consenting()
    expect((await save({ phone: '385-555-0123', smsConsent: true })).json.smsConsent).toBe(true)
    expect((await recordsOf(as.userId)).map(({ given }) => given)).toEqual([true, false, true])
  })
})

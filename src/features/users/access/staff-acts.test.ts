import { afterEach, describe, expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import { few } from '#app/testing/suites/again.ts'
import type { TestUser } from '#app/testing/users.ts'
import { auditCredits } from '#features/credits/queries.server.ts'
import { actingIn } from '../testing/acting.ts'

const shop = await testShop({ connections: 30 })
const owner = await shop.addUser({ admin: true, name: 'Olive Owner' })
const manager = await shop.addUser({ role: 'manager', name: 'Max Manager' })
const { send, profileOf, recordsOf } = actingIn(shop, owner)
afterEach(async () => expect(await auditCredits(shop.system)).toEqual([]))

describe('creating a user', () => {
  const whole = {
    name: 'Nora New',
    email: ' Nora@Example.com ',
    phone: '(801) 555-0142',
    birthday: '1991-02-03',
    address: { line1: '2 Fort Street', city: 'Provo', state: 'UT', postalCode: '84601' },
  }

  it('a created user must choose a password at the first sign-in, and the temporary one is shown once [B-12.120] [B-12.138]', async () => {
    const answer = await send('POST', '/users/create', whole, manager, 'create-once')
    expect(answer.json).toMatchObject({
      message: 'User created successfully',
      tempPassword: expect.stringMatching(/^\S{16}$/),
    })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const profile = await profileOf({ email: 'nora@example.com' } as TestUser)
    expect(profile).toMatchObject({
      name: 'Nora New',
      phone: '+18015550142',
      birthday: '1991-02-03',
      passwordDemand: 'new-password',
    })
    expect(profile.shippingAddress).toMatchObject({ line1: '2 Fort Street', country: 'US' })
    const signIn = await shop.call('/api/auth/login', {
      json: { email: 'nora@example.com', password: answer.json.tempPassword },
      headers: { origin: 'http://shop.test' },
    })
    expect(signIn.json).toMatchObject({ success: false, challenge: { type: 'NEW_PASSWORD_REQUIRED' } })
    expect((await send('POST', '/users/create', whole, manager, 'create-once')).json).toMatchObject({
      status: 409,
      detail: 'An account with this email already exists.',
    })
    expect(await recordsOf(profile.id)).toMatchObject([{ action: 'created', actor_id: manager.userId }])
  })

  it('each missing or wrong field has its message [B-12.94] [B-12.95] [B-12.96] [B-12.97] [B-12.99]', async () => {
    const errorsOf = async (json: unknown) => (await send('POST', '/users/create', json)).json.errors
    expect(await errorsOf({ name: ' ', email: '', phone: '', birthday: '' })).toEqual({
      name: ['Name is required'],
      email: ['Email is required'],
      phone: ['Phone number is required'],
      birthday: ['Birthday is required'],
      'address.line1': ['Address line 1 is required'],
      'address.city': ['City is required'],
      'address.state': ['State is required'],
      'address.postalCode': ['ZIP code is required'],
    })
    expect(await errorsOf({ ...whole, email: 'nora@example', phone: '555-0142' })).toEqual({
      email: ['Invalid email format'],
      phone: ['Please enter a valid US phone number (10-11 digits)'],
    })
    expect(await errorsOf({ ...whole, email: 'young@example.com', birthday: '2010-01-01' })).toEqual({
      birthday: ['You must be 21 or older to register'],
    })
    expect(Object.keys(await errorsOf({ ...whole, address: { ...whole.address, country: 'FR' } }))).toEqual([
      'address.country',
    ])
  })
})

describe('credits', () => {
  const grant = (email: string, more = {}, as = manager, key?: string) =>
    send('POST', '/credits/grant', { email, amount: 3, tier: 'Gold', ...more }, as, key)

  it('credits are granted and taken with a recorded reason, and never below zero [B-12.40] [B-12.122] [B-12.140] [B-12.141] [B-12.196] [B-13.34]', async () => {
    const user = await shop.addUser()
    const granted = await grant(user.email, { reason: 'Parcel came late' })
    expect(granted.json).toEqual({
      success: true,
      message: `Granted 3 Gold credits to ${user.email}`,
      credits: { total: 3, bronze: 0, silver: 0, gold: 3, platinum: 0 },
    })
    const take = (amount: number, tier = 'Gold') =>
      send('POST', '/credits/adjust', { email: user.email, amount, tier, operation: 'subtract' }, manager)
    expect((await take(2)).json).toMatchObject({ success: true, credits: { gold: 1 } })
    for (const refused of [await take(2), await take(1, 'Silver')])
      expect(refused.json).toMatchObject({
        status: 409,
        code: 'insufficient_credits',
        detail: 'Insufficient credits to subtract',
      })
    expect(await recordsOf(user.userId)).toMatchObject([
      {
        action: 'gave credits',
        reason: 'Parcel came late',
        actor_id: manager.userId,
        after: { tier: 'Gold', amount: 3, available: 3 },
      },
      { action: 'took credits', reason: null, after: { tier: 'Gold', amount: 2, available: 1 } },
    ])
    const history = await shop.call('/api/my/credits/history', { as: user })
    expect(history.json.items.map((line: { description: string }) => line.description)).toEqual([
      'Taken back by our staff',
      'Granted by our staff',
    ])
  })

  it('one key for two users grants to both, a day apart', async () => {
    const people = [await shop.addUser(), await shop.addUser()]
    for (const { email } of people) {
      const json = { email, amount: 3, tier: 'Gold' }
      expect((await send('POST', '/credits/grant', json, manager, 'twice')).json.credits.gold).toBe(3)
      await shop.services.pool.query('delete from idempotency_key')
    }
  })

  it('credits are given once for one key sent many times concurrently, and each time for many keys [B-12.122] [B-12.140] [B-13.34]', async () => {
    const [once, often] = [await shop.addUser(), await shop.addUser()]
    const clicks = Array.from({ length: few(30, 100) }, (_, n) => n)
    const answers = await Promise.all(
      clicks.flatMap(n => [grant(once.email, {}, manager, 'one click'), grant(often.email, {}, manager, `click ${n}`)]),
    )
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
    expect((await profileOf(once)).credits.gold).toBe(3)
    expect((await profileOf(often)).credits.gold).toBe(3 * clicks.length)
    expect(await recordsOf(once.userId)).toHaveLength(1)
  })

  it('one of many concurrent calls takes the last credit [B-12.122] [B-12.141] [B-13.34]', async () => {
    const user = await shop.addUser({ credits: { Silver: 1 } })
    const body = { email: user.email, amount: 1, tier: 'Silver', operation: 'subtract' }
    const answers = await Promise.all(
      Array.from({ length: few(30, 100) }, () => send('POST', '/credits/adjust', body, manager)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await profileOf(user)).credits.total).toBe(0)
  })

  it('staff cannot change their own credits, only an owner changes an owner’s, and 10,000 is the most [B-12.86] [B-12.122]', async () => {
    expect((await grant(manager.email)).json).toMatchObject({ status: 403, code: 'own_credits' })
    expect((await grant(owner.email)).json).toMatchObject({ status: 403, code: 'owner_only' })
    expect((await grant('nobody@example.com')).json).toMatchObject({ status: 404, code: 'person_not_found' })
    const support = await shop.addUser({ role: 'support' })
    expect((await grant(support.email, {}, support)).json).toMatchObject({ status: 403, code: 'Unauthorized' })
    for (const amount of [0, -1, 1.5, 10_001])
      expect(Object.keys((await grant(owner.email, { amount })).json.errors)).toEqual(['amount'])
    const rich = await shop.addUser()
    // A second person confirms so many.
    expect((await grant(rich.email, { amount: 10_000, reason: 'A contest' })).status).toBe(202)
  })
})

describe('deleting', () => {
  it('a deletion removes the user and keeps the ledger under a bare id [B-12.119] [B-12.136] [B-12.207]', async () => {
    const user = await shop.addUser({ credits: { Bronze: 2 } })
    const preview = await shop.call(`/api/admin/users/${user.userId}/deletion`, { as: manager })
    expect(preview.json).toMatchObject({ credits: { bronzeCredits: 2 }, openEntries: [], membership: null })
    const answer = await send('DELETE', '/users', { email: user.email, reason: 'Asked by letter' }, manager)
    expect(answer.json).toEqual({ success: true, message: `User ${user.email} deleted successfully` })
    expect((await shop.call(`/api/admin/users/profile?email=${user.email}`, { as: owner })).status).toBe(404)
    expect(await recordsOf(user.userId)).toMatchObject([{ action: 'deleted', reason: 'Asked by letter' }])
    const { rows: ledger } = await shop.services.pool.query('select amount from credit_transfer where user_id = $1', [
      user.userId,
    ])
    expect(ledger).toContainEqual({ amount: 2 })
    await shop.settleJobs()
    expect((await shop.outbox(user.email))[0]).toMatchObject({ subject: 'Your Redoubt account was deleted' })
    expect((await send('DELETE', '/users', { email: user.email }, manager)).json).toMatchObject({ status: 404 })
  })

  it('a deletion of several reports which failed, and refuses staff and the own account [B-12.115] [B-12.119] [B-12.137] [B-12.184]', async () => {
    const [one, two] = [await shop.addUser(), await shop.addUser()]
    const support = await shop.addUser({ role: 'support' })
    const emails = [one.email, support.email, manager.email, owner.email, two.email, one.email, 'nobody@example.com']
    const { json } = await send('DELETE', '/users/bulk-delete', { emails }, manager)
    expect(json).toMatchObject({ success: false, deletedCount: 2, failedCount: 4, error: '4 users failed to delete' })
    expect(json.failures.map(({ code }: { code: string }) => code)).toEqual([
      'staff_account',
      'own_account',
      'owner_only',
      'person_not_found',
    ])
    const many = Array.from({ length: 101 }, (_, n) => `many-${n}@example.com`)
    expect((await send('DELETE', '/users/bulk-delete', { emails: many }, manager)).json.errors).toEqual({
      emails: ['Please select at most 100 users'],
    })
    expect((await send('DELETE', '/users/bulk-delete', { emails: many.slice(1) }, manager)).json.failedCount).toBe(100)
    const none = await send('DELETE', '/users/bulk-delete', { emails: [] }, manager)
    expect(none.json).toMatchObject({ status: 400, code: 'nobody_selected', detail: 'No users selected for deletion' })
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestShop } from '#app/testing/shop.ts'
import { openBrowser } from './testing/browser.ts'

let shop: Awaited<ReturnType<typeof openTestShop>>
beforeAll(async () => {
  shop = await openTestShop({ connections: 20 })
})
afterAll(() => shop.close())

const PHONE = '+18015550100'
const post = (path: string, json: unknown, as?: Awaited<ReturnType<typeof shop.addUser>>) =>
  shop.call(path, { json, ...(as ? { as } : {}) })

describe('the welcome SMS', () => {
  it('goes once to the user’s own phone, once they agreed, however often it is asked', async () => {
    const as = await shop.addUser()
    const without = await post('/api/sms/send-welcome', { phone: PHONE }, as)
    expect([without.status, without.json.code]).toEqual([409, 'sms_not_wanted'])
    await post('/api/my/profile', { smsConsent: true }, as)
    const asked = await Promise.all(
      Array.from({ length: 5 }, () => post('/api/sms/send-welcome', { phone: '(801) 555-0100' }, as)),
    )
    expect(asked.map(({ status, json }) => [status, json.success])).toEqual(Array(5).fill([200, true]))
    const messages = (await shop.outbox(PHONE)).filter(({ channel }) => channel === 'sms')
    expect(messages).toHaveLength(1)
    expect(messages[0]!.text).toMatch(/^Redoubt: Welcome!.*Reply STOP to unsubscribe\.$/)
  })

  it('goes to nobody else’s phone, for no guest, and to nothing that is no phone', async () => {
    const as = await shop.addUser()
    await post('/api/my/profile', { smsConsent: true }, as)
    const other = await post('/api/sms/send-welcome', { phone: '801 555 0199' }, as)
    expect([other.status, other.json.detail]).toEqual([403, 'Unauthorized access'])
    expect((await post('/api/sms/send-welcome', { phone: PHONE })).status).toBe(401)
    expect((await post('/api/sms/send-welcome', { phone: '12' }, as)).json.errors.phone).toEqual([
      'Please enter a valid US phone number (10-11 digits)',
    ])
  })
})

describe('a referral', () => {
  const referrals = async (email: string) =>
    shop.services.db.selectFrom('referral').select(['email', 'code']).where('email', '=', email).execute()
  const codeOf = async (as: Awaited<ReturnType<typeof shop.addUser>>) =>
    (await shop.call('/api/my/referral-code', { as })).json.code as string

  it('goes by a code of one’s own, made once even when it is asked for at once', async () => {
    const as = await shop.addUser()
    const codes = await Promise.all(Array.from({ length: 10 }, () => codeOf(as)))
    expect(new Set(codes).size).toBe(1)
    expect(codes[0]).toMatch(/^[A-HJ-NP-Z2-9]{8}$/)
    expect(await codeOf(await shop.addUser())).not.toBe(codes[0])
    expect((await shop.call('/api/my/referral-code')).status).toBe(401)
  })

  it('is recorded once for an address that has just registered, and the first word counts', async () => {
    const email = 'brought@example.com'
    const [first, second] = [await codeOf(await shop.addUser()), await codeOf(await shop.addUser())]
    await openBrowser(shop).register({ email })
    for (const code of [first.toLowerCase(), second, undefined])
      expect((await post('/api/public/register-referral', { email, ...(code && { code }) })).json).toEqual({
        success: true,
      })
    expect(await referrals(email)).toEqual([{ email, code: first }])
  })

  it('is noted without a code, with an unknown one, and never with one’s own', async () => {
    for (const code of [undefined, 'NOBODYS2']) {
      const email = `alone-${code}@example.com`.toLowerCase()
      await openBrowser(shop).register({ email })
      await post('/api/public/register-referral', { email, ...(code && { code }) })
      expect(await referrals(email)).toEqual([{ email, code: null }])
    }
    const joined = await openBrowser(shop).join('myself@example.com')
    const own = await codeOf({ userId: joined.user.id, email: joined.user.email, idToken: joined.idToken })
    await post('/api/public/register-referral', { email: 'myself@example.com', code: own })
    expect(await referrals('myself@example.com')).toEqual([{ email: 'myself@example.com', code: null }])
  })

  it('tells nobody who has an account: the answer is always the same, and old or unknown addresses leave no trace', async () => {
    const old = 'long-here@example.com'
    await openBrowser(shop).join(old)
    shop.clock.advance(25 * 3600_000)
    for (const email of [old, 'never-seen@example.com']) {
      expect((await post('/api/public/register-referral', { email })).json).toEqual({ success: true })
      expect(await referrals(email)).toEqual([])
    }
    expect((await post('/api/public/register-referral', { email: 'no address' })).json.errors.email).toEqual([
      'Please enter a valid email address',
    ])
  })
})

import { describe, expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import { openBrowser } from '../testing/browser.ts'

const shop = await testShop({ connections: 20 })

const PHONE = '+18015550100'
const post = (path: string, json: unknown, as?: Awaited<ReturnType<typeof shop.addUser>>) =>
  shop.call(path, { json, ...(as ? { as } : {}) })

describe('the welcome SMS', () => {
  it('the welcome SMS is sent once to the user’s own phone after consent, for repeated calls [B-1.15] [B-7.12]', async () => {
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

  it('the welcome SMS goes to the user’s own phone, and not for guests or invalid phones [B-7.12]', async () => {
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

  it('a referral code is made once for a user, also for concurrent requests [B-1.10] [B-7.9]', async () => {
    const as = await shop.addUser()
    const codes = await Promise.all(Array.from({ length: 10 }, () => codeOf(as)))
    expect(new Set(codes).size).toBe(1)
    expect(codes[0]).toMatch(/^[A-HJ-NP-Z2-9]{8}$/)
    expect(await codeOf(await shop.addUser())).not.toBe(codes[0])
    expect((await shop.call('/api/my/referral-code')).status).toBe(401)
  })

  const refer = (browser: Pick<ReturnType<typeof openBrowser>, 'post'>, email: string, code?: string) =>
    browser.post('/api/public/register-referral', { email, ...(code && { code }) })
  const confirm = async (browser: ReturnType<typeof openBrowser>, email: string) =>
    expect((await browser.confirm(email, await browser.codeFor(email))).status).toBe(200)

  it('a referral is recorded by the registering browser and kept after the confirmation; the first claim counts [B-7.11]', async () => {
    const email = 'brought@example.com'
    const [first, second] = [await codeOf(await shop.addUser()), await codeOf(await shop.addUser())]
    const browser = openBrowser(shop)
    await browser.register({ email })
    for (const code of [first.toLowerCase(), second, undefined])
      expect((await refer(browser, email, code)).json).toEqual({ success: true })
    expect(await referrals(email)).toEqual([])
    await confirm(browser, email)
    expect(await referrals(email)).toEqual([{ email, code: first }])
  })

  it('a referral is recorded for a new user who is signed in', async () => {
    const browser = openBrowser(shop)
    const { idToken } = await browser.join('signed-in@example.com')
    const code = await codeOf(await shop.addUser())
    await refer(browser.as(idToken), 'signed-in@example.com', code)
    expect(await referrals('signed-in@example.com')).toEqual([{ email: 'signed-in@example.com', code }])
  })

  it('a stranger who knows the address cannot claim a referral, before or after the confirmation', async () => {
    const email = 'claimed@example.com'
    const thief = openBrowser(shop)
    const joined = await thief.join('thief@example.com')
    const code = await codeOf({ userId: joined.user.id, email: joined.user.email, idToken: joined.idToken })
    const claims = async () => {
      for (const stranger of [openBrowser(shop), thief, thief.as(joined.idToken)])
        expect((await refer(stranger, email, code)).json).toEqual({ success: true })
    }
    const shopper = openBrowser(shop)
    await shopper.register({ email })
    await claims()
    await confirm(shopper, email)
    await claims()
    expect(await referrals(email)).toEqual([])
  })

  it('a referral of a stranger’s registration does not reach the account of the address', async () => {
    const email = 'registered-twice@example.com'
    const [stranger, owner] = [openBrowser(shop), openBrowser(shop)]
    const code = await codeOf(await shop.addUser())
    await stranger.register({ email })
    await refer(stranger, email, code)
    await owner.register({ email })
    await confirm(owner, email)
    expect(await referrals(email)).toEqual([])
  })

  it('a referral is recorded without a code or with an unknown one, and never for the user’s own other address', async () => {
    for (const code of [undefined, 'NOBODYS2']) {
      const email = `alone-${code}@example.com`.toLowerCase()
      const browser = openBrowser(shop)
      await browser.register({ email })
      await refer(browser, email, code)
      await confirm(browser, email)
      expect(await referrals(email)).toEqual([{ email, code: null }])
    }
    const joined = await openBrowser(shop).join('my.self@gmail.com')
    const own = await codeOf({ userId: joined.user.id, email: joined.user.email, idToken: joined.idToken })
    const friend = await codeOf(await shop.addUser())
    for (const [email, code] of [
      ['myself@gmail.com', own],
      ['m.y.self+shop@googlemail.com', friend],
    ] as const) {
      const browser = openBrowser(shop)
      await browser.register({ email })
      await refer(browser, email, code)
      await confirm(browser, email)
      expect(await referrals(email)).toEqual([{ email, code: null }])
    }
  })

  it('the referral call always gives the same answer, and old or unknown addresses leave no trace', async () => {
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

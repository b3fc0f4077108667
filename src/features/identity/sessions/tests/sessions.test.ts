import { describe, expect, it } from 'vitest'
import { ORIGIN, testShop } from '#app/testing/shop.ts'
import { disableUser, setRole } from '../../accounts/commands/accounts.server.ts'
import { forgetStale } from '../../jobs.server.ts'
import { openBrowser, PASSWORD } from '../../testing/browser.ts'

const shop = await testShop()

const profileBy = (idToken: string) => shop.call('/api/my/profile', { as: { userId: '', email: '', idToken } })
const SESSION = 'redoubt.session_token'

describe('signing in', () => {
  it('a sign-in answers the user, with an ID token of 60 minutes and a cookie for 365 days [B-3.14] [B-7.30] [B-9.15]', async () => {
    await openBrowser(shop).join('ada@example.com')
    const browser = openBrowser(shop)
    const answer = await browser.signIn(' ADA@example.com ')
    expect(answer.json).toMatchObject({
      success: true,
      message: 'Signed in successfully.',
      user: { email: 'ada@example.com', name: 'Robin Gale', isAdmin: false, role: null, isSubscriber: false },
      expiresAt: new Date(+shop.clock.now() + 3_600_000).toISOString(),
    })
    const cookie = answer.headers.getSetCookie().find(line => line.startsWith(SESSION))
    expect(cookie).toMatch(/Max-Age=31536000; Path=\/api\/auth; HttpOnly; SameSite=Lax$/)
    expect((await profileBy(answer.json.idToken)).json.email).toBe('ada@example.com')
  })

  it('a wrong password and an unknown address get the same answer [B-8.2]', async () => {
    const wrong = await openBrowser(shop).signIn('ada@example.com', 'nope')
    const unknown = await openBrowser(shop).signIn('nobody@example.com', 'nope')
    for (const answer of [wrong, unknown])
      expect([answer.status, answer.json.code, answer.json.detail]).toEqual([
        401,
        'NotAuthorizedException',
        'Invalid email or password.',
      ])
  })

  it('an unconfirmed user is sent to the confirmation with a new code [B-4.7] [B-8.1]', async () => {
    const email = 'late@example.com'
    await openBrowser(shop).register({ email })
    shop.clock.advance(3_600_000)
    const browser = openBrowser(shop)
    expect((await browser.signIn(email, 'nope')).status).toBe(401)
    const asked = await browser.signIn(email)
    expect(asked.json).toMatchObject({
      success: false,
      message: 'Please check your email and confirm your account.',
      challenge: { type: 'CONFIRM_SIGN_UP' },
    })
    expect(await shop.outbox(email)).toHaveLength(2)
    const { id } = asked.json.challenge
    const code = await browser.codeFor(email)
    const answer = await browser.post('/api/auth/challenge', { id, code })
    expect(answer.json).toMatchObject({ success: true, user: { email } })
  })

  it('a challenge is valid for 180 seconds [B-4.9] [B-9.15]', async () => {
    const email = 'slow@example.com'
    const browser = openBrowser(shop)
    await browser.register({ email })
    const { id } = (await browser.signIn(email)).json.challenge
    shop.clock.advance(180_000)
    const answer = await browser.post('/api/auth/challenge', { id, code: await browser.codeFor(email) })
    expect([answer.status, answer.json.code]).toEqual([401, 'ChallengeExpired'])
  })

  it('signing in is refused to a signed-in user', async () => {
    const browser = openBrowser(shop)
    await browser.join('twice@example.com')
    const answer = await browser.signIn('twice@example.com')
    expect([answer.status, answer.json.code]).toEqual([409, 'UserAlreadyAuthenticatedException'])
  })

  it('a sign-in names each missing field with its own message [B-5.10]', async () => {
    const answer = await openBrowser(shop).post('/api/auth/login', { email: 'x' })
    expect(answer.json.errors).toEqual({
      email: ['Please enter a valid email address'],
      password: ['Password is required'],
    })
  })
})

describe('a session', () => {
  it('a session gives new ID tokens until it is ended [B-7.33]', async () => {
    const browser = openBrowser(shop)
    await browser.join('stay@example.com')
    shop.clock.advance(3_600_001)
    expect((await browser.token()).status).toBe(200)
    const before = new Map(browser.cookies)
    expect((await browser.post('/api/auth/logout')).status).toBe(204)
    expect(browser.cookies.has(SESSION)).toBe(false)
    // The old cookies no longer work.
    for (const [name, value] of before) browser.cookies.set(name, value)
    expect((await browser.token()).json.code).toBe('NotAuthorizedException')
  })

  it('a session ends after 365 days [B-9.15]', async () => {
    const browser = openBrowser(shop)
    await browser.join('year@example.com')
    const start = shop.clock.now()
    shop.clock.advance(365 * 24 * 3_600_000 - 1)
    expect((await browser.token()).status).toBe(200)
    shop.clock.advance(1)
    expect((await browser.token()).status).toBe(401)
    shop.clock.set(start)
  })

  it('a session is stored as a hash only', async () => {
    const browser = openBrowser(shop)
    const { user } = await browser.join('stored@example.com')
    const rows = await shop.services.db.selectFrom('session').selectAll().where('user_id', '=', user.id).execute()
    expect(rows).toHaveLength(1)
    const token = decodeURIComponent(browser.cookies.get(SESSION)!).split('.')[0]!
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  it('a forged or changed cookie opens no session', async () => {
    const browser = openBrowser(shop)
    await browser.join('forged@example.com')
    const genuine = browser.cookies.get(SESSION)!
    for (const forged of ['x', `${genuine.slice(0, -4)}AAA%3D`, genuine.split('.')[0]!]) {
      browser.cookies.set(SESSION, forged)
      expect((await browser.token()).status).toBe(401)
    }
  })

  it('signing out everywhere ends all sessions and their ID tokens at once [B-7.33]', async () => {
    const one = openBrowser(shop)
    const { idToken } = await one.join('many@example.com')
    const two = openBrowser(shop)
    await two.signIn('many@example.com')
    shop.clock.advance(1000)
    expect((await one.post('/api/auth/logout-everywhere')).status).toBe(204)
    expect((await two.token()).status).toBe(401)
    expect((await profileBy(idToken)).status).toBe(401)
    shop.clock.advance(1000)
    const again = await openBrowser(shop).signIn('many@example.com')
    expect((await profileBy(again.json.idToken)).status).toBe(200)
  })
})

describe('rights', () => {
  it('new rights reach a session with its next token, under a new cookie, and void the old tokens', async () => {
    const browser = openBrowser(shop)
    const { user, idToken } = await browser.join('rising@example.com')
    const old = browser.cookies.get(SESSION)!
    shop.clock.advance(1000)
    await setRole(shop.system, { userId: user.id, role: 'owner' })
    expect((await profileBy(idToken)).status).toBe(401)
    shop.clock.advance(1000)
    expect((await browser.token()).json.user.isAdmin).toBe(true)
    expect(browser.cookies.get(SESSION)).not.toBe(old)

    // Another tab with the old cookie still gets answers after the new cookie is out, for one minute only.
    const tab = openBrowser(shop)
    tab.cookies.set(SESSION, old)
    const late = await tab.token()
    expect([late.status, late.headers.getSetCookie()]).toEqual([200, []])
    shop.clock.advance(60_000)
    expect((await tab.token()).status).toBe(401)
    expect((await browser.token()).status).toBe(200)
  })

  it('rights end at once for a disabled user', async () => {
    const browser = openBrowser(shop)
    const { user, idToken } = await browser.join('gone@example.com')
    shop.clock.advance(1000)
    await disableUser(shop.system, user.id)
    expect((await profileBy(idToken)).status).toBe(401)
    expect((await browser.token()).status).toBe(401)
    const answer = await openBrowser(shop).signIn('gone@example.com')
    expect([answer.status, answer.json.code]).toEqual([401, 'NotAuthorizedException'])
  })

  it('a concurrent change leaves no old right in a token', async () => {
    const browser = openBrowser(shop)
    const { user } = await browser.join('raced@example.com')
    shop.clock.advance(1000)
    const [, ...tokens] = await Promise.all([
      disableUser(shop.system, user.id),
      ...Array.from({ length: 20 }, () => browser.token()),
    ])
    for (const { json } of tokens) if (json.idToken) expect((await profileBy(json.idToken)).status).toBe(401)
  })
})

describe('the origin of a request', () => {
  it('the origin must be the shop’s wherever the cookie counts', async () => {
    const browser = openBrowser(shop)
    await browser.join('origin@example.com')
    const cookie = `${SESSION}=${browser.cookies.get(SESSION)}`
    const asked = async (headers: Record<string, string>) =>
      (await shop.call('/api/auth/token', { method: 'POST', headers: { cookie, ...headers } })).status
    expect(await asked({ origin: ORIGIN })).toBe(200)
    expect(await asked({ 'sec-fetch-site': 'same-origin' })).toBe(200)
    expect(await asked({ origin: 'https://evil.example' })).toBe(403)
    expect(await asked({ origin: 'null' })).toBe(403)
    expect(await asked({ origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' })).toBe(403)
    expect(await asked({ 'sec-fetch-site': 'cross-site' })).toBe(403)
    expect(await asked({})).toBe(403)
  })

  it('the origin must not be another site’s even without a cookie', async () => {
    const json = { email: 'ada@example.com', password: PASSWORD }
    const answer = await shop.call('/api/auth/login', { json, headers: { origin: 'https://evil.example' } })
    expect([answer.status, answer.json.code]).toEqual([403, 'Unauthorized'])
  })
})

it('publishes the keys that verify its tokens, and not those that sign them', async () => {
  const answer = await shop.call('/api/auth/jwks')
  expect(answer.json.keys[0]).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig' })
  expect(JSON.stringify(answer.json)).not.toContain('"d"')
  expect(answer.headers.get('cache-control')).toBe('public, max-age=300')
})

it('removes expired rows and keeps those still needed', async () => {
  const browser = openBrowser(shop)
  await browser.join('kept@example.com')
  await openBrowser(shop).register({ email: 'forgotten@example.com' })
  const start = shop.clock.now()
  shop.clock.advance(31 * 24 * 3_600_000)
  await forgetStale(shop.system)
  const count = async (table: 'registration' | 'verification_code') =>
    (await shop.services.db.selectFrom(table).select('id').execute()).length
  expect([await count('registration'), await count('verification_code')]).toEqual([0, 0])
  expect((await browser.token()).status).toBe(200)
  shop.clock.set(start)
})

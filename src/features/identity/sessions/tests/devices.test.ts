import { describe, expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import { transact } from '#kernel/transaction.server.ts'
import { deviceName } from '#platform/device-name.ts'
import { listSessions } from '../../security/devices-api.server.ts'
import { openBrowser, PASSWORD } from '../../testing/browser.ts'
import { joinShop } from '../../testing/factors.ts'
import { revokeTokens } from '../commands/revoke.server.ts'
import { retireSession } from '../commands/tokens.server.ts'

const shop = await testShop()

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1'

describe('the list of browsers', () => {
  it('each browser has a name and its last use, and the calling one is marked', async () => {
    const shopper = await joinShop(shop, 'devices@example.com')
    const phone = openBrowser(shop)
    shop.clock.advance(120_000)
    await phone.post('/api/auth/login', { email: shopper.email, password: PASSWORD }, { 'user-agent': IPHONE })
    const { sessions } = (await shopper.me.get('/api/auth/sessions')).json
    expect(sessions).toHaveLength(2)
    expect(sessions[0]).toMatchObject({
      device: 'Safari on iPhone',
      current: false,
      lastUsedAt: shop.clock.now().toISOString(),
    })
    expect(sessions[1]).toMatchObject({ device: 'Unknown device', current: true })
    shop.clock.advance(120_000)
    await shopper.browser.token()
    const [first] = (await shopper.me.get('/api/auth/sessions')).json.sessions
    expect(first).toMatchObject({ current: true, lastUsedAt: shop.clock.now().toISOString() })
  })

  it('one browser is signed out with its tokens, and the others stay', async () => {
    const shopper = await joinShop(shop, 'one-out@example.com')
    const other = openBrowser(shop)
    const { idToken } = (await other.signIn(shopper.email)).json
    const stranger = await joinShop(shop, 'one-out-stranger@example.com')
    const { sessions } = (await shopper.me.get('/api/auth/sessions')).json
    const { id } = sessions.find(({ current }: { current: boolean }) => !current)
    expect((await stranger.me.remove(`/api/auth/sessions/${id}`)).json.code).toBe('not_found')
    expect((await stranger.me.get('/api/my/profile')).status).toBe(200)
    shop.clock.advance(1000)
    expect((await shopper.me.remove(`/api/auth/sessions/${id}`)).status).toBe(204)
    expect((await other.token()).status).toBe(401)
    expect((await other.as(idToken).get('/api/my/profile')).status).toBe(401)
    shop.clock.advance(1000)
    const renewed = (await shopper.browser.token()).json.idToken
    const left = (await shopper.browser.as(renewed).get('/api/auth/sessions')).json.sessions
    // The cookie was renewed with the rights; the replaced session is not listed as a browser.
    expect(left).toMatchObject([{ current: true }])
    expect((await shopper.browser.as(renewed).remove(`/api/auth/sessions/${id}`)).json.code).toBe('not_found')
  })

  it('names a browser also between the end of its session and the opening of the next', async () => {
    const shopper = await joinShop(shop, 'renewing@example.com')
    const row = await shop.services.db
      .selectFrom('session')
      .innerJoin('users', 'users.id', 'session.user_id')
      .select(['session.id', 'family_id', 'user_id', 'session.created_at', 'expires_at', 'proved_at'])
      .where('email', '=', shopper.email)
      .executeTakeFirstOrThrow()
    const familyId = row.family_id ?? row.id
    const { id, user_id: userId, created_at, expires_at, proved_at } = row
    shop.clock.advance(1000)
    await transact(shop.system, tx => revokeTokens(tx, userId))
    const times = { createdAt: created_at, expiresAt: expires_at, authenticatedAt: proved_at }
    const session = { id, familyId, userId, ...times, accessVersion: 1 }
    expect(await retireSession(shop.system, session)).toBe(true)
    expect(await listSessions(shop.system, userId, familyId)).toMatchObject([{ id, current: true }])
  })

  it('common browsers have their usual names', () => {
    expect([CHROME, IPHONE, 'curl/8.0', undefined].map(agent => deviceName(agent))).toEqual([
      'Chrome on Windows',
      'Safari on iPhone',
      'Unknown device',
      'Unknown device',
    ])
    expect(deviceName(`${CHROME} Edg/153.0.0.0`)).toBe('Edge on Windows')
    expect(deviceName('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0')).toBe(
      'Firefox on Linux',
    )
  })
})

describe('changing the password', () => {
  const change = (shopper: Awaited<ReturnType<typeof joinShop>>, currentPassword: string, newPassword: string) =>
    shopper.me.post('/api/auth/change-password', { currentPassword, newPassword })

  it('a change of the password requires the current one, ends every other session and notifies the owner', async () => {
    const shopper = await joinShop(shop, 'change@example.com')
    const other = openBrowser(shop)
    await other.signIn(shopper.email)
    shop.clock.advance(1000)
    const wrong = await change(shopper, 'nope', 'Brand-New-Pass2!')
    expect([wrong.status, wrong.json.code, wrong.json.detail]).toEqual([
      400,
      'IncorrectPassword',
      'That is not your current password.',
    ])
    const done = await change(shopper, PASSWORD, 'Brand-New-Pass2!')
    expect(done.json).toEqual({
      success: true,
      message: 'Your password was changed. Every other browser was signed out.',
    })
    expect((await other.token()).status).toBe(401)
    shop.clock.advance(1000)
    expect((await shopper.browser.token()).status).toBe(200)
    expect((await openBrowser(shop).signIn(shopper.email, PASSWORD)).status).toBe(401)
    expect((await openBrowser(shop).signIn(shopper.email, 'Brand-New-Pass2!')).json.success).toBe(true)
    expect((await shop.outbox(shopper.email))[0]?.subject).toBe('Your Redoubt password was changed')
  })

  it('a new password must meet the rule and differ from the current one', async () => {
    const shopper = await joinShop(shop, 'change-rule@example.com')
    const short = await change(shopper, PASSWORD, 'short')
    expect([short.status, short.json.code]).toEqual([400, 'InvalidPasswordException'])
    expect(short.json.errors).toEqual({ newPassword: ['Password must be at least 8 characters long'] })
    expect((await change(shopper, PASSWORD, 'nothing-special')).json.errors).toEqual({
      newPassword: ['Password must contain uppercase, lowercase, number, and special character'],
    })
    const same = await change(shopper, PASSWORD, PASSWORD)
    expect([same.status, same.json.code]).toEqual([400, 'InvalidPasswordException'])
  })
})

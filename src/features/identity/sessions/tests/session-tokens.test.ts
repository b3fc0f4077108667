import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import { createSignals } from '#platform/jobs/signals.server.ts'
import { disableUser, setRole } from '../../accounts/commands/accounts.server.ts'
import { demandPasswordReset } from '../../passwords/commands/temporary-password.server.ts'
import { openBrowser, PASSWORD } from '../../testing/browser.ts'
import { endSessions } from '../commands/revoke.server.ts'
import { createIdTokens, type IdTokens } from '../id-token.server.ts'
import { followRevocations } from '../revocations.server.ts'

const NEVER_MS = 2 ** 30

const shop = await testShop()
const { pool, log, seals } = shop.services
const signals = createSignals(pool, shop.database.url, log)
// The ID tokens of another process: by signals alone, and by reading alone.
const other = createIdTokens({ pool, seals, now: shop.clock.now, rereadMs: NEVER_MS })
followRevocations(signals, other.revocations)
const deaf = createIdTokens({ pool, seals, now: shop.clock.now, rereadMs: NEVER_MS })
await Promise.all([signals.start(), other.start(), deaf.start()])
beforeEach(() => shop.clock.advance(1000))
afterAll(async () => {
  other.stop()
  deaf.stop()
  await signals.stop()
})

let count = 0
async function join() {
  const browser = openBrowser(shop)
  const email = `shopper-${++count}@example.com`
  const { user, idToken } = await browser.join(email)
  shop.clock.advance(1000)
  return { browser, email, userId: user.id, idToken }
}
type User = Awaited<ReturnType<typeof join>>

const profileBy = (idToken: string) => shop.call('/api/my/profile', { as: { userId: '', email: '', idToken } })
const isGood = (tokens: IdTokens, idToken: string) =>
  tokens.verify(idToken).then(
    () => true,
    () => false,
  )

describe('an ID token is void in every process', () => {
  const ways: [string, (shopper: User) => Promise<unknown>][] = [
    ['its session signs out', ({ browser }) => browser.post('/api/auth/logout')],
    ['its session signs out with a stale token', ({ browser }) => browser.as('x.y.z').post('/api/auth/logout')],
    ['its user signs out everywhere', ({ browser }) => browser.post('/api/auth/logout-everywhere')],
    ['staff sign its user out', ({ userId }) => endSessions(shop.system, userId)],
    ['its user is disabled', ({ userId }) => disableUser(shop.system, userId)],
    ['its user gets a role', ({ userId }) => setRole(shop.system, { userId, role: 'support' })],
    ['staff demand a new password', ({ userId }) => demandPasswordReset(shop.system, userId)],
    [
      'its session is ended from another device',
      async ({ email }) => {
        const second = openBrowser(shop)
        const me = second.as((await second.signIn(email)).json.idToken)
        const { sessions } = (await me.get('/api/auth/sessions')).json
        const { id } = sessions.find(({ current }: { current: boolean }) => !current)
        return me.remove(`/api/auth/sessions/${id}`)
      },
    ],
    [
      'the password is changed',
      ({ browser, idToken }) =>
        browser
          .as(idToken)
          .post('/api/auth/change-password', { currentPassword: PASSWORD, newPassword: 'Brand-New-Pass2!' }),
    ],
    [
      'the password is reset by code',
      async ({ email }) => {
        const elsewhere = openBrowser(shop)
        await elsewhere.post('/api/auth/forgot-password', { email })
        await shop.settleJobs()
        const json = { email, code: await elsewhere.codeFor(email), newPassword: 'Brand-New-Pass2!' }
        return elsewhere.post('/api/auth/reset-password', json)
      },
    ],
    [
      'the account is deleted',
      ({ browser, idToken }) =>
        browser.as(idToken).post('/api/my/delete-account', { password: PASSWORD, confirmation: 'DELETE' }),
    ],
    [
      'an operator deletes the session in SQL',
      ({ userId }) => shop.services.pool.query('delete from session where user_id = $1', [userId]),
    ],
  ]

  it.each(ways)('an ID token is void in every process when %s', async (_, end) => {
    const shopper = await join()
    expect(await isGood(other, shopper.idToken)).toBe(true)
    const answer = (await end(shopper)) as { status?: number } | undefined
    expect(answer?.status ?? 200).toBeLessThan(300)
    await expect.poll(() => isGood(other, shopper.idToken), { interval: 10 }).toBe(false)
    expect(await isGood(deaf, shopper.idToken)).toBe(true)
    await deaf.revocations.load()
    expect(await isGood(deaf, shopper.idToken)).toBe(false)
  })

  it('an ID token is void in the process that was asked before the answer leaves, while other sessions go on', async () => {
    const { browser, email, idToken } = await join()
    const second = (await openBrowser(shop).signIn(email)).json.idToken
    await browser.post('/api/auth/logout')
    expect([(await profileBy(idToken)).status, (await profileBy(second)).status]).toEqual([401, 200])
  })

  it('an ended session voids the tokens of the session that it replaced', async () => {
    const { browser, userId } = await join()
    const old = new Map(browser.cookies)
    await setRole(shop.system, { userId, role: 'support' })
    shop.clock.advance(1000)
    await browser.token()
    const tab = openBrowser(shop)
    for (const [name, value] of old) tab.cookies.set(name, value)
    const late = await tab.token()
    // The replaced session answers for another minute, and its tokens end with it.
    expect(late.json.expiresAt).toBe(new Date(+shop.clock.now() + 60_000).toISOString())
    await browser.post('/api/auth/logout')
    expect([(await profileBy(late.json.idToken)).status, (await tab.token()).status]).toEqual([401, 401])
  })

  it('a program that signs out by its token voids it', async () => {
    const { idToken } = await join()
    expect(
      (await shop.call('/api/auth/logout', { method: 'POST', as: { userId: '', email: '', idToken } })).status,
    ).toBe(204)
    expect((await profileBy(idToken)).status).toBe(401)
  })

  it('an ID token is void at once after the connection for signals was lost', async () => {
    const { browser, idToken } = await join()
    const { pool } = shop.services
    const listeners = `from pg_stat_activity where datname = current_database() and application_name = 'redoubt signals'`
    await pool.query(`select pg_terminate_backend(pid) ${listeners}`)
    // Signs out while no process listens.
    await browser.post('/api/auth/logout')
    await expect.poll(() => isGood(other, idToken), { interval: 10 }).toBe(false)
  })
})

describe('a stale bearer token', () => {
  const stale = async (idToken: string) => {
    shop.clock.advance(3_600_000)
    return [idToken, `${idToken.slice(0, -6)}AAAAAA`, 'x.y.z', '']
  }

  it('a stale token does not stop a good cookie from renewing', async () => {
    const { browser, idToken } = await join()
    for (const token of await stale(idToken)) {
      const answer = await browser.as(token).post('/api/auth/token')
      expect([answer.status, answer.json.user.email]).toEqual([200, expect.stringContaining('shopper-')])
    }
  })

  it('a stale token does not stop a guest from public calls', async () => {
    const { browser, email, idToken } = await join()
    const tokens = await stale(idToken)
    const guest = openBrowser(shop)
    for (const token of tokens) {
      const by = guest.as(token)
      expect((await by.get('/api/auth/jwks')).status).toBe(200)
      expect((await by.post('/api/auth/forgot-password', { email })).status).toBe(200)
      expect((await by.post('/api/auth/logout')).status).toBe(204)
      expect((await by.post('/api/auth/login', { email, password: 'nope' })).json.detail).toBe(
        'Invalid email or password.',
      )
    }
    expect((await browser.token()).status).toBe(200)
  })

  it('a stale token is refused everywhere else, so that the browser gets a new one', async () => {
    const { browser, idToken } = await join()
    for (const token of await stale(idToken))
      for (const path of ['/api/auth/sessions', '/api/my/profile', '/api/products']) {
        const answer = await browser.as(token).get(path)
        expect([path, answer.status, answer.json.code]).toEqual([path, 401, 'NotAuthorizedException'])
      }
  })
})

it('a deletion of hundreds of sessions records each of them', async () => {
  const { pool } = shop.services
  const { userId } = await join()
  await pool.query(
    `insert into session (id, family_id, user_id, token, expires_at) select gen_random_uuid(), gen_random_uuid(), $1, gen_random_uuid(), now() from generate_series(1, 250)`,
    [userId],
  )
  const families = (await pool.query('select coalesce(family_id, id) as id from session where user_id = $1', [userId]))
    .rows
  await pool.query('delete from session where user_id = $1', [userId])
  const ended = await pool.query('select family_id from ended_session where family_id = any($1)', [
    families.map(r => r.id),
  ])
  expect(ended.rowCount).toBe(251)
})

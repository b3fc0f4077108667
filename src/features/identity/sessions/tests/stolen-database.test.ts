import { execFile } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { promisify } from 'node:util'
import { importJWK, type JWK, SignJWT } from 'jose'
import { expect, it } from 'vitest'
import { copyOfDatabase } from '#app/testing/database-copy.ts'
import { AUTH_SECRET, openTestShop, testShop } from '#app/testing/shop.ts'
import { newSecret, seal, unseal } from '../../factors/totp.server.ts'
import { openBrowser, PASSWORD } from '../../testing/browser.ts'
import { addTemporaryAccount } from '../../testing/temporary-account.ts'
import { resealSigningKeys, rotateSigningKey } from '../signing-keys.server.ts'

const shop = await testShop()

const statusBy = async (idToken: string) =>
  (await shop.call('/api/admin/orders', { as: { userId: '', email: '', idToken } })).status

/** A ten-year owner's token signed by the attacker's key. */
async function forge(key: CryptoKey | Uint8Array, kid: string, claims: object = {}, seconds = 10 * 365 * 86_400) {
  const owner = await shop.addUser({ admin: true })
  const at = Math.floor(+shop.clock.now() / 1000)
  return new SignJWT({ email: owner.email, name: 'X', isAdmin: true, role: 'owner', isSubscriber: false, ...claims })
    .setProtectedHeader({ alg: 'ES256', kid, typ: 'JWT' })
    .setIssuer('redoubt')
    .setAudience('redoubt-api')
    .setSubject(owner.userId)
    .setIssuedAt(at)
    .setExpirationTime(at + seconds)
    .sign(key)
}

it('a database copy has no clear secret that opens an account', async () => {
  const browser = openBrowser(shop)
  const email = 'copied@example.com'
  const { idToken, user } = await browser.join(email)
  const me = browser.as(idToken)
  const { secret } = (await me.post('/api/auth/mfa/totp', {})).json
  await openBrowser(shop).post('/api/auth/forgot-password', { email })
  await shop.settleJobs()
  const codes = (await shop.outbox(email)).map(({ text }) => /\b\d{6}\b/.exec(text)?.[0]).filter(Boolean)
  expect([codes.length, typeof secret, user.email]).toEqual([2, 'string', email])
  const temporaryPassword = await addTemporaryAccount(shop, 'made@example.com')
  const { pool, seals } = shop.services
  const key = (await pool.query('select kid, sealed_jwk from sealed_signing_key')).rows[0]
  const jwk = JSON.parse(seals.open(key.sealed_jwk, { purpose: 'signing key', owner: key.kid })) as { d: string }
  const hashKey = (await pool.query(`select value from shop_secret where name = 'hash-key'`)).rows[0].value
  const secrets = {
    'signing key': jwk.d,
    'hash key': seals.open(hashKey, { purpose: 'hash key', owner: 'shop' }),
    'push key': JSON.parse(
      seals.open((await pool.query(`select value from shop_secret where name = 'push-keys'`)).rows[0].value, {
        purpose: 'push keys',
        owner: 'shop',
      }),
    ).privateKey as string,
    'secret of an authenticator': secret as string,
    'session token': decodeURIComponent(browser.cookies.get('redoubt.session_token')!).split('.')[0]!,
    'ID token': idToken,
    password: PASSWORD,
    'temporary password': temporaryPassword,
  }
  const copy = await copyOfDatabase(shop.services.pool)
  expect(copy).toContain(email)
  const found = Object.entries(secrets).filter(([, text]) => copy.includes(text))
  expect(found).toEqual([])
  // Ids can contain six digits too, so the match needs a code that stands alone.
  expect(codes.filter(code => new RegExp(`(?<![\\w.-])${code}(?![\\w.-])`).test(copy))).toEqual([])
})

it('a database copy has no key that signs a token', async () => {
  const copy = await copyOfDatabase(shop.services.pool)
  const kid = shop.idTokens.jwks().keys[0]!.kid!
  expect(copy).toContain(kid)
  expect(copy).not.toMatch(/"d" ?: ?"/)
  // The attacker's best attempt: another key under the shop's key id.
  const own = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }) as JWK
  const forged = await forge((await importJWK(own, 'ES256')) as CryptoKey, kid)
  expect(await statusBy(forged)).toBe(401)
})

it('a token of the shop’s own key is refused if it lives too long, comes from the future, or is for another audience', async () => {
  const { kid, key } = shop.idTokens.signingKeys.current()
  expect(await statusBy(await forge(key, kid, {}, 3600))).toBe(200)
  expect(await statusBy(await forge(key, kid))).toBe(401)
  expect(await statusBy(await forge(key, kid, {}, 3700))).toBe(401)
  const token = await forge(key, kid, {}, 3600)
  shop.clock.advance(-60_000)
  expect(await statusBy(token)).toBe(401)
  shop.clock.advance(60_000)
  const other = await new SignJWT({ isAdmin: true, role: 'owner' })
    .setProtectedHeader({ alg: 'ES256', kid, typ: 'JWT' })
    .setIssuer('redoubt')
    .setAudience('another')
    .setSubject(crypto.randomUUID())
    .setIssuedAt(+shop.clock.now() / 1000)
    .setExpirationTime(+shop.clock.now() / 1000 + 60)
    .sign(key)
  expect(await statusBy(other)).toBe(401)
})

it('the signing key rotates every 30 days beside the old one, at once without it, and every process learns it', async () => {
  const { pool, seals } = shop.services
  const before = shop.idTokens.signingKeys.current().kid
  const rotate = (when: 'due' | 'now') => rotateSigningKey({ pool, seals, now: shop.clock.now() }, when)
  await rotate('due')
  await shop.idTokens.signingKeys.load()
  expect(shop.idTokens.signingKeys.current().kid).toBe(before)
  shop.clock.advance(31 * 86_400_000)
  const { idToken } = await shop.addUser({ admin: true })
  expect(await statusBy(idToken)).toBe(200)
  await rotate('due')
  await expect.poll(() => shop.idTokens.signingKeys.current().kid).not.toBe(before)
  expect([await statusBy(idToken), shop.idTokens.jwks().keys.length]).toEqual([200, 2])
  await rotate('now')
  await expect.poll(() => shop.idTokens.jwks().keys.length).toBe(1)
  expect(await statusBy(idToken)).toBe(401)
  expect(await statusBy((await shop.addUser({ admin: true })).idToken)).toBe(200)
})

it('rotates the signing key of a running shop by `npm run rotate-signing-key`', async () => {
  const { idToken } = await shop.addUser({ admin: true })
  expect(await statusBy(idToken)).toBe(200)
  const env = { PATH: process.env.PATH, DATABASE_URL: shop.database.url, AUTH_SECRET }
  const script = `${import.meta.dirname}/../../../../app/cli/rotate-signing-key.ts`
  expect((await promisify(execFile)(process.execPath, [script], { env })).stdout).toContain('A new key signs')
  await expect.poll(() => statusBy(idToken)).toBe(401)
  expect(await statusBy((await shop.addUser({ admin: true })).idToken)).toBe(200)
  const refused = promisify(execFile)(process.execPath, [script], { env: { ...env, AUTH_SECRET: 'x'.repeat(40) } })
  await expect(refused).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('AUTH_SECRET_PREVIOUS') })
})

it('seals everything with a new AUTH_SECRET when the former one is named, and says so when it is not', async () => {
  const former = 'the former secret of this shop and long enough'
  const current = 'the current secret of this shop and long enough'
  const first = await openTestShop({ env: { AUTH_SECRET: former } })
  const { database } = first
  const kept = { ...database, close: async () => {} }
  const { userId } = await first.addUser()
  const totp = newSecret()
  await first.services.pool.query(
    `insert into second_factor (user_id, type, secret, created_at) values ($1, 'totp', $2, now())`,
    [userId, seal(first.system, totp, userId)],
  )
  const opinion = first.services.keyedHash('an opt-out')
  const mark = first.services.onceHash('an order of a deleted account')
  const { kid } = first.idTokens.signingKeys.current()
  await first.stop()
  await expect(openTestShop({ database: kept, env: { AUTH_SECRET: current } })).rejects.toThrow('AUTH_SECRET_PREVIOUS')
  const second = await openTestShop({ database: kept, env: { AUTH_SECRET: current, AUTH_SECRET_PREVIOUS: former } })
  await second.settleJobs()
  await resealSigningKeys(second.services)
  await second.stop()
  const third = await openTestShop({ database: kept, env: { AUTH_SECRET: current } })
  const { rows } = await third.services.pool.query('select secret from second_factor where user_id = $1', [userId])
  expect([third.services.keyedHash('an opt-out'), third.idTokens.signingKeys.current().kid]).toEqual([opinion, kid])
  expect(third.services.onceHash('an order of a deleted account')).toEqual(mark)
  expect(unseal(third.system, rows[0].secret, userId)).toBe(totp)
  await third.stop()
  await database.close()
})

import { rm } from 'node:fs/promises'
import { importJWK, type JWK, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { auditCredits } from '#features/credits/queries.server.ts'
import { CARDS } from '#features/orders/testing/shopping.ts'
import { readEnv } from '#platform/env.ts'
import { openTestDatabase } from '#platform/testing/database.ts'
import { createShop, type Shop } from './services.server.ts'
import { checkOutLastRelease, LAST_RELEASE } from './testing/last-release.ts'
import { type ServerProcess, startServerProcess } from './testing/server-process.ts'
import { addUser, type TestUser } from './testing/users.ts'

const dataFolder = `/tmp/redoubt-last-release-data-${process.pid}`
let database: Awaited<ReturnType<typeof openTestDatabase>>
let source: ReturnType<typeof checkOutLastRelease>
let servers: { last: ServerProcess; next: ServerProcess }
/** Adds users; never started. */
let observer: Shop

beforeAll(async () => {
  // This release migrated the tests' database.
  database = await openTestDatabase(1)
  source = checkOutLastRelease()
  const env = { DATABASE_URL: database.url, DATA_DIR: dataFolder, SEED: 'off', RATE_LIMITS: 'off', PORT: '0' }
  const next = await startServerProcess(env)
  servers = { next, last: await startServerProcess(env, source.folder) }
  const fetch = () => Promise.reject(new Error('Nothing is sent from here.'))
  observer = createShop(readEnv(env), { databaseUrl: database.url, origin: next.address, fetch })
  await observer.secret.start()
  await observer.idTokens.start()
})
afterAll(async () => {
  await servers?.last.kill()
  await servers?.next.kill()
  observer?.idTokens.stop()
  await observer?.services.db.destroy()
  await database.close()
  source?.remove()
  await rm(dataFolder, { recursive: true, force: true })
})

/**
 * A token signed by the last release, with its key in clear text. The last release accepts no other, and this release accepts the token for
 * an hour after the upgrade.
 */
async function tokenOfLastRelease({ userId, email }: TestUser): Promise<string> {
  const { rows } = await database.pool.query<{ kid: string; private_jwk: JWK }>(
    'select kid, private_jwk from signing_key order by created_at limit 1',
  )
  const { kid, private_jwk } = rows[0]!
  const { role } = await observer.services.db
    .selectFrom('users')
    .select('role')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const isAdmin = role === 'owner'
  const now = Math.floor(Date.now() / 1000)
  return new SignJWT({
    email,
    name: 'Sam Porter',
    isAdmin,
    role: isAdmin ? role : null,
    iat_ms: now * 1000,
    auth_time: now,
  })
    .setProtectedHeader({ alg: 'ES256', kid })
    .setIssuer('redoubt')
    .setSubject(userId)
    .setIssuedAt(now)
    .setExpirationTime(now + 3600)
    .sign(await importJWK(private_jwk, 'ES256'))
}

async function call(server: ServerProcess, path: string, as: TestUser, json?: object) {
  const headers = { authorization: `Bearer ${await tokenOfLastRelease(as)}`, 'content-type': 'application/json' }
  const init = json ? { method: 'POST', body: JSON.stringify(json) } : {}
  const response = await fetch(new URL(path, server.address), { headers, ...init })
  const text = await response.text()
  expect(response.status, `${path}: ${text}`).toBe(200)
  return JSON.parse(text)
}

async function sell(server: ServerProcess, productId: string): Promise<string> {
  const buyer = await addUser(observer, new Date())
  const items = [{ productId, quantity: 1 }]
  const session = await call(server, '/api/payments/checkout-session', buyer, { items })
  const body = new URLSearchParams({ number: CARDS.good, exp: '12/34', cvc: '123', name: 'Sam Porter' })
  const paid = await fetch(session.url, { method: 'POST', body, redirect: 'manual' })
  expect(paid.status).toBe(303)
  return (await call(server, `/api/payments/verify-session?session_id=${session.id}`, buyer)).status
}

it(`release ${LAST_RELEASE.version} starts on the schema of this release, sells and takes claims beside it`, async () => {
  const admin = await addUser(observer, new Date(), { admin: true })
  const goods = { name: 'Canteen', price: 40, tier: 'Silver', entries: 2, stock: 9 }
  const product = await call(servers.last, '/api/products', admin, goods)
  const startDate = new Date(Date.now() - 86_400_000).toISOString()
  const giveaway = { title: 'Field Kit', description: 'Eight goods in one box.', startDate }
  const { id } = await call(servers.last, '/api/giveaways', admin, giveaway)
  for (const [index, server] of [servers.last, servers.next].entries()) {
    expect(await sell(server, product.id)).toBe('paid')
    const user = await addUser(observer, new Date(), { credits: { Bronze: 1 } })
    const entered = await call(server, `/api/giveaways/${id}/entries`, user, { slots: [index + 1] })
    expect(entered.entries).toMatchObject([{ slotNumber: index + 1 }])
  }
  expect(await auditCredits(observer.system)).toEqual([])
})

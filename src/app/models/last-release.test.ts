import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { auditCredits } from '#features/credits/queries.server.ts'
import { createUser, hashPassword } from '#features/identity/accounts/commands/accounts.server.ts'
import { CARDS } from '#features/orders/testing/shopping.ts'
import { transact } from '#kernel/transaction.server.ts'
import { migrateApart } from '#platform/db/migrations/apart-migrations.server.ts'
import { migrate } from '#platform/db/migrations/migrate.server.ts'
import { readEnv } from '#platform/env.ts'
import { openEmptyDatabase, openTestDatabase } from '#platform/testing/database.ts'
import { dumpSchema } from '../../../db/dump-schema.ts'
import { createShop, type Shop } from '../services/services.server.ts'
import { checkOutLastRelease, LAST_RELEASE } from '../testing/runs/last-release.ts'
import { type ServerProcess, startServerProcess } from '../testing/server-process.ts'
import { addUser } from '../testing/users.ts'

const dataFolder = `/tmp/redoubt-last-release-data-${process.pid}`
let database: Awaited<ReturnType<typeof openTestDatabase>>
let source: ReturnType<typeof checkOutLastRelease>
let servers: { last: ServerProcess; next: ServerProcess }
/** Adds users; never started. */
let observer: Shop

beforeAll(async () => {
  // This release migrated the tests' database.
  database = await openTestDatabase(2)
  await applyLaterRelease()
  source = checkOutLastRelease()
  const env = { DATABASE_URL: database.url, DATA_DIR: dataFolder, SEED: 'off', RATE_LIMITS: 'off', PORT: '0' }
  const next = await startServerProcess(env)
  servers = { next, last: await startServerProcess(env, { root: source.folder }) }
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

/** Migrates the database as a later release would: both releases here run on a schema that is not theirs. */
async function applyLaterRelease(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'redoubt-later-release-'))
  const add = (file: string, text: string) => writeFileSync(join(folder, file), text)
  add('9001_later.sql', 'alter table customer_order add column later text; create table later_thing (id int)')
  add('9002_later.apart.sql', 'create index concurrently if not exists customer_order_later on customer_order (later)')
  const functions = mkdtempSync(join(folder, 'functions-'))
  const text = readFileSync(join(import.meta.dirname, '../../../db/functions/is_subscriber.sql'), 'utf8')
  writeFileSync(join(functions, 'is_subscriber.sql'), `-- Of a later release.\n${text}`)
  expect(await migrate(database.db, { folder, functions, release: '99.0.0' })).toEqual(['9001_later'])
  expect(await migrateApart(database.db, database.url, { folder })).toEqual(['9002_later'])
  rmSync(folder, { recursive: true })
}

async function call(server: ServerProcess, path: string, as: { idToken: string } | null, json?: object) {
  const headers = { ...(as && { authorization: `Bearer ${as.idToken}` }), 'content-type': 'application/json' }
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

it(`release ${LAST_RELEASE.version} starts on the schema of this release and of a later one, sells and takes claims beside it`, async () => {
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

/** Whether a server answers visitors with the text anywhere that lists, finds or shows products and giveaways. */
async function shows(server: ServerProcess, path: string, text: string): Promise<boolean> {
  const response = await fetch(new URL(path, server.address))
  return response.status === 200 && (await response.text()).includes(text)
}

it(`release ${LAST_RELEASE.version} neither shows nor sells a draft of this release, and takes no entry in one [B-12.65] [B-12.265]`, async () => {
  const admin = await addUser(observer, new Date(), { admin: true })
  const goods = { name: 'Quillfeather Lantern', price: 40, tier: 'Silver', entries: 2, stock: 9, isDraft: true }
  const product = await call(servers.next, '/api/products', admin, goods)
  const startDate = new Date(Date.now() - 86_400_000).toISOString()
  const terms = { title: 'Quillfeather Kit', description: 'Goods in one box.', startDate, isDraft: true }
  const giveaway = await call(servers.next, '/api/giveaways', admin, terms)
  const places = [
    ...['/api/products', '/api/products?q=quillfeather', `/api/products/${product.id}`],
    ...[`/api/products/${product.slug}`, '/api/giveaways', `/api/giveaways/${giveaway.id}`],
  ]
  const buyer = await addUser(observer, new Date(), { credits: { Bronze: 1 } })
  const headers = { authorization: `Bearer ${buyer.idToken}`, 'content-type': 'application/json' }
  const post = (path: string, json: object) =>
    fetch(new URL(path, servers.last.address), { method: 'POST', headers, body: JSON.stringify(json) })
  const items = [{ productId: product.id, variantId: product.variants[0].id, quantity: 1 }]
  const isSold = async () => (await post('/api/payments/checkout-session', { items })).status === 200
  const isEntered = async () => (await post(`/api/giveaways/${giveaway.id}/entries`, { slots: [1] })).status === 200
  for (const path of places) expect(await shows(servers.last, path, 'Quillfeather'), path).toBe(false)
  expect([await isSold(), await isEntered()]).toEqual([false, false])

  for (const path of [`/api/products/${product.id}`, `/api/giveaways/${giveaway.id}`])
    await fetch(new URL(path, servers.next.address), {
      ...{ method: 'PATCH', headers: { ...headers, authorization: `Bearer ${admin.idToken}` } },
      body: JSON.stringify({ isDraft: false }),
    })
  // The last release hears of the change by its next read of the lists.
  for (const path of places)
    await expect.poll(() => shows(servers.last, path, 'Quillfeather'), { message: path }).toBe(true)
  await expect.poll(isSold).toBe(true)
  await expect.poll(isEntered).toBe(true)
})

it(`release ${LAST_RELEASE.version} restores a draft from its deleted products, and the draft is public then [B-12.265]`, async () => {
  const admin = await addUser(observer, new Date(), { admin: true })
  const draft = await call(servers.next, '/api/products', admin, { name: 'Restored Lantern', price: 40, isDraft: true })
  await call(servers.last, `/api/admin/products/${draft.id}/restore`, admin, {})
  expect(await call(servers.next, `/api/admin/products/${draft.id}`, admin)).toMatchObject({
    isDraft: false,
    deletedAt: null,
  })
})

it('leaves the functions of a later release in place', async () => {
  const { rows } = await database.pool.query(`select name from migration_function where release = '99.0.0'`)
  expect(rows).toEqual([{ name: 'is_subscriber' }])
})

it('works each kind of job that the last release leaves in the queues', () => {
  const jobsIn = (root: string) =>
    globSync('src/**/*.ts', { cwd: root }).flatMap(file =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/defineJob\(\s*'([a-z-]+)'/g)].map(([, name]) => name!),
    )
  const left = jobsIn(source.folder)
  const worked = jobsIn(join(import.meta.dirname, '../../..'))
  expect(left.length).toBeGreaterThan(20)
  expect(left.filter(name => !worked.includes(name))).toEqual([])
})

it('signs in at either release for calls to the other', async () => {
  const [email, password] = ['robin@example.com', 'Quiet-Harbor-52!']
  const passwordHash = await hashPassword(observer.system, password)
  const user = { email, name: 'Robin Holder', passwordHash, isMailboxProven: true }
  await transact(observer.system, tx => createUser(tx, user))
  for (const [here, there] of [
    [servers.last, servers.next],
    [servers.next, servers.last],
  ] as const) {
    const { idToken } = await call(here, '/api/auth/login', null, { email, password })
    expect(await call(there, '/api/credits', { idToken })).toMatchObject({ bronzeCredits: 0 })
  }
})

it(`upgrades the schema of release ${LAST_RELEASE.version} to the one of this release`, async () => {
  const empty = await openEmptyDatabase()
  const { db, pool } = empty
  const folder = join(source.folder, 'db/migrations')
  await migrate(db, { folder, functions: join(source.folder, 'db/functions'), release: LAST_RELEASE.version })
  await migrateApart(db, empty.url, { folder })
  await migrate(db)
  await migrateApart(db, empty.url)
  expect(await dumpSchema(pool)).toBe(readFileSync(join(import.meta.dirname, '../../../db/schema.sql'), 'utf8'))
  await empty.close()
})

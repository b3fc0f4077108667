import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestShop, type TestShop } from '../testing/shop.ts'
import { startKillablePostgres } from './testing/killable-postgres.ts'

const folder = `/tmp/redoubt-frozen-database-${process.pid}`
/** The statement limit is longer than a test may take, so an answer within the test comes from the detected silence. */
const SILENCE = { DATABASE_SILENCE_MS: '1000', DATABASE_STATEMENT_MS: '600000' }
const WAIT = { interval: 50 }

let postgres: Awaited<ReturnType<typeof startKillablePostgres>>
let open: () => ReturnType<typeof openTestShop>
let shop: TestShop

beforeAll(async () => {
  postgres = await startKillablePostgres(`${folder}/pg`)
  const close = async () => {}
  open = () => openTestShop({ database: { url: postgres.url, close } as never, env: SILENCE })
  shop = await open()
})
afterAll(async () => {
  postgres.thaw()
  await shop?.close()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})

it('answers 503 while PostgreSQL is halted, and recovers by itself', async () => {
  const user = await shop.addUser()
  const profile = async () => (await shop.call('/api/my/profile', { as: user })).status
  const ready = async () => (await shop.call('/readyz')).status
  expect(await Promise.all([profile(), profile(), ready()])).toEqual([200, 200, 200])

  postgres.suspend()
  expect(await Promise.all(Array.from({ length: 30 }, profile))).toEqual(Array(30).fill(503))
  expect(await ready()).toBe(503)
  // A process that starts now waits for the database.
  let isOpen = false
  const starting = open().then(started => {
    isOpen = true
    return started
  })
  await expect.poll(profile).toBe(503)
  expect(isOpen).toBe(false)

  postgres.thaw()
  await expect.poll(profile, WAIT).toBe(200)
  await expect.poll(ready, WAIT).toBe(200)
  await (await starting).close()
})

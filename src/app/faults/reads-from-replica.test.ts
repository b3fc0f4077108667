import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { transact } from '#kernel/transaction.server.ts'
import { DatabaseAway } from '#platform/db/connections/away.server.ts'
import { openDatabase } from '#platform/db/database.server.ts'
import { openTestShop, type TestShop } from '../testing/shop.ts'
import type { TestUser } from '../testing/users.ts'
import { startReplication } from './testing/standby.ts'

/** Longer than reads leave a replica alone that lagged. */
const RESTED = { interval: 500 }
const ATTEMPTS = 20

let cluster: Awaited<ReturnType<typeof startReplication>>
let shop: TestShop
let owner: TestUser

beforeAll(async () => {
  cluster = await startReplication()
  const { pool, db } = openDatabase(cluster.url, 2)
  const database = { url: cluster.url, pool, db, close: () => db.destroy() }
  shop = await openTestShop({ database, env: { DATABASE_REPLICA_URL: cluster.standby.url } })
  owner = await shop.addUser({ admin: true })
})
afterAll(async () => {
  await shop?.close()
  await cluster?.stop()
})

/** Whether a read that begins now is served by a standby. */
async function isFromReplica(part: 'staff' | 'shoppers' = 'staff'): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(shop.reader[part]!().db)
  return rows[0]!.is
}

const replies = async (): Promise<string[]> => {
  const { json } = await shop.call('/api/admin/support/replies', { as: owner })
  return json.replies.map(({ name }: { name: string }) => name)
}
const keepReply = (name: string) =>
  shop.call('/api/admin/support/replies', { as: owner, json: { name, body: 'Hello' } })

it('every read sees the write that was answered before it', async () => {
  await expect.poll(() => isFromReplica(), RESTED).toBe(true)
  expect(await isFromReplica('shoppers')).toBe(true)
  const missed: string[] = []
  for (let n = 0; n < ATTEMPTS; n++) {
    const name = `Reply ${n}`
    await keepReply(name)
    if (!(await replies()).includes(name)) missed.push(name)
  }
  expect(missed).toEqual([])
  expect(await isFromReplica()).toBe(true)
})

it('a read goes to the primary while the standby stands still, and to the standby when it has caught up', async () => {
  await cluster.standby.ask('select pg_wal_replay_pause()')
  await keepReply('Written while the standby stands still')
  expect(await replies()).toContain('Written while the standby stands still')
  const { status } = await shop.call('/api/products')
  expect(status).toBe(200)
  expect(await isFromReplica()).toBe(false)
  await cluster.standby.ask('select pg_wal_replay_resume()')
  await expect.poll(() => isFromReplica(), RESTED).toBe(true)
})

it('a call that writes leaves the replica, and reads its own write', async () => {
  const { db, leave } = shop.reader.staff!()
  const ctx = { ...shop.system, db, leaveReplica: leave }
  const seen = async () => (await sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(ctx.db)).rows[0]!.is
  expect(await seen()).toBe(true)
  await transact(ctx, tx => tx.db.deleteFrom('canned_reply').where('name', '=', 'Reply 0').execute())
  expect(await seen()).toBe(false)
  expect(await ctx.db.selectFrom('canned_reply').select('id').where('name', '=', 'Reply 0').execute()).toEqual([])
})

it('a read that stands in the way of replay ends as an outage, which the caller repeats', async () => {
  const { pool } = shop.services
  await pool.query('create table in_the_way (n integer)')
  const reading = shop.reader.staff!()
    .db.transaction()
    .execute(async snapshot => {
      await sql`select from in_the_way`.execute(snapshot)
      await pool.query('drop table in_the_way')
      await sql`select pg_sleep(10)`.execute(snapshot)
    })
  await expect(reading).rejects.toBeInstanceOf(DatabaseAway)
  await expect.poll(() => isFromReplica(), RESTED).toBe(true)
})

it('no read of staff or guests writes to the standby', async () => {
  const { paths } = (await shop.call('/api/openapi.json')).json
  const plain = Object.keys(paths).filter(path => paths[path].get && !path.includes('{'))
  const callers = [owner, undefined]
  const failed: string[] = []
  for (const path of plain)
    for (const as of callers) {
      const { status } = await shop.call(path, as && { as })
      if (status >= 500) failed.push(`${path} ${status}`)
    }
  expect(plain.length).toBeGreaterThan(50)
  expect(failed).toEqual([])
})

it('a standby that was promoted behind the shop serves no reads', async () => {
  await cluster.standby.ask('select pg_promote()')
  await keepReply('After the failover')
  expect(await replies()).toContain('After the failover')
  const { rows } = await sql<{ at: number }>`select inet_server_port() as at`.execute(shop.reader.staff!().db)
  expect(String(rows[0]!.at)).not.toBe(new URL(cluster.standby.url).port)
})

it('reads go on when the standby dies', async () => {
  cluster.standby.kill()
  const statuses = new Set<number>()
  for (let n = 0; n < ATTEMPTS; n++) statuses.add((await shop.call('/api/admin/support/replies', { as: owner })).status)
  expect([...statuses]).toEqual([200])
})

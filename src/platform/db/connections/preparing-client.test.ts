import type { Socket } from 'node:net'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { type Database, openDatabase } from '../database.server.ts'
import { DatabaseAway } from './away.server.ts'

const home = await testDatabase(1)
/** A pool of one connection, so that each statement meets the plans of the previous statements. */
let database: Database
beforeEach(async () => {
  await home.pool.query('drop table if exists thing; create table thing (id integer primary key, name text)')
  await home.pool.query(`insert into thing values (1, 'one')`)
  database = openDatabase(home.url, 1)
})
afterEach(() => database.pool.end())

const readThing = (db = database.db) => sql<{ id: number }>`select * from thing where id = ${1}`.execute(db)
const prepared = async () =>
  (await database.pool.query<{ name: string }>('select name from pg_prepared_statements')).rows.map(({ name }) => name)

/** Plans the statement on the single connection, then adds a column to its `*`. */
async function makeStale() {
  await readThing()
  await home.pool.query('alter table thing add column added_later text')
}

describe('a plan that an added column made stale', () => {
  it('a stale plan is made again outside a transaction', async () => {
    await makeStale()
    expect((await readThing()).rows[0]).toHaveProperty('added_later')
    expect((await readThing()).rows).toHaveLength(1)
    expect(await prepared()).toHaveLength(2)
  })

  it('a stale plan is made again in the first statement of a transaction, which keeps its isolation', async () => {
    await makeStale()
    const level = await database.db
      .transaction()
      .setIsolationLevel('serializable')
      .execute(async trx => {
        expect((await readThing(trx)).rows[0]).toHaveProperty('added_later')
        await sql`update thing set name = ${'two'} where id = ${1}`.execute(trx)
        return (await sql<{ level: string }>`select current_setting('transaction_isolation') as level`.execute(trx))
          .rows
      })
    expect(level).toEqual([{ level: 'serializable' }])
    expect((await readThing()).rows[0]).toMatchObject({ name: 'two' })
  })

  it('a stale plan fails a transaction that has written as unavailable, rolls it back, and works at the next try', async () => {
    await makeStale()
    const write = () =>
      database.db.transaction().execute(async trx => {
        await sql`update thing set name = name || ${'!'} where id = ${1}`.execute(trx)
        await readThing(trx)
      })
    await expect(write()).rejects.toBeInstanceOf(DatabaseAway)
    await write()
    expect((await readThing()).rows[0]).toMatchObject({ name: 'one!' })
  })
})

it('lost prepared statements, as behind a pooler, are replaced by unprepared ones', async () => {
  await readThing()
  await database.pool.query('deallocate all')
  expect((await readThing()).rows).toHaveLength(1)
  await database.db.transaction().execute(trx => readThing(trx))
  expect(await prepared()).toEqual([])
})

it('one text has one name, in every process', async () => {
  await readThing()
  const { pool, db } = openDatabase(home.url, 1)
  await sql`select ${2}::int as n`.execute(db)
  await readThing(db)
  const { rows } = await pool.query<{ name: string }>(
    `select name from pg_prepared_statements where statement like '%thing%'`,
  )
  expect(await prepared()).toEqual([rows[0]!.name])
  await db.destroy()
})

it('a statement is refused for a second after it met a locked table, then tried once', async () => {
  const limits = { statementMs: 20_000, lockMs: 300, idleInTransactionMs: 0, connectionMs: 0 }
  const { pool, db } = openDatabase(home.url, 4, { limits })
  const lock = await home.pool.connect()
  await lock.query('begin; lock table thing in access exclusive mode')
  await expect(readThing(db)).rejects.toBeInstanceOf(DatabaseAway)
  await expect(readThing(db)).rejects.toThrow('What this statement needs is locked')
  // Other statements still run.
  expect((await sql`select ${1}::int as n`.execute(db)).rows).toHaveLength(1)
  await lock.query('rollback')
  lock.release()
  await expect.poll(() => readThing(db).then(({ rows }) => rows.length, String)).toBe(1)
  expect(await Promise.all(Array.from({ length: 4 }, async () => (await readThing(db)).rows.length))).toEqual([
    1, 1, 1, 1,
  ])
  await pool.end()
})

describe('a connection that breaks', () => {
  it.each(['EPIPE', 'ECONNRESET'])('a connection broken by %s fails a query of the pool as unavailable', async code => {
    const client = await database.pool.connect()
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
    client.release()
    const asked = database.pool.query('select pg_sleep(30)')
    const failed = expect(asked).rejects.toThrow(DatabaseAway)
    // The query gets its connection in the next turn of the event loop.
    setTimeout(() => stream.destroy(Object.assign(new Error(`write ${code}`), { code })), 50)
    await failed
  })
})

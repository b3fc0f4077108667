import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestDatabase } from '../../testing/database.ts'
import { withDatabase } from '../connections/embedded-postgres.server.ts'
import { openDatabase } from '../database.server.ts'
import { migrateApart } from './apart-migrations.server.ts'
import { migrate } from './migrate.server.ts'
import { readRecords } from './migration-record.server.ts'

let database: Awaited<ReturnType<typeof openTestDatabase>>
let folder: string
beforeEach(async () => {
  database = await openTestDatabase(8)
  folder = await mkdtemp(join(tmpdir(), 'redoubt-migrations-'))
  await database.pool.query('create table crate (id int primary key, label text); insert into crate values (1)')
})
afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

const add = (file: string, sql: string) => writeFile(join(folder, file), sql)
const count = async (query: string) => (await database.pool.query(`select count(*) as n from ${query}`)).rows[0].n

describe('a migration that needs a lock', () => {
  it('a migration lets calls through while a reader holds the table, and runs once the reader has ended', async () => {
    await add('9001_colour.sql', 'alter table crate add column colour text')
    const reader = await database.pool.connect()
    await reader.query('begin; select * from crate')
    let isDone = false
    const migrating = migrate(database.db, { folder, lockTimeoutMs: 100 }).then(names => {
      isDone = true
      return names
    })
    // Without a lock timeout, these reads would queue behind the waiting ALTER TABLE until the reader ends.
    await expect.poll(() => count(`pg_locks where mode = 'AccessExclusiveLock' and not granted`)).toBeGreaterThan(0)
    for (let call = 0; call < 20; call++) expect(await count('crate')).toBe(1)
    expect(isDone).toBe(false)
    await reader.query('commit')
    reader.release()
    expect(await migrating).toEqual(['9001_colour'])
  })
})

describe('processes that start at once', () => {
  it('apply each migration once', async () => {
    await add('9001_box.sql', 'create table box (id int)')
    await add('9002_lid.sql', 'create table lid (id int)')
    const all = await Promise.all([1, 2, 3, 4].map(() => migrate(database.db, { folder })))
    expect(all.flat().sort()).toEqual(['9001_box', '9002_lid'])
  })

  it('processes continue when one of them dies in a migration', async () => {
    await add('9001_box.sql', 'create table box (id int); select pg_sleep(60)')
    const { pool, db } = openDatabase(database.url, 2)
    const dying = migrate(db, { folder }).catch(() => 'dead')
    await expect.poll(() => count(`pg_stat_activity where wait_event = 'PgSleep'`)).toBe(1)
    await add('9001_box.sql', 'create table box (id int)')
    const next = migrate(database.db, { folder })
    await database.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'PgSleep'`)
    expect(await dying).toBe('dead')
    expect(await next).toEqual(['9001_box'])
    await pool.end()
  })
})

describe('a release', () => {
  it('starts on a schema with later migrations that it does not know', async () => {
    await add('9001_box.sql', 'create table box (id int)')
    await migrate(database.db, { folder, release: '1.2.0' })
    expect(await migrate(database.db, { release: '1.1.0' })).toEqual([])
  })

  it('refuses a schema whose last contract needs a later release, and names both', async () => {
    await add('9001_drop.sql', '-- oldest release: 1.2.0\ndrop table crate')
    await migrate(database.db, { folder, release: '1.2.0' })
    expect(await migrate(database.db, { release: '1.10.0' })).toEqual([])
    await expect(migrate(database.db, { release: '1.1.9' })).rejects.toThrow(
      'This is release 1.1.9, and the database needs release 1.2.0 or later since migration 9001_drop. Start release 1.2.0 or later.',
    )
  })
})

it('a start on the schema of its release asks one question', async () => {
  let asked = 0
  const counted = database.db.withPlugin({
    transformQuery({ node }) {
      asked++
      return node
    },
    transformResult: async ({ result }) => result,
  })
  expect(await migrate(counted)).toEqual([])
  expect(asked).toBe(1)
})

describe('an applied migration', () => {
  it('refuses a start when its file was edited, and names it', async () => {
    await add('9001_box.sql', 'create table box (id int)')
    await migrate(database.db, { folder })
    await add('9001_box.sql', 'create table box (id bigint)')
    await expect(migrate(database.db, { folder })).rejects.toThrow(
      'Migration 9001_box was edited after it had been applied to this database. Restore its file, and put the change into a new migration.',
    )
  })
})

describe('a database of release 0.6.0 or earlier', () => {
  it('refuses a start, and says what to do', async () => {
    await database.pool.query(
      `drop table migration_record, migration_function; create table migration (name text); insert into migration values ('0038_handed_over')`,
    )
    await expect(migrate(database.db, { release: '0.7.0' })).rejects.toThrow(
      'The database was made by release 0.6.0 or earlier, with migration 0038_handed_over. Release 0.7.0 cannot upgrade it, because 0.7.0 ' +
        'began with a new schema. Start release 0.6.0 on this database, or give this release an empty one: another DATABASE_URL, or for a ' +
        'demo another DATA_DIR.',
    )
  })
})

describe('a file of db/functions', () => {
  const answer = async () => (await database.pool.query('select total() as n')).rows[0].n
  const release = (version: string) => migrate(database.db, { functions: folder, release: version })

  it('is applied once, after the function that it calls, and again when its text changes', async () => {
    await add('total.sql', 'create or replace function total() returns int language sql return unit() * 2')
    await add('unit.sql', 'create or replace function unit() returns int language sql return 1')
    await release('1.0.0')
    expect(await answer()).toBe(2)
    await database.pool.query('create or replace function total() returns int language sql return 7')
    await release('1.0.0')
    expect(await answer()).toBe(7)
    await add('total.sql', 'create or replace function total() returns int language sql return unit() * 3')
    await release('1.0.0')
    expect(await answer()).toBe(3)
  })

  it('of an earlier release does not replace that of a later one', async () => {
    await add('total.sql', 'create or replace function total() returns int language sql return 2')
    await release('1.1.0')
    await add('total.sql', 'create or replace function total() returns int language sql return 1')
    await release('1.0.0')
    expect(await answer()).toBe(2)
    await release('1.1.1')
    expect(await answer()).toBe(1)
  })

  it('is applied with all changed ones or not at all', async () => {
    await add('a.sql', 'create or replace function total() returns int language sql return 1')
    await add('b.sql', 'create or replace function broken() returns int language sql return missing()')
    await expect(release('1.0.0')).rejects.toThrow('missing')
    await expect(answer()).rejects.toThrow('total')
  })

  it('is applied once by processes that start at once', async () => {
    await add('total.sql', 'create function total() returns int language sql return 1')
    await Promise.all(Array.from({ length: 4 }, () => release('1.0.0')))
    expect(await answer()).toBe(1)
  })
})

describe('a migration apart', () => {
  const FILE = `-- Labels are searched.
create index concurrently if not exists crate_label on crate (label)

-- repeat
update crate set label = 'crate ' || id where id in (select id from crate where label is null limit 2)
`
  it('a separate migration is left to the worker at the start', async () => {
    await add('9001_labels.apart.sql', FILE)
    expect(await migrate(database.db, { folder })).toEqual([])
  })

  it('a separate migration builds an index and fills a column in batches, once', async () => {
    await database.pool.query('insert into crate select generate_series(2, 7)')
    await add('9001_labels.apart.sql', FILE)
    const [first, second] = await Promise.all([1, 2].map(() => migrateApart(database.db, database.url, { folder })))
    expect([...first!, ...second!]).toEqual(['9001_labels'])
    expect(await count('crate where label is null')).toBe(0)
    expect(await count(`pg_index where indexrelid = 'crate_label'::regclass and indisvalid`)).toBe(1)
    expect(await migrateApart(database.db, database.url, { folder })).toEqual([])
  })

  it('a separate migration of a dead process is finished by the next, which rebuilds a broken index', async () => {
    await add('9001_labels.apart.sql', FILE)
    const reader = await database.pool.connect()
    // CREATE INDEX CONCURRENTLY waits for transactions that have written the table.
    await reader.query('begin; insert into crate values (2)')
    const stopping = new AbortController()
    const broken = migrateApart(database.db, database.url, { folder }, stopping.signal).catch(() => 'ended')
    await expect
      .poll(() => count(`pg_stat_activity where query like '%create index concurrently%' and wait_event_type = 'Lock'`))
      .toBe(1)
    stopping.abort()
    expect(await broken).toBe('ended')
    await reader.query('commit')
    reader.release()
    expect(await count(`pg_index where indexrelid = 'crate_label'::regclass and not indisvalid`)).toBe(1)
    expect(await migrateApart(database.db, database.url, { folder })).toEqual(['9001_labels'])
    expect(await count(`pg_index where indexrelid = 'crate_label'::regclass and indisvalid`)).toBe(1)
    expect(await count('crate where label is null')).toBe(0)
  })

  it('a stop ends a separate migration also when PostgreSQL takes no new connection', async () => {
    await add('9001_wait.apart.sql', 'select pg_sleep(600)')
    const stopping = new AbortController()
    const ended = migrateApart(database.db, database.url, { folder }, stopping.signal).catch(error => error.message)
    await expect.poll(() => count(`pg_stat_activity where wait_event = 'PgSleep'`)).toBe(1)
    const name = new URL(database.url).pathname.slice(1)
    const other = openDatabase(withDatabase(database.url, 'postgres'), 1)
    await other.pool.query(`alter database ${name} allow_connections false`)
    await other.db.destroy()
    stopping.abort()
    expect(await ended).toBe('Connection terminated unexpectedly')
    expect((await readRecords(database.db)).migrations.has('9001_wait')).toBe(false)
  })
})

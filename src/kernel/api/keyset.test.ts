import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '#platform/db/database.server.ts'
import { closeAfter } from '#platform/testing/close-after.ts'
import { testDatabase } from '#platform/testing/database.ts'
import { asc, desc, type KeyColumn, type Keyset, keyset, type Sorted } from './keyset.server.ts'

const home = await testDatabase(1)
const database = openDatabase(home.url, 1)
closeAfter(() => database.pool.end())
await home.pool.query(`
    create table row_of_list (id uuid primary key default gen_random_uuid(), at timestamptz, points integer, name text, share float8, cents bigint);
    insert into row_of_list (at, points, name, share, cents)
    select timestamptz '2026-03-01 12:00:00.000400+00' + (n % 3) * interval '100 microseconds',
      nullif(n % 4, 0), chr(97 + n % 5) || ' "é"', (n % 7) / 3.0, 9007199254740 + n % 2
    from generate_series(1, 24) n`)

type Row = Sorted & { id: string }
const ID = asc('id', 'uuid')

const found = async (keys: Keyset, cursor: string | undefined, limit: number) =>
  (
    await sql<Row>`select id, ${keys.sortKey} from row_of_list where ${keys.after(cursor)} order by ${keys.by} limit ${limit}`.execute(
      database.db,
    )
  ).rows

/** All ids, read in pages of `limit`. */
async function pagesOf(keys: Keyset, limit: number): Promise<string[]> {
  const ids: string[] = []
  for (let cursor: string | undefined; ; ) {
    const { shown, nextCursor } = keys.page(await found(keys, cursor, limit + 1), limit)
    ids.push(...shown.map(({ id }) => id))
    if (nextCursor === null) return ids
    cursor = nextCursor
  }
}

describe('the pages of a list', () => {
  it.each<[string, readonly [KeyColumn, ...KeyColumn[]]]>([
    ['by one column', [desc('id', 'uuid')]],
    ['by times that differ by microseconds, with ties', [desc('at', 'timestamptz'), desc('id', 'uuid')]],
    ['by numbers, with ties', [asc('cents', 'bigint'), ID]],
    ['by fractions, with ties', [desc('-share', 'float8'), desc('id', 'uuid')]],
    ['by an expression over texts', [asc('lower(name) collate "C"', 'text'), ID]],
    ['in two directions', [desc('at', 'timestamptz'), asc('name', 'text'), desc('id', 'uuid')]],
    ['ascending with nulls at the end', [asc('points', 'integer', 'last'), ID]],
    ['ascending with nulls at the start', [asc('points', 'integer', 'first'), ID]],
    ['descending with nulls at the end', [desc('points', 'integer', 'last'), desc('id', 'uuid')]],
    ['descending with nulls at the start', [desc('points', 'integer', 'first'), asc('at', 'timestamptz'), ID]],
  ])('hold every row once, in the order of the whole list: %s', async (_, columns) => {
    const keys = keyset(...columns)
    const whole = (await found(keys, undefined, 100)).map(({ id }) => id)
    expect(new Set(whole).size).toBe(24)
    for (const limit of [1, 5, 24]) expect(await pagesOf(keys, limit)).toEqual(whole)
  })

  it('of a built query hold its rows without their keys', async () => {
    const keys = keyset(desc('points', 'integer', 'last'), ID)
    const rows = sql<{ id: string; points: number | null }>`(select id, points from row_of_list where name < 'c')`.as(
      'r',
    )
    const query = database.db.selectFrom(rows).selectAll()
    const whole = await keys.read(query, { limit: 100 })
    expect(whole.nextCursor).toBeNull()
    expect(Object.keys(whole.shown[0]!)).toEqual(['id', 'points'])
    const first = await keys.read(query, { limit: 4 })
    const rest = await keys.read(query, { limit: 100, cursor: first.nextCursor! })
    expect(first.shown).toHaveLength(4)
    expect([...first.shown, ...rest.shown]).toEqual(whole.shown)
  })

  it('continue after a row that is deleted between two pages', async () => {
    const keys = keyset(asc('points', 'integer', 'first'), ID)
    const whole = await found(keys, undefined, 100)
    const { id, sortKey } = whole[3]!
    const cursor = keys.cursorAfter({ sortKey })
    await database.db.transaction().execute(async trx => {
      await sql`delete from row_of_list where id = ${id}`.execute(trx)
      const { rows } =
        await sql<Row>`select id from row_of_list where ${keys.after(cursor)} order by ${keys.by} limit 2`.execute(trx)
      expect(rows.map(row => row.id)).toEqual(whole.slice(4, 6).map(row => row.id))
      await sql`insert into row_of_list (id) values (${id})`.execute(trx)
    })
  })
})

describe('a cursor', () => {
  const keys = keyset(desc('at', 'timestamptz'), asc('points', 'integer', 'last'), asc('name', 'text'), ID)
  const TIME = '2026-03-01T12:00:00.0005+00:00'
  const ID_VALUE = '00000000-0000-4000-8000-000000000000'
  const tag = JSON.parse(Buffer.from(keys.cursorAfter({ sortKey: '[]' }), 'base64url').toString())[0] as string
  const forged = (...values: unknown[]) => Buffer.from(JSON.stringify(values)).toString('base64url')
  const refusal = expect.objectContaining({
    code: 'invalid_input',
    errors: { cursor: ['This page of the list is not known.'] },
  })
  const refused = (cursor: string) => {
    try {
      keys.after(cursor)
    } catch (error) {
      return error
    }
  }

  it('with values that PostgreSQL can read is accepted', async () => {
    for (const points of [1, -2147483647, null])
      for (const time of [TIME, '2024-02-29T23:59:59Z', '9999-12-31T00:00:00-15:59'])
        expect(await found(keys, forged(tag, time, points, "a'; --", ID_VALUE), 5)).toBeInstanceOf(Array)
  })

  it('is refused when forged', () => {
    const forgeries = [
      'x',
      forged(),
      Buffer.from('null').toString('base64url'),
      forged(tag),
      forged(tag, TIME, 1, 'a'),
      forged(tag, TIME, 1, 'a', ID_VALUE, 1),
      forged('other', TIME, 1, 'a', ID_VALUE),
      ...[
        '',
        'infinity',
        '2026-02-31T00:00:00Z',
        '2026-13-01T00:00:00Z',
        '0000-01-01T00:00:00Z',
        '2026-03-01',
        5,
        null,
      ].map(time => forged(tag, time, 1, 'a', ID_VALUE)),
      ...['2026-03-01T25:00:00Z', '2026-03-01T00:00:00+99:00'].map(time => forged(tag, time, 1, 'a', ID_VALUE)),
      ...['1', 1.5, 2 ** 31, true, {}].map(points => forged(tag, TIME, points, 'a', ID_VALUE)),
      ...[null, 1, 'a\0', ['a']].map(name => forged(tag, TIME, 1, name, ID_VALUE)),
      ...[null, 1, 'x', `${ID_VALUE}0`].map(id => forged(tag, TIME, 1, 'a', id)),
    ]
    for (const cursor of forgeries) expect(refused(cursor), cursor).toEqual(refusal)
  })

  it('of another order is refused', () => {
    const others = [keyset(desc('at', 'timestamptz'), ID), keyset(asc('at', 'timestamptz'), desc('id', 'uuid'))]
    for (const other of others)
      expect(refused(other.cursorAfter({ sortKey: JSON.stringify([TIME, ID_VALUE]) }))).toEqual(refusal)
  })
})

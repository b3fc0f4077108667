import type pg from 'pg'
import type { Pool } from '#platform/db/database.server.ts'

/**
 * Loads tables without indexes, foreign keys, unique constraints and user triggers, in a fraction of the time. Afterwards rebuilds the
 * indexes and constraints over all rows and enables the triggers, which do not run for loaded rows. Primary keys and checks stay on.
 * @param tables in order of their references.
 */
export async function inBulk(
  client: pg.PoolClient,
  tables: readonly string[],
  load: () => Promise<void>,
): Promise<void> {
  const of = { text: '', values: [tables] }
  const { rows: constraints } = await client.query<{ drop: string; make: string }>({
    ...of,
    text: `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
        format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
      from pg_constraint where conrelid = any($1::regclass[]) and contype in ('f', 'u')
      order by contype = 'f', array_position($1::regclass[], conrelid::regclass)`,
  })
  const { rows: indexes } = await client.query<{ drop: string; make: string }>({
    ...of,
    text: `select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as make
      from pg_index i where indrelid = any($1::regclass[])
        and not exists (select from pg_constraint where conindid = i.indexrelid)`,
  })
  const all = (statement: (table: string) => string) => tables.map(statement)
  for (const { drop } of [...constraints].reverse()) await client.query(drop)
  for (const { drop } of indexes) await client.query(drop)
  for (const statement of all(table => `alter table ${table} disable trigger user`)) await client.query(statement)
  await load()
  for (const statement of all(table => `alter table ${table} enable trigger user`)) await client.query(statement)
  for (const statement of all(table => `vacuum analyze ${table}`)) await client.query(statement)
  for (const { make } of [...indexes, ...constraints]) await client.query(make)
}

/**
 * Loads tables in bulk on a connection of their own, and tells the rows and seconds of each.
 * @param statements by table, in order of their references.
 * @param after runs on the same connection before the checkpoint.
 */
export async function loadTables(
  pool: Pool,
  statements: Record<string, string>,
  say: (text: string) => void,
  after: (client: pg.PoolClient) => Promise<unknown> = async () => {},
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query(
      `set synchronous_commit = off; set work_mem = '256MB'; set maintenance_work_mem = '512MB'; set jit = off`,
    )
    await inBulk(client, Object.keys(statements), async () => {
      for (const [table, statement] of Object.entries(statements)) {
        const began = performance.now()
        const { rowCount } = await client.query(statement)
        const seconds = ((performance.now() - began) / 1000).toFixed(1)
        say(`  seeded ${table}: ${rowCount?.toLocaleString('en-US')} rows in ${seconds} s`)
      }
    })
    await after(client)
    await client.query('checkpoint')
  } finally {
    client.release(true)
  }
}

import type { Pool } from '#platform/db/database.server.ts'

type Column = { name: string; type: string; isUnique: boolean; isNullable: boolean; isGenerated: boolean }

const COLUMNS = `
  select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attgenerated <> '' as "isGenerated",
    not a.attnotnull as "isNullable",
    exists (select from pg_index i where i.indrelid = a.attrelid and i.indisunique and a.attnum = any (i.indkey)) as "isUnique"
  from pg_attribute a where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped order by a.attnum`

/** Rows of one person, order or giveaway, so that statistics show as many as a shop has. */
const ROWS_EACH = 3

/**
 * The value of a copied row's column: new ids and unique values; all others from the template. Ids are in the order of time, like the
 * shop's: a merge of two tables up to the newest id would end early among random ids.
 */
function copiedValue({ name, type, isUnique }: Column): string {
  const own = `t."${name}"`
  const newId = isUnique ? 'uuidv7()' : `('01900000-0000-7000-8000-' || lpad((n / ${ROWS_EACH})::text, 12, '0'))::uuid`
  if (type === 'uuid') return `case when ${own} is null then null else ${newId} end`
  if (!isUnique) return own
  if (type === 'text') return `${own} || n`
  if (['integer', 'bigint'].includes(type)) return `${own} + n`
  return own
}

/** The value in a row without its optional unique values, for example an order whose payment has not begun. */
const earlyValue = (column: Column) => (column.isUnique && column.isNullable ? 'null' : copiedValue(column))

/**
 * Stops autovacuum in a database. Its ANALYZE would renew the statistics of tables that grow, and each session would then plan again.
 */
export async function stopAutovacuum(pool: Pool): Promise<void> {
  await pool.query(`
    do $$
    declare grows regclass;
    begin
      for grows in
        select c.oid from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema')
      loop
        execute format('alter table %s set (autovacuum_enabled = off)', grows);
      end loop;
    end $$`)
}

/**
 * Adds copies of an existing row, without triggers and foreign keys, and leaves the table's statistics unchanged.
 * Half of the copies lack optional unique values, where the table's checks allow that.
 */
export async function growTable(pool: Pool, table: string, count: number): Promise<void> {
  const client = await pool.connect()
  const { rows } = await client.query<Column>(COLUMNS, [table])
  const columns = rows.filter(column => !column.isGenerated)
  const insert = async (from: number, valueIn: (column: Column) => string) => {
    await client.query(`
      insert into ${table} (${columns.map(({ name }) => `"${name}"`).join(', ')}) overriding system value
      select ${columns.map(valueIn).join(', ')} from generate_series(${from}, ${from + count / 2 - 1}) n, (select * from ${table} limit 1) t
      on conflict do nothing`)
  }
  try {
    // The plans of these statements would be logged too.
    await client.query('begin; set local client_min_messages = warning; set local session_replication_role = replica')
    await insert(count, copiedValue)
    await client.query('savepoint early')
    await insert(2 * count, earlyValue).catch(() => client.query('rollback to early'))
    await client.query('commit')
  } finally {
    client.release()
  }
}

import type { TestShop } from '../shop.ts'

/** Tables of the HTTP layer, not of the business. */
const NOT_BUSINESS = ['rate_limit', 'idempotency_key', 'process_beat']

/** The number of rows and a hash of the rows of every business table, by table. */
export async function holdingsOf({ services: { pool } }: TestShop) {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> all($1) order by 1`,
    [NOT_BUSINESS],
  )
  const found: Record<string, string> = {}
  for (const { name } of tables) {
    const { rows } = await pool.query<{ rows: string }>(
      `select count(*) || ' rows, ' || md5(coalesce(string_agg(t::text, '' order by t::text), '')) as rows from ${name} t`,
    )
    found[name] = rows[0]!.rows
  }
  return found
}

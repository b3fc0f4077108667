import type { Pool } from '#platform/db/database.server.ts'

/** Every row of every table as text, including jobs and sandbox: the content of a stolen copy. */
export async function copyOfDatabase(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  const texts: string[] = []
  for (const { name } of rows) {
    const found = await pool.query<{ row: string }>(`select t::text as row from ${name} t`)
    texts.push(...found.rows.map(({ row }) => row))
  }
  return texts.join('\n')
}

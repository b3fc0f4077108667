import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/tables.ts'
import { resealAll, type SealLabel, type Seals } from './seal.server.ts'

type SealedColumn = {
  table: keyof DB
  /** The column with the owner of the label. */
  owner: string
  column?: string
  labelOf: (owner: string) => SealLabel
}

/** Seals the values of a column again that a former AUTH_SECRET had sealed. A value that another request replaces in between stays. */
export async function resealColumn(
  { db, seals }: { db: Kysely<DB>; seals: Seals },
  { table, owner, column = 'sealed', labelOf }: SealedColumn,
): Promise<void> {
  const [rows, key, value] = [sql.table(table), sql.ref(owner), sql.ref(column)]
  const found = await sql<{ owner: string; sealed: string }>`
    select ${key} as owner, ${value} as sealed from ${rows} where ${value} is not null`.execute(db)
  await resealAll(
    found.rows.filter(({ sealed }) => !seals.isCurrent(sealed)),
    ({ owner, sealed }) => seals.seal(seals.open(sealed, labelOf(owner)), labelOf(owner)),
    (row, sealed) =>
      sql`update ${rows} set ${value} = ${sealed} where ${key} = ${row.owner} and ${value} = ${row.sealed}`.execute(db),
  )
}

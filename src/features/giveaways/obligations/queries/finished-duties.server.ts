import { sql } from 'kysely'
import type { DataContext } from '#kernel/context.ts'
import type { Finished } from '../due-dates.ts'

export type StoredDuty = Finished & {
  duty: string
  note: string | null
  fileKey: string | null
  fileName: string | null
  fileType: string | null
  version: number
  byId: string | null
  at: Date
}

/** The finished tasks of a giveaway, by the id of their duty. */
export async function readFinishedDuties(ctx: DataContext, giveawayId: string): Promise<Map<string, StoredDuty>> {
  const { rows } = await sql<StoredDuty>`
    select duty, state, note, done_on::text as "doneOn", file_key as "fileKey", file_name as "fileName", file_type as "fileType",
      table_version as version, value_cents as "valueCents", begins_at as "beginsAt", by_id as "byId", at, rules_hash as "rulesHash",
      (select max(r.version) from giveaway_rules r where r.giveaway_id = o.giveaway_id and r.hash = o.rules_hash) as "rulesVersion"
    from obligation o where giveaway_id = ${giveawayId}`.execute(ctx.db)
  return new Map(rows.map(row => [row.duty, row]))
}

import { sql } from 'kysely'
import type { Context } from '#kernel/context.ts'
import type { AutoEntryResult } from '../../giveaway/contract.ts'

/** The user's auto-entry state; see db/functions/auto_entry_of.sql. */
export async function readAutoEntry(ctx: Context, userId: string): Promise<Omit<AutoEntryResult, 'message'>> {
  const { rows } = await sql<{ enabled: boolean; opt_out: boolean; last_at: Date | null }>`
    select * from auto_entry_of(${userId})`.execute(ctx.db)
  const { enabled, opt_out, last_at } = rows[0]!
  return { autoEntryEnabled: enabled, autoEntryOptOut: opt_out, lastAutoEntryDate: last_at?.toISOString() ?? null }
}

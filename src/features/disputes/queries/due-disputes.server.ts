import { sql } from 'kysely'
import type { Context } from '#kernel/context.ts'

/** Number of disputes that wait for staff, and the earliest deadline; null without any. */
export async function dueDisputes(ctx: Context): Promise<{ count: number; dueBy: string | null } | null> {
  const { rows } = await sql<{ count: number; dueBy: Date | null }>`
    select count(*)::int as count, min(due_by) as "dueBy" from dispute
    where closed_at is null and status = 'needs_response'`.execute(ctx.db)
  const { count, dueBy } = rows[0]!
  return count === 0 ? null : { count, dueBy: dueBy?.toISOString() ?? null }
}

import { sql } from 'kysely'
import type { Context } from '#kernel/context.ts'

/** Number of published giveaways that still await a winner. A change of settings affects their rules. */
export async function readUndrawnCount(ctx: Context): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int n from giveaway g
    where g.published_at is not null and g.archived_at is null and g.closed_reason is distinct from 'cancelled'
      and not exists (select from draw d where d.giveaway_id = g.id)`.execute(ctx.db)
  return rows[0]!.n
}

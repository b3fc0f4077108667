import { sql } from 'kysely'
import type { DataContext } from '#kernel/context.ts'

/** Number of active entries per user: not removed, in giveaways that are not over. Users without entries are absent. */
export async function readActiveEntryCounts(
  ctx: DataContext,
  userIds: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ user_id: string; n: number }>`
    select e.user_id, count(*)::int as n from giveaway_entry e join giveaway g on g.id = e.giveaway_id
    where e.user_id = any(${[...userIds]}::uuid[]) and e.removed_at is null
      and g.closed_at is null and g.archived_at is null and (g.ends_at is null or g.ends_at > ${ctx.now()})
    group by e.user_id`.execute(ctx.db)
  return new Map(rows.map(row => [row.user_id, row.n]))
}

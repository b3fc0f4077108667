import { sql } from 'kysely'
import type { DataContext } from '#kernel/context.ts'

export type LogState = {
  /** Leaves of the shop's log. */
  size: number
  /** Leaves under the latest published checkpoint, and its moment; null before the first. */
  checkpointSize: number | null
  checkpointAt: Date | null
  /** Entries and changes that have no leaf yet, and the moment of the oldest. */
  waiting: number
  waitingSince: Date | null
  /** Sealed giveaways whose round is out and whose winner is not drawn, and the moment of the oldest round. */
  undrawn: number
  undrawnSince: Date | null
  /** Witnesses that saw another log than ours: a fork. */
  conflicts: number
}

/** State of the log of draws, for metrics and alerts. */
export async function readLogState(ctx: Pick<DataContext, 'db' | 'now'>): Promise<LogState> {
  const { rows } = await sql<LogState>`
    select t.size, c.size as "checkpointSize", c.created_at as "checkpointAt",
      w.count as waiting, w.since as "waitingSince", f.count as undrawn, f.since as "undrawnSince",
      (select count(*)::int from log_conflict) as conflicts
    from (select coalesce(max(size), 0) as size from shop_log_tree) t
    left join lateral (select size, created_at from log_checkpoint order by size desc limit 1) c on true
    cross join lateral (
      select count(*)::int as count, min(at) as since
      from (select at from draw_event union all select at from claim_event) event
    ) w
    cross join lateral (
      select count(*)::int as count, min(f.draws_at) as since
      from draw_freeze f
      where f.draws_at <= ${ctx.now()}
        and not exists (select from draw_freeze later where later.giveaway_id = f.giveaway_id and later.slip > f.slip)
        and not exists (select from draw d where d.giveaway_id = f.giveaway_id)
    ) f`.execute(ctx.db)
  return rows[0]!
}

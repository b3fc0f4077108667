import { sql } from 'kysely'
import { IS_IN_DRAW } from '#features/giveaways/giveaway/queries/entry-conditions.server.ts'
import { readWaiting, type Waiting } from '#kernel/api/waiting.server.ts'
import type { Context } from '#kernel/context.ts'

type NextDraw = {
  id: string
  title: string
  /** `empty`: the freeze is due, and no entry can win, so that nothing is frozen. */
  step: 'freeze' | 'draw' | 'empty'
  /** Of the next step; null before the task of the draws has set it. */
  at: Date | null
  /** Why the last request for a time stamp failed; null without a fault. */
  stampFault: string | null
}

/** Closed giveaways without a winner, by the moment of their next step; those without entries last. */
export const listNextDraws = (ctx: Context): Promise<Waiting<NextDraw>> =>
  readWaiting(
    ctx,
    sql<NextDraw>`
      select * from (select g.id, g.title, coalesce(f.draws_at, g.freezes_at) as at,
        case when f.draws_at is not null then 'draw'
          when g.freezes_at > ${ctx.now()} or exists (select from giveaway_entry e where e.giveaway_id = g.id and ${IS_IN_DRAW}) then 'freeze'
          else 'empty' end as step, t.fault as "stampFault"
      from giveaway g left join lateral (
        select draws_at, slip from draw_freeze where giveaway_id = g.id order by slip desc limit 1) f on true
      left join freeze_timestamp t on t.giveaway_id = g.id and t.slip = f.slip
      where g.closed_at is not null and g.archived_at is null and g.closed_reason is distinct from 'cancelled'
        and g.relisted_as is null and not exists (select from draw d where d.giveaway_id = g.id)) as closed
      order by step = 'empty', at, id`,
  )

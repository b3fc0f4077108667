import { type RawBuilder, sql } from 'kysely'
import { namesOf } from '#features/identity/queries.server.ts'
import { desc, keyset, type Sorted } from '#kernel/api/keyset.server.ts'
import type { Context } from '#kernel/context.ts'
import type { Tier } from '#kernel/values/tiers.ts'
import { refuse } from '../access/acted-on.server.ts'
import type { Timeline, TimelineKind, TimelineQuery } from '../profile/profile-contract.ts'
import { told } from './timeline-title.ts'

const NEWEST = keyset(desc('at', 'timestamptz'), desc('id', 'uuid'))

type Row = Sorted & {
  id: string
  at: Date
  kind: TimelineKind
  what: string
  detail: Record<string, unknown>
  tier: Tier | null
  amount: number | null
  subject_type: 'order' | 'giveaway' | 'ticket' | null
  subject_id: string | null
  actor_id: string | null
}

/** Events that would appear twice: the entry shows the spent credit, and the ledger shows staff grants. */
const SAID_ELSEWHERE = sql`not (kind = 'credit' and what in ('entry', 'entry_returned')
  or kind = 'staff' and what in ('gave credits', 'took credits'))`

/** Events by and about a person, newest first, page by page. @throws person_not_found; invalid_input for an unknown cursor. */
export async function timelineOf(ctx: Context, userId: string, query: TimelineQuery): Promise<Timeline> {
  const { kind, limit, cursor } = query
  const isShown: RawBuilder<unknown> = kind ? sql`kind = ${kind}` : SAID_ELSEWHERE
  const { rows } = await sql<Row>`
    with events as (
      select id, at, kind, what, detail, tier, amount, subject_type, subject_id, actor_id
      from user_event where user_id = ${userId}::uuid and ${NEWEST.after(cursor)} and ${isShown}
      union all
      select id, at, kind, what, detail, null::tier, null::integer, null, null, actor_id from (
        select id, date_trunc('milliseconds', at) as at, 'staff' as kind, action as what,
          jsonb_build_object('reason', reason) as detail, actor_id
        from audit_log where subject_type = 'person' and subject_id = ${userId}::text
      ) record where ${NEWEST.after(cursor)} and ${isShown}
    )
    select *, ${NEWEST.sortKey} from events order by ${NEWEST.by} limit ${limit + 1}`.execute(ctx.db)
  if (rows.length === 0 && !cursor) await requireUser(ctx, userId)
  const { shown, nextCursor } = NEWEST.page(rows, limit)
  const names = await namesOf(
    ctx,
    shown.flatMap(row => row.actor_id ?? []),
  )
  return {
    items: shown.map(row => ({
      // One row can have two events: an entry is made, and later removed.
      id: `${row.id} ${row.what}`,
      kind: row.kind,
      at: row.at.toISOString(),
      ...told(row),
      amount: row.amount,
      tier: row.tier,
      subject: row.subject_type && row.subject_id ? { type: row.subject_type, id: row.subject_id } : null,
      by: (row.actor_id && names.get(row.actor_id)) || null,
    })),
    nextCursor,
  }
}

async function requireUser(ctx: Context, userId: string): Promise<void> {
  const { rows } = await sql`select from users where id = ${userId}`.execute(ctx.db)
  if (rows.length === 0) throw refuse('person_not_found')
}

import { sql } from 'kysely'
import type { Context } from '#adapters/context.ts'
import { namesOf } from '#features/identity/queries.server.ts'
import { after, nextCursorOf } from '#platform/db/keyset.server.ts'
import type { Role } from '#platform/rights.ts'
import type { ChangeRecords, RecordsQuery } from './contract.ts'

type Values = Record<string, unknown> | null

/** Records of changes, newest first, narrowed down by the query. @throws invalid_input for a cursor that was never given. */
export async function listRecords(ctx: Context, query: RecordsQuery): Promise<ChangeRecords> {
  const { type, id, actor, action, q, from, to, limit, cursor } = query
  const rows = await ctx.db
    .selectFrom('change_record')
    .selectAll()
    .where(sql<boolean>`${after(cursor, sql`(at, id)`)}`)
    .$if(type !== undefined, found => found.where('subject_type', '=', type!))
    .$if(id !== undefined, found => found.where('subject_id', '=', id!))
    .$if(actor !== undefined, found => found.where('actor_id', '=', actor!))
    .$if(action !== undefined, found => found.where('action', '=', action!))
    .$if(from !== undefined, found => found.where('at', '>=', new Date(from!)))
    .$if(to !== undefined, found => found.where('at', '<=', new Date(to!)))
    .$if(Boolean(q), found =>
      found.where(sql<boolean>`(subject_label || ' ' || coalesce(reason, '')) ilike ${like(q!)}`),
    )
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const shown = rows.slice(0, limit)
  const names = await namesOf(
    ctx,
    shown.flatMap(row => row.actor_id ?? []),
  )
  return {
    records: shown.map(row => ({
      id: row.id,
      at: row.at.toISOString(),
      actor:
        row.actor_id === null
          ? null
          : { id: row.actor_id, name: names.get(row.actor_id) ?? null, role: row.actor_role as Role | null },
      action: row.action,
      subject: { type: row.subject_type, id: row.subject_id, label: row.subject_label },
      before: row.before as Values,
      after: row.after as Values,
      reason: row.reason,
      requestId: row.request_id,
    })),
    nextCursor: nextCursorOf(rows, limit, row => row),
  }
}

/** What was typed, anywhere in the text; its own wildcards are letters. */
const like = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

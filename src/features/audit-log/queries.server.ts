import { sql } from 'kysely'
import { readNames } from '#features/identity/user/queries.server.ts'
import { desc, keyset } from '#kernel/api/keyset.server.ts'
import { SUBJECTS, type SubjectType } from '#kernel/audit-subjects.ts'
import type { DataContext } from '#kernel/context.ts'
import { hasRight, type Role } from '#kernel/rights.ts'
import { endOfDay, startOfDay } from '#kernel/values/shop-day.server.ts'
import { escapeLike } from '#platform/db/escape-like.server.ts'
import type { AuditLogPage, AuditLogQuery } from './contract.ts'

type Values = Record<string, unknown> | null

const NEWEST = keyset(desc('at', 'timestamptz'), desc('id', 'uuid'))

/** The kinds whose rows a role may read; undefined for all. */
function kindsFor(role: Role | null | undefined): SubjectType[] | undefined {
  const all = Object.keys(SUBJECTS) as SubjectType[]
  const readable = all.filter(type => hasRight(role, SUBJECTS[type].right))
  return readable.length < all.length ? readable : undefined
}

/** The assignee of a ticket. Stored as an id, because names change and people leave, and shown by name. */
const assigneeOf = (values: unknown): string | null => (values as { assignedTo?: string } | null)?.assignedTo ?? null

/** Audit log rows that the caller may read, newest first, filtered by the query. @throws invalid_input for an unknown cursor. */
export async function listAuditLog(ctx: DataContext, query: AuditLogQuery): Promise<AuditLogPage> {
  const { type, id, actor, action, q, from, to } = query
  const kinds = kindsFor(ctx.actor?.role)
  const rows = ctx.db
    .selectFrom('audit_log')
    .select(['id', 'at', 'action', 'before', 'after', 'reason', 'request_id'])
    .select(['actor_id', 'actor_role', 'subject_type', 'subject_id', 'subject_label'])
    .$if(kinds !== undefined, found => found.where('subject_type', 'in', kinds!))
    .$if(type !== undefined, found => found.where('subject_type', '=', type!))
    .$if(id !== undefined, found => found.where('subject_id', '=', id!))
    .$if(actor !== undefined, found => found.where('actor_id', '=', actor!))
    .$if(action !== undefined, found => found.where('action', '=', action!))
    .$if(from !== undefined, found => found.where('at', '>=', startOfDay(from!)))
    .$if(to !== undefined, found => found.where('at', '<', endOfDay(to!)))
    .$if(Boolean(q), found =>
      found.where(sql<boolean>`(subject_label || ' ' || coalesce(reason, '')) ilike ${`%${escapeLike(q!)}%`}`),
    )
  const { shown, nextCursor } = await NEWEST.read(rows, query)
  const names = await readNames(
    ctx,
    shown.flatMap(row => [row.actor_id, assigneeOf(row.before), assigneeOf(row.after)].filter(id => id !== null)),
  )
  const readable = (values: Values): Values => {
    const assignee = assigneeOf(values)
    return assignee === null ? values : { ...values, assignedTo: names.get(assignee) ?? null }
  }
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
      before: readable(row.before as Values),
      after: readable(row.after as Values),
      reason: row.reason,
      requestId: row.request_id,
    })),
    nextCursor,
  }
}

/**
 * The last editor of a subject, for a version conflict.
 * @returns no name when the shop itself made the change, or the editor's account no longer exists.
 */
export async function readLastEditor(ctx: DataContext, type: SubjectType, id: string): Promise<{ by?: string }> {
  const { records } = await listAuditLog(ctx, { type, id, limit: 1 })
  const by = records[0]?.actor?.name
  return by ? { by } : {}
}

type Acts = { type: SubjectType; id: string; actions: readonly string[] /** Leaves out earlier ones. */; since: Date }

/** The member of staff who last did one of these actions on a subject. */
export async function findLastActor(ctx: DataContext, { type, id, actions, since }: Acts): Promise<string | undefined> {
  const row = await ctx.db
    .selectFrom('audit_log')
    .select('actor_id')
    .where('subject_type', '=', type)
    .where('subject_id', '=', id)
    .where('action', 'in', [...actions])
    .where('actor_id', 'is not', null)
    .where('at', '>=', since)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.actor_id ?? undefined
}

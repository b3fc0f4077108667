import { type RawBuilder, sql } from 'kysely'
import { actorOf } from '#kernel/api/api.server.ts'
import { asc, desc, keyset, type Sorted } from '#kernel/api/keyset.server.ts'
import type { Context } from '#kernel/context.ts'
import { literally } from '#platform/db/like.server.ts'
import type { Priority, TicketType } from '../../rules.ts'
import { COUNTED, type DeskQuery, type DeskRow } from '../contract.ts'
import { STATUSES, type TicketStatus } from '../rules.ts'

type Condition = RawBuilder<unknown>

/** Tickets without an owed answer come last; the index uses this expression (0019_support.sql). */
const DUE = "coalesce(t.answer_due_at, timestamptz '9999-12-31 00:00:00+00')"

/** Ids grow with time, so an order by date is an order by id, with the index `support_ticket_type`. */
const SORTS = {
  newest: keyset(desc('t.id', 'uuid')),
  oldest: keyset(asc('t.id', 'uuid')),
  updated: keyset(desc('t.updated_at', 'timestamptz'), desc('t.id', 'uuid')),
  due: keyset(asc(DUE, 'timestamptz'), asc('t.id', 'uuid')),
}

/**
 * Searches the ticket's words and the writer's name, address or phone; both expressions are indexed (`support_ticket_words`,
 * `users_alike`).
 */
function found(q: string): Condition {
  const anywhere = `%${literally(q)}%`
  return sql`t.id in (
    select id from support_ticket where (subject || ' ' || message) ilike ${anywhere}
    union all
    select s.id from support_ticket s join users w on w.id = s.user_id
    where w.deleted_at is null and (lower(w.name) || ' ' || w.email || ' ' || coalesce(w.phone, '')) like ${anywhere.toLowerCase()})`
}

function aged(ctx: Context, age: NonNullable<DeskQuery['age']>): Condition {
  const before = (days: number) => new Date(+ctx.now() - days * 86_400_000)
  if (age === 'overdue') return sql`t.answer_due_at < ${ctx.now()}`
  if (age === 'day') return sql`t.created_at >= ${before(1)}`
  if (age === 'days') return sql`t.created_at < ${before(1)} and t.created_at >= ${before(3)}`
  return sql`t.created_at < ${before(3)}`
}

function narrowed(ctx: Context, type: TicketType, { status, priority, assignee, age, q }: DeskQuery): Condition {
  const by = assignee === 'me' ? actorOf(ctx).userId : assignee
  return sql.join(
    [
      sql`t.type = ${type}`,
      ...(status === 'active' ? [sql`t.status <> 'closed'`] : status ? [sql`t.status = ${status}`] : []),
      ...(priority ? [sql`t.priority = ${priority}`] : []),
      ...(by === 'nobody' ? [sql`t.assigned_to is null`] : by ? [sql`t.assigned_to = ${by}::uuid`] : []),
      ...(age ? [aged(ctx, age)] : []),
      ...(q ? [found(q)] : []),
    ],
    sql` and `,
  )
}

type Row = {
  id: string
  type: TicketType
  user_id: string
  subject: string
  message: string
  priority: Priority
  status: TicketStatus
  created_at: Date
  updated_at: Date
  assigned_to: string | null
  answer_due_at: Date | null
  version: number
  user_name: string
  user_email: string
  user_phone: string | null
  is_member: boolean
  assignee: string | null
  notes: { id: string; author: string | null; text: string; at: string }[]
}

/** Tickets for staff. @param which a condition on `support_ticket t`, with order and limit. */
async function selectTickets(ctx: Context, which: Condition): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with page as materialized (
      select id, type, user_id, subject, message, priority, status, created_at, updated_at, assigned_to, answer_due_at, version
      from support_ticket t where ${which})
    select page.*, w.name as user_name, w.email as user_email, w.phone as user_phone, is_subscriber(w.id) as is_member,
      a.name as assignee,
      coalesce((select jsonb_agg(jsonb_build_object('id', p.id, 'author', n.name, 'text', p.body, 'at', p.created_at)
        order by p.created_at, p.id)
        from support_post p left join users n on n.id = p.author_id where p.ticket_id = page.id and p.kind = 'note'), '[]') as notes
    from page join users w on w.id = page.user_id left join users a on a.id = page.assigned_to`.execute(ctx.db)
  return rows
}

const answerOf = (row: Row): DeskRow => ({
  id: row.id,
  type: row.type,
  subject: row.subject,
  message: row.message,
  priority: row.priority,
  status: row.status,
  userId: row.user_id,
  userName: row.user_name,
  userEmail: row.user_email,
  userPhone: row.user_phone,
  isMember: row.is_member,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  assignedTo: row.assigned_to,
  assignedToName: row.assignee,
  notes: row.notes.map(({ id, author, text, at }) => ({ id, author, text, createdAt: new Date(at).toISOString() })),
  answerDueAt: row.answer_due_at?.toISOString() ?? null,
  version: row.version,
})

/** One ticket or inquiry; undefined when there is none. */
export async function deskTicketOf(ctx: Context, id: string): Promise<DeskRow | undefined> {
  const [row] = await selectTickets(ctx, sql`t.id = ${id}`)
  return row && answerOf(row)
}

/**
 * A page of tickets or inquiries, filtered and sorted by the query.
 * @throws invalid_input for an unknown cursor.
 */
export async function listTickets(
  ctx: Context,
  type: TicketType,
  query: DeskQuery,
): Promise<{ rows: DeskRow[]; nextCursor: string | null }> {
  const order = SORTS[query.sort]
  const { rows: ids } = await sql<Sorted & { id: string }>`
    select t.id, ${order.sortKey} from support_ticket t
    where ${narrowed(ctx, type, query)} and ${order.after(query.cursor)} order by ${order.by} limit ${query.limit + 1}`.execute(
    ctx.db,
  )
  const { shown, nextCursor } = order.page(ids, query.limit)
  const rows = new Map(
    (await selectTickets(ctx, sql`t.id = any(${shown.map(({ id }) => id)}::uuid[])`)).map(row => [row.id, row]),
  )
  return {
    rows: shown.flatMap(({ id }) => rows.get(id) ?? []).map(answerOf),
    nextCursor,
  }
}

/** Counts of a kind per status and view. Counting stops at `COUNTED`, which bounds the cost. */
export async function ticketCounts(ctx: Context, type: TicketType) {
  const active = sql`t.status <> 'closed'`
  const standings: [string, Condition][] = [
    ...STATUSES[type].map((status): [string, Condition] => [status, sql`t.status = ${status}`]),
    ['active', active],
    ['overdue', sql`t.answer_due_at < ${ctx.now()}`],
    ['mine', sql`${active} and t.assigned_to = ${actorOf(ctx).userId}::uuid`],
    ['unassigned', sql`${active} and t.assigned_to is null`],
  ]
  const parts = standings.map(
    ([name, condition]) => sql`
      select ${name} as name, count(*)::int as n from (
        select from support_ticket t where t.type = ${type} and ${condition} limit ${COUNTED}) as counted`,
  )
  const { rows } = await sql<{ name: string; n: number }>`${sql.join(parts, sql` union all `)}`.execute(ctx.db)
  return { counts: Object.fromEntries(rows.map(({ name, n }) => [name, n])), limit: COUNTED }
}

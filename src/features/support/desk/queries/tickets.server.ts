import { type RawBuilder, sql } from 'kysely'
import { actorOf } from '#kernel/api/api.server.ts'
import { asc, desc, keyset, type Sorted } from '#kernel/api/keyset.server.ts'
import type { Context, DataContext } from '#kernel/context.ts'
import { hasRight, ROLES } from '#kernel/rights.ts'
import { escapeLike } from '#platform/db/escape-like.server.ts'
import { refuse } from '#platform/errors.ts'
import type { TicketType } from '../../rules.ts'
import { COUNTED, type DeskQuery, type DeskRow, type Thread } from '../contract.ts'
import { STATUSES } from '../rules.ts'

type Condition = RawBuilder<unknown>

/** Tickets without an owed answer come last; the index uses this expression (0019_support.sql). */
export const DUE = "coalesce(t.answer_due_at, timestamptz '9999-12-31 00:00:00+00')"

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
  const anywhere = `%${escapeLike(q)}%`
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

type Row = Omit<DeskRow, 'createdAt' | 'updatedAt' | 'answerDueAt'> & {
  createdAt: Date
  updatedAt: Date
  answerDueAt: Date | null
}

/** Tickets for staff. @param which a condition on `support_ticket t`, with order and limit. */
async function selectTickets(ctx: Context, which: Condition): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with page as materialized (
      select id, type, user_id, subject, message, priority, status, created_at, updated_at, assigned_to, answer_due_at, version
      from support_ticket t where ${which})
    select page.id, page.type, page.subject, page.message, page.priority, page.status, page.version,
      page.created_at as "createdAt", page.updated_at as "updatedAt", page.answer_due_at as "answerDueAt",
      page.user_id as "userId", w.name as "userName", w.email as "userEmail", w.phone as "userPhone",
      is_subscriber(w.id) as "isMember", page.assigned_to as "assignedTo", a.name as "assignedToName",
      coalesce((select jsonb_agg(jsonb_build_object('id', p.id, 'author', n.name, 'text', p.body, 'createdAt', p.created_at)
        order by p.created_at, p.id)
        from support_post p left join users n on n.id = p.author_id where p.ticket_id = page.id and p.kind = 'note'), '[]') as notes
    from page join users w on w.id = page.user_id left join users a on a.id = page.assigned_to`.execute(ctx.db)
  return rows
}

const answerOf = ({ createdAt, updatedAt, answerDueAt, notes, ...row }: Row): DeskRow => ({
  ...row,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
  answerDueAt: answerDueAt?.toISOString() ?? null,
  notes: notes.map(note => ({ ...note, createdAt: new Date(note.createdAt).toISOString() })),
})

/** One ticket or inquiry; undefined when there is none. */
export async function findDeskTicket(ctx: Context, id: string): Promise<DeskRow | undefined> {
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
export async function readTicketCounts(ctx: Context, type: TicketType) {
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

/** Number of posts that are read, newest first. */
const SHOWN = 200

type PostRow = {
  id: string
  kind: Thread['posts'][number]['kind']
  author: string | null
  body: string
  created_at: Date
}

/** The posts of these tickets, oldest first. */
export async function readPosts(
  ctx: DataContext,
  ticketIds: readonly string[],
  kinds: readonly PostRow['kind'][] = ['message', 'answer', 'note'],
): Promise<Map<string, PostRow[]>> {
  const { rows } = await sql<PostRow & { ticket_id: string }>`
    select posts.* from unnest(${ticketIds}::uuid[]) as asked (id) cross join lateral (
      select p.id, p.ticket_id, p.kind, p.body, p.created_at, u.name as author
      from support_post p left join users u on u.id = p.author_id
      where p.ticket_id = asked.id and p.kind = any(${kinds}::text[])
      order by p.created_at desc, p.id desc limit ${SHOWN}) as posts
    order by posts.created_at, posts.id`.execute(ctx.db)
  return Map.groupBy(rows, row => row.ticket_id)
}

/** One ticket or inquiry with its posts. @throws not_found */
export async function readThread(ctx: Context, id: string): Promise<Thread> {
  const ticket = await findDeskTicket(ctx, id)
  if (!ticket) throw refuse('not_found')
  const posts = (await readPosts(ctx, [id])).get(id) ?? []
  return {
    ...ticket,
    posts: posts.map(({ id: postId, kind, author, body, created_at }) => ({
      id: postId,
      kind,
      author,
      text: body,
      createdAt: created_at.toISOString(),
    })),
  }
}

const AGENT_ROLES = ROLES.filter(role => hasRight(role, 'tickets.read'))

/** Possible assignees: staff who may read tickets, by name. */
export async function listAgents(ctx: Context) {
  const { userId } = actorOf(ctx)
  const rows = await ctx.db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('role', 'in', AGENT_ROLES)
    .where('enabled', '=', true)
    .orderBy('name')
    .orderBy('id')
    .limit(500)
    .execute()
  return rows.map(row => ({ ...row, isMe: row.id === userId }))
}

/** Whether a user is staff who may read tickets, and not disabled. */
export async function isAgent(ctx: DataContext, userId: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('role', 'in', AGENT_ROLES)
    .where('enabled', '=', true)
    .executeTakeFirst()
  return row !== undefined
}

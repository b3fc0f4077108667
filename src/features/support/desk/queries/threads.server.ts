import { sql } from 'kysely'
import { actorOf } from '#kernel/api/api.server.ts'
import type { Context, DataContext } from '#kernel/context.ts'
import { hasRight, ROLES } from '#kernel/rights.ts'
import { refuse } from '#platform/errors.ts'
import type { Thread } from '../contract.ts'
import { deskTicketOf } from './tickets.server.ts'

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
export async function postsOf(
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
export async function threadOf(ctx: Context, id: string): Promise<Thread> {
  const ticket = await deskTicketOf(ctx, id)
  if (!ticket) throw refuse('not_found')
  const posts = (await postsOf(ctx, [id])).get(id) ?? []
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

import { findProfile } from '#features/identity/user/queries.server.ts'
import { desc, keyset } from '#kernel/api/keyset.server.ts'
import type { Context, DataContext } from '#kernel/context.ts'
import type { MyTickets } from '../../contract.ts'
import { readPosts } from './tickets.server.ts'

/** Ids grow with time. */
const NEWEST = keyset(desc('id', 'uuid'))

/** The writer from the shop's own records; the form's data about its writer is not used. */
export type Writer = { name: string; email: string; phone: string; address: string; isMember: boolean }

/** The user's details that staff need to answer. */
export async function readWriter(ctx: DataContext, userId: string): Promise<Writer> {
  const profile = await findProfile(ctx, userId)
  if (!profile) throw new Error('A ticket is written by nobody.')
  const address = profile.shippingAddress
  const lines = address && [
    address.line1,
    address.line2,
    `${address.city}, ${address.state} ${address.postalCode}`,
    address.country,
  ]
  return {
    name: profile.name,
    email: profile.email,
    phone: profile.phone ?? '',
    address: lines?.filter(Boolean).join(', ') ?? '',
    isMember: profile.isSubscriber,
  }
}

/**
 * A user's tickets, newest first, with status and conversation.
 * @param page.cursor the `nextCursor` of the previous page.
 */
export async function listTickets(
  ctx: Context,
  userId: string,
  page: { limit: number; cursor?: string | undefined },
): Promise<MyTickets> {
  const written = ctx.db
    .selectFrom('support_ticket')
    .select(['id', 'type', 'subject', 'message', 'priority', 'status', 'created_at', 'updated_at'])
    .where('user_id', '=', userId)
  const { shown, nextCursor } = await NEWEST.read(written, page)
  const posts = await readPosts(
    ctx,
    shown.map(({ id }) => id),
    ['message', 'answer'],
  )
  const tickets = shown.map(({ created_at, updated_at, ...row }) => ({
    ...(row as Omit<MyTickets['tickets'][number], 'createdAt' | 'updatedAt' | 'conversation'>),
    // The writer does not see which member of the staff answered.
    conversation: (posts.get(row.id) ?? []).map(post => ({
      id: post.id,
      from: post.kind === 'answer' ? ('us' as const) : ('you' as const),
      message: post.body,
      createdAt: post.created_at.toISOString(),
    })),
    createdAt: created_at.toISOString(),
    updatedAt: updated_at.toISOString(),
  }))
  return { tickets, nextCursor }
}

/** Number of a user's tickets and inquiries. */
export async function readTicketCount(ctx: Context, userId: string): Promise<number> {
  const { n } = await ctx.db
    .selectFrom('support_ticket')
    .select(eb => eb.fn.countAll<number>().as('n'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return n
}

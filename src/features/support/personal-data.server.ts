import type { PersonalData } from '#kernel/personal-data.ts'
import { readPosts } from './desk/queries/tickets.server.ts'

/**
 * A user's messages and our answers are their data: both are exported and deleted with the account. The export leaves out the
 * notes of staff. When staff leave, their name under messages to other users is deleted; the messages stay.
 */
export const supportData: PersonalData = {
  tables: ['support_ticket', 'support_post', 'support_cooldown'],
  async exportOf(ctx, { userId }) {
    const tickets = await ctx.db
      .selectFrom('support_ticket')
      .select([
        'id',
        'type',
        'subject',
        'message',
        'priority',
        'status',
        'created_at as createdAt',
        'updated_at as updatedAt',
      ])
      .where('user_id', '=', userId)
      .orderBy('id', 'desc')
      .execute()
    const posts = await readPosts(
      ctx,
      tickets.map(({ id }) => id),
      ['message', 'answer'],
    )
    return {
      supportTickets: tickets.map(({ id, ...ticket }) => ({
        ...ticket,
        conversation: (posts.get(id) ?? []).map(post => ({
          from: post.kind === 'answer' ? 'us' : 'you',
          message: post.body,
          createdAt: post.created_at,
        })),
      })),
    }
  },
  async erase({ db }, { userId }) {
    await db.updateTable('support_post').set({ author_id: null }).where('author_id', '=', userId).execute()
    await db.deleteFrom('support_ticket').where('user_id', '=', userId).execute()
    await db.deleteFrom('support_cooldown').where('user_id', '=', userId).execute()
  },
}

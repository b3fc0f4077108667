import type { Context } from '#kernel/context.ts'
import type { CannedReply } from '../contract.ts'

/** All canned replies, by name. Staff write them by hand, so the list stays short. */
export async function listReplies(ctx: Context): Promise<CannedReply[]> {
  const rows = await ctx.db
    .selectFrom('canned_reply')
    .select(['id', 'name', 'body', 'version', 'updated_at'])
    .orderBy('name')
    .orderBy('id')
    .limit(500)
    .execute()
  return rows.map(({ updated_at, ...row }) => ({ ...row, updatedAt: updated_at.toISOString() }))
}

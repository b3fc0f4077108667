import { staffRecord } from '#features/audit-log/commands/staff-record.server.ts'
import type { Context } from '#kernel/context.ts'
import { refusals } from '#platform/errors.ts'
import { type CannedReply, DESK_ERRORS, REPLY } from '../contract.ts'

const refuse = refusals(DESK_ERRORS)

/** Canned replies, which all staff share. */
export const cannedReplies = staffRecord('canned_reply', {
  columns: REPLY.columns,
  subject: 'canned-reply',
  label: 'name',
  logged: ({ name, body }) => ({ title: name, body }),
  taken: () => refuse('reply_name_taken'),
})

/** All canned replies, by name. Staff write them by hand, so the list stays short. */
export async function listReplies(ctx: Context): Promise<CannedReply[]> {
  const rows = await ctx.db
    .selectFrom('canned_reply')
    .select(['id', ...REPLY.columns, 'version', 'updated_at'])
    .orderBy('name')
    .orderBy('id')
    .limit(500)
    .execute()
  return rows.map(({ updated_at, ...row }) => ({ ...row, updatedAt: updated_at.toISOString() }))
}

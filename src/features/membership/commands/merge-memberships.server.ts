import type { Context } from '#adapters/context.ts'

/** Locks all memberships of these users, in the caller's transaction. @returns the users with a running membership. */
export async function lockMembershipsOf(ctx: Context, userIds: readonly string[]): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('membership')
    .select(['user_id', 'status'])
    .where('user_id', 'in', [...userIds])
    .orderBy('id')
    .forUpdate()
    .execute()
  return [...new Set(rows.filter(row => row.status !== 'cancelled').map(row => row.user_id))]
}

/** Moves memberships and their invoices to another account of the same person, in the caller's transaction. */
export async function moveMemberships(ctx: Context, { from, into }: { from: string; into: string }): Promise<void> {
  await ctx.db.updateTable('membership').set({ user_id: into }).where('user_id', '=', from).execute()
  await ctx.db.updateTable('membership_invoice').set({ user_id: into }).where('user_id', '=', from).execute()
}

import type { TransactionContext } from '#kernel/context.ts'

/** Locks all memberships of these users. @returns the users with a running membership. */
export async function lockMemberships(tx: TransactionContext, userIds: readonly string[]): Promise<string[]> {
  const rows = await tx.db
    .selectFrom('membership')
    .select(['user_id', 'status'])
    .where('user_id', 'in', [...userIds])
    .orderBy('id')
    .forUpdate()
    .execute()
  return [...new Set(rows.filter(row => row.status !== 'cancelled').map(row => row.user_id))]
}

/** Moves memberships and their invoices to another account of the same person. */
export async function moveMemberships(
  tx: TransactionContext,
  { from, into }: { from: string; into: string },
): Promise<void> {
  await tx.db.updateTable('membership').set({ user_id: into }).where('user_id', '=', from).execute()
  await tx.db.updateTable('membership_invoice').set({ user_id: into }).where('user_id', '=', from).execute()
}

import type { TransactionContext } from '#kernel/context.ts'

/**
 * Marks uploaded pictures as used, so that they stay.
 * @param keys of the storage
 * @returns those that no upload has answered, or whose upload was removed.
 */
export async function takePictures(tx: TransactionContext, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return []
  const rows = await tx.db
    .updateTable('picture')
    .set(eb => ({ used_at: eb.fn.coalesce('used_at', eb.val(tx.now())) }))
    .where('key', 'in', keys)
    .returning('key')
    .execute()
  const known = new Set(rows.map(({ key }) => key))
  return keys.filter(key => !known.has(key))
}

/** Leaves pictures to the job that removes unused ones, a day from now: kept pages show them for a while. */
export async function leavePictures(tx: TransactionContext, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  await tx.db.updateTable('picture').set({ used_at: null, created_at: tx.now() }).where('key', 'in', keys).execute()
}

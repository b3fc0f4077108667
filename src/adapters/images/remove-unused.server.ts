import { sql } from 'kysely'
import type { Context, TransactionContext } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { DAY_MS } from '#kernel/values/durations.ts'
import { filesOf } from './picture-files.server.ts'
import { removeLeftFiles } from './received-files.server.ts'

/** Pictures per run; the next run takes the rest. */
const MOST = 500

/**
 * Removes uploads of dead processes, and pictures that were uploaded at least a day ago and are not in use. A picture that a concurrent request starts to use stays: both
 * transactions lock the picture's row (mark_picture_used.sql), and the second one sees the first one's change.
 * @returns the number of removed pictures.
 */
export async function removeUnusedPictures(ctx: Context): Promise<number> {
  // The disk's times are those of the machine, not of the shop's clock.
  await removeLeftFiles(ctx.pictures.inbox, new Date())
  const before = new Date(+ctx.now() - DAY_MS)
  const old = await ctx.db
    .selectFrom('picture')
    .select('key')
    .where('used_at', 'is', null)
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(MOST)
    .execute()
  let removed = 0
  for (const { key } of old) if (await remove(ctx, key, before)) removed++
  return removed
}

/** Removes a picture that has just left its use, such as the photo of a withdrawn consent. One that is in use stays. */
export const removePictureNow = (ctx: Context, key: string): Promise<boolean> => remove(ctx, key, null)

/**
 * Deletes the files before the commit, so the transaction gets the storage explicitly. A concurrent upload of the picture waits for the
 * row, finds no row and no files, and writes both.
 */
const remove = (ctx: Context, key: string, before: Date | null) => {
  const { storage } = ctx
  return transact(ctx, async tx => {
    const { numDeletedRows } = await tx.db
      .deleteFrom('picture')
      .where('key', '=', key)
      .where('used_at', 'is', null)
      .$if(before !== null, query => query.where('created_at', '<', before!))
      .where(sql<boolean>`not is_picture_shown(key)`)
      .executeTakeFirst()
    if (numDeletedRows === 0n) {
      await markShown(tx, key)
      return false
    }
    for (const file of filesOf(key)) await storage.remove(file)
    return true
  })
}

/** A use that committed while a deleted draft released the picture could not mark it. */
async function markShown(tx: TransactionContext, key: string): Promise<void> {
  await sql`update picture set used_at = ${tx.now()} where key = ${key} and used_at is null and is_picture_shown(key)`.execute(
    tx.db,
  )
}

import type { Context } from '#adapters/context.ts'
import { filesOf } from './picture-files.server.ts'

const DAY_MS = 24 * 60 * 60_000
/** In one run; the next one takes the rest. */
const MOST = 500

/**
 * Removes pictures that were uploaded a day ago or longer and never put on anything. One that is put on something at this moment
 * stays: that and the removal lock its row (0030_products_admin.sql), and whichever is second sees what the first did.
 * @returns how many were removed.
 */
export async function removeUnusedPictures(ctx: Context): Promise<number> {
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

/** The files go before the transaction ends, while an upload of the same picture waits for the row: it finds neither, and writes both. */
const remove = (ctx: Context, key: string, before: Date) =>
  ctx.db.transaction().execute(async trx => {
    const { numDeletedRows } = await trx
      .deleteFrom('picture')
      .where('key', '=', key)
      .where('used_at', 'is', null)
      .where('created_at', '<', before)
      .executeTakeFirst()
    if (numDeletedRows === 0n) return false
    for (const file of filesOf(key)) await ctx.storage.remove(file)
    return true
  })

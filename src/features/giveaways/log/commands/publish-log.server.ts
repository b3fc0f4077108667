import { formatCheckpoint } from '@redoubt/draw/checkpoint.ts'
import { signNote } from '@redoubt/draw/note.ts'
import type { Context } from '#kernel/context.ts'
import { logOrigin, signerFor } from '../log-keys.server.ts'

/** Signs the newest state of the log and sends it to the witnesses. */
export async function publishLog(ctx: Context): Promise<void> {
  const { size, root } = await ctx.db.selectFrom('shop_log_tree').select(['size', 'root']).executeTakeFirstOrThrow()
  if (size === 0) return
  const body = formatCheckpoint({ origin: await logOrigin(ctx), size, root })
  const note = await signNote(body, [await signerFor(ctx, 'log')])
  await ctx.db
    .insertInto('log_checkpoint')
    .values({ size, note, created_at: ctx.now() })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

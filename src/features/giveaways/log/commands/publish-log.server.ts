import { formatCheckpoint } from '@redoubt/draw/checkpoint.ts'
import { signNote } from '@redoubt/draw/note.ts'
import type { Context } from '#kernel/context.ts'
import { logOrigin, signerFor } from '../log-keys.server.ts'
import { LOG_TREE } from '../log-tree.server.ts'
import { consistencyOf } from '../stored-tree.server.ts'

/** Signs the newest state of the log and sends it to the witnesses. */
export async function publishLog(ctx: Context): Promise<void> {
  const { size, root } = await ctx.db.selectFrom('shop_log_tree').select(['size', 'root']).executeTakeFirstOrThrow()
  if (size === 0) return
  const body = formatCheckpoint({ origin: await logOrigin(ctx), size, root })
  const signer = await signerFor(ctx, 'log')
  const note = await signNote(body, [signer])
  await ctx.db
    .insertInto('log_checkpoint')
    .values({ size, note, created_at: ctx.now() })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const { note: checkpoint } = await ctx.db
    .selectFrom('log_checkpoint')
    .select('note')
    .where('size', '=', size)
    .executeTakeFirstOrThrow()
  for (const witness of ctx.witnesses) {
    const last = await ctx.db
      .selectFrom('cosignature')
      .select(eb => eb.fn.max<number | null>('size').as('size'))
      .where('witness', '=', witness.name)
      .executeTakeFirst()
    const oldSize = last?.size ?? 0
    if (oldSize >= size) continue
    const answer = await witness
      .cosign({
        oldSize,
        proof: await consistencyOf(ctx, LOG_TREE, { oldSize, size }),
        checkpoint,
        logVkey: signer.vkey,
      })
      .catch(() => null)
    if (answer && 'line' in answer)
      await ctx.db
        .insertInto('cosignature')
        .values({ size, witness: witness.name, line: answer.line, signed_at: ctx.now() })
        .onConflict(c => c.doNothing())
        .execute()
  }
}

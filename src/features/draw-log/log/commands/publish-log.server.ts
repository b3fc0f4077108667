import { isSame } from '@redoubt/draw/bytes.ts'
import { formatCheckpoint } from '@redoubt/draw/log/checkpoint.ts'
import { signNote } from '@redoubt/draw/log/note.ts'
import type { Context } from '#kernel/context.ts'
import { LOG_TREE } from '../log-tree.server.ts'
import { readSigner } from '../queries/log-keys.server.ts'
import { rootAt } from '../stored-tree.server.ts'
import { writePublished, writeTiles } from '../tiles.server.ts'
import { collectCosignatures } from './collect-cosignatures.server.ts'
import { LogForked, publishedCheckpoint, restoreLog } from './restore-log.server.ts'

/**
 * Publishes the newest state of the log: its leaves go to storage, then it is signed, then witnesses cosign it. So a checkpoint that a
 * witness has seen can always be continued, also after a restore from an older backup. Idempotent, and safe in several processes.
 * @throws LogForked when the storage or a witness knows another history: no checkpoint is signed then.
 */
export async function publishLog(ctx: Context): Promise<void> {
  let tree = await newestTree(ctx)
  if (tree.size === 0) return
  if (!(await isSigned(ctx, tree.size))) {
    await refuseKnownConflict(ctx)
    const published = await publishedCheckpoint(ctx)
    if (published && published.size > tree.size) {
      await restoreLog(ctx, published)
      tree = await newestTree(ctx)
    }
    if (published && !isSame(await rootAt(ctx, LOG_TREE, published.size), published.root))
      throw new LogForked('The log in the database is not the one in the storage: put the right backup back.')
    await writeTiles(ctx, published?.size ?? 0, tree.size)
    await sign(ctx, tree)
  }
  await collectCosignatures(ctx)
}

type Tree = { size: number; root: Uint8Array }

const newestTree = (ctx: Context): Promise<Tree> =>
  ctx.db.selectFrom('shop_log_tree').select(['size', 'root']).executeTakeFirstOrThrow()

const isSigned = async (ctx: Context, size: number): Promise<boolean> =>
  (await ctx.db.selectFrom('log_checkpoint').select('size').where('size', '=', size).executeTakeFirst()) !== undefined

/** A longer history that a witness knows is settled once the log has been restored to its size. */
async function refuseKnownConflict(ctx: Context): Promise<void> {
  const { size } = await newestTree(ctx)
  const conflict = await ctx.db
    .selectFrom('log_conflict')
    .select('witness')
    .where(eb => eb.or([eb('known_size', 'is', null), eb('known_size', '>', size)]))
    .executeTakeFirst()
  if (conflict) throw new LogForked(`The witness ${conflict.witness} knows another history of the log.`)
}

/** Of several processes one keeps its note; the key signs equal text equally. */
async function sign(ctx: Context, { size, root }: Tree): Promise<void> {
  const signer = await readSigner(ctx, 'log')
  const note = await signNote(formatCheckpoint({ origin: signer.name, size, root }), [signer])
  await writePublished(ctx, note)
  await ctx.db
    .insertInto('log_checkpoint')
    .values({ size, note, created_at: ctx.now() })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

import { isSame, utf8 } from '@redoubt/draw/bytes.ts'
import { type Checkpoint, parseCheckpoint } from '@redoubt/draw/log/checkpoint.ts'
import { parseFreeze } from '@redoubt/draw/log/log-leaf.ts'
import { appendHash, type Frontier, leafHash, rootOf } from '@redoubt/draw/log/merkle.ts'
import { parseNote, verifyNote } from '@redoubt/draw/log/note.ts'
import { sql } from 'kysely'
import type { Context, TransactionContext } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { readLogOrigin, readSigner } from '../queries/log-keys.server.ts'
import { insertCosignatures, storedCosignatures } from '../stored-cosignatures.server.ts'
import { readPublished, storedLeaves } from '../tiles.server.ts'
import { appendToLog } from './append-to-log.server.ts'

/** The database's log is not the one that was published. The shop signs nothing until staff have put the right one back. */
export class LogForked extends Error {}

/** The checkpoint in the storage. @throws LogForked when the shop's key did not sign it. */
export async function publishedCheckpoint(ctx: Context): Promise<Checkpoint | undefined> {
  const text = await readPublished(ctx)
  if (text === undefined) return undefined
  const { vkey } = await readSigner(ctx, 'log')
  if (!verifyNote(text, vkey)) throw new LogForked('The storage has a checkpoint that this shop did not sign.')
  return parseCheckpoint(parseNote(text).body)
}

/**
 * Restores the log at the start of the shop, before anything is appended: a leaf that follows an older backup would part the log from its
 * published history for ever.
 */
export async function restorePublished(ctx: Context): Promise<void> {
  try {
    const published = await publishedCheckpoint(ctx)
    if (published) await restoreLog(ctx, published)
  } catch (error) {
    // The shop still sells and takes entries; publishLog checks again before it signs.
    ctx.log.error({ err: error }, 'the log could not be compared with the storage')
  }
}

/**
 * Reads the leaves and cosignatures that the storage has beyond the database, after a restore from an older backup. Nothing changes when the storage does
 * not continue the database's log: publishLog then refuses to sign.
 */
export async function restoreLog(ctx: Context, { size, root }: Checkpoint): Promise<void> {
  const tree = await ctx.db.selectFrom('shop_log_tree').select(['size', 'frontier']).executeTakeFirstOrThrow()
  if (size <= tree.size) return
  const leaves = await storedLeaves(ctx, { from: tree.size, to: size, size })
  const origin = await readLogOrigin(ctx)
  let grown: Frontier = { size: tree.size, hashes: tree.frontier }
  const checkpoints = leaves.map(leaf => {
    grown = appendHash(grown, leafHash(utf8(leaf)))
    return { origin, size: grown.size, root: rootOf(grown) }
  })
  if (!isSame(rootOf(grown), root)) return
  const cosignatures = await storedCosignatures(ctx, checkpoints)
  await transact(ctx, async tx => {
    const now = await tx.db.selectFrom('shop_log_tree').select('size').forUpdate().executeTakeFirstOrThrow()
    if (now.size !== tree.size) return
    for (const text of leaves) {
      const about = aboutOf(text)
      const index = await appendToLog(tx, { ...about, text })
      if (about.kind === 'freeze') await adoptFreeze(tx, text, index)
    }
    await insertCosignatures(tx, checkpoints, cosignatures)
  })
  ctx.log.warn({ from: tree.size, to: size }, 'the log was restored from the storage')
}

/**
 * The first freeze decides for ever, also when the database has lost it: without this row the shop would freeze the list again, for another
 * round.
 */
async function adoptFreeze(tx: TransactionContext, manifest: string, index: number): Promise<void> {
  const { giveaway, round, time } = parseFreeze(manifest)
  const now = tx.now()
  // An early draw had closed the giveaway too.
  await sql`
    with closed as (
      update giveaway set closed_at = ${now}, closed_reason = 'drawn_early' where id = ${giveaway} and closed_at is null
    )
    insert into draw_freeze (giveaway_id, slip, manifest, log_index, round, draws_at, frozen_at, method, is_early)
    select id, (select count(*) from draw_freeze f where f.giveaway_id = g.id), ${manifest}, ${index}, ${round}, to_timestamp(${time}),
      ${now}, 'automatic', false
    from giveaway g where id = ${giveaway}`.execute(tx.db)
}

/** Kind and giveaway of a leaf, from its first lines. */
function aboutOf(text: string): { kind: string; giveawayId?: string } {
  const kind = /^redoubt\/([a-z]+)\/2\n/.exec(text)?.[1]
  if (!kind) throw new Error('A leaf in the storage is none of the log.')
  const giveawayId = /^giveaway ([0-9a-f-]{36})$/m.exec(text)?.[1]
  return { kind, ...(giveawayId && { giveawayId }) }
}

import { bytesOfBase64, hexOf } from '@redoubt/draw/bytes.ts'
import { formatTlogProof, treeCheckpoint } from '@redoubt/draw/entries/entry-proof.ts'
import { parseHead } from '@redoubt/draw/log/log-leaf.ts'
import { sql } from 'kysely'
import type { DataContext } from '#kernel/context.ts'
import { refusals } from '#platform/errors.ts'
import { DRAW_LOG_ERRORS, type EntryProof } from '../../log/contract.ts'
import { readLogOrigin } from '../../log/queries/log-keys.server.ts'
import { isPublished, readLoggedLeaf } from '../../log/queries/log-proofs.server.ts'
import { readPolicy } from '../../log/queries/policies.server.ts'
import { readInclusion, rootAt } from '../../log/stored-tree.server.ts'
import { entryTreeOf } from '../entry-tree.server.ts'

const refuse = refusals(DRAW_LOG_ERRORS)

/**
 * Two proofs (c2sp.org/tlog-proof): from the leaf of an entry to the first logged head of its tree, and from the head to a checkpoint of
 * the shop's log. The leaf itself is not in the answer: its owner has it, and others learn no moment of an entry.
 * @throws leaf_not_found, proof_pending.
 */
export async function readProofOfEntry(ctx: DataContext, giveawayId: string, index: number): Promise<EntryProof> {
  const tree = entryTreeOf(giveawayId)
  const grown = await ctx.db
    .selectFrom('draw_tree')
    .select('size')
    .where('giveaway_id', '=', giveawayId)
    .executeTakeFirst()
  if (!grown || grown.size <= index) throw refuse('leaf_not_found')
  const head = await firstHeadWith(ctx, giveawayId, index)
  if (!head || !(await isPublished(ctx, head.index))) throw refuse('proof_pending')
  const { size } = parseHead(head.leaf)
  const proof = await readInclusion(ctx, tree, { index, size })
  const root = await rootAt(ctx, tree, size)
  if (hexOf(root) !== parseHead(head.leaf).root) throw new Error(`The tree of ${giveawayId} is not the logged one.`)
  const logged = await readLoggedLeaf(ctx, head.index)
  return {
    entry: formatTlogProof({
      index,
      proof,
      checkpoint: treeCheckpoint(await readLogOrigin(ctx), giveawayId, size, root),
    }),
    head: formatTlogProof({
      index: head.index,
      proof: logged.proof.map(bytesOfBase64),
      checkpoint: logged.checkpoint,
    }),
    policy: await readPolicy(ctx, giveawayId),
  }
}

/** The first head leaf whose tree has the leaf `index`: it decides whether the deadline of a receipt was kept. */
async function firstHeadWith(ctx: DataContext, giveawayId: string, index: number) {
  const { rows } = await sql<{ index: number; leaf: string }>`
    select index, leaf from shop_log
    where giveaway_id = ${giveawayId} and kind = 'head' and substring(leaf from '\nsize ([0-9]+)\n')::integer > ${index}
    order by index limit 1`.execute(ctx.db)
  return rows[0]
}

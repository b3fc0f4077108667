import { utf8 } from '@redoubt/draw/bytes.ts'
import { appendHash, leafHash } from '@redoubt/draw/log/merkle.ts'
import type { TransactionContext } from '#kernel/context.ts'
import { requireOneRow } from '#platform/db/one-row.server.ts'
import { LOG_TREE } from '../log-tree.server.ts'
import { frontierColumns, storeBlocks } from '../stored-tree.server.ts'

/** `kind` is the middle of the text's first line, `redoubt/<kind>/2`. */
type NewLeaf = { kind: string; giveawayId?: string; text: string }

/**
 * Appends a leaf to the shop's log. All writers of the log wait for one row, which is the last lock of every transaction.
 * @returns the index of the leaf.
 */
export async function appendToLog(tx: TransactionContext, { kind, giveawayId, text }: NewLeaf): Promise<number> {
  if (!text.startsWith(`redoubt/${kind}/2\n`)) throw new Error(`A leaf of the log is no ${kind}.`)
  const { size: index, frontier } = await tx.db
    .selectFrom('shop_log_tree')
    .select(['size', 'frontier'])
    .forUpdate()
    .executeTakeFirstOrThrow()
  const hash = leafHash(utf8(text))
  const grown = appendHash({ size: index, hashes: frontier }, hash)
  await tx.db
    .insertInto('shop_log')
    .values({
      index,
      kind,
      giveaway_id: giveawayId ?? null,
      leaf: text,
      hash: Buffer.from(hash),
      created_at: tx.now(),
    })
    .execute()
  await storeBlocks(tx, LOG_TREE, index, grown.size)
  const written = await tx.db.updateTable('shop_log_tree').set(frontierColumns(grown)).executeTakeFirst()
  requireOneRow(written, 'the tree of the shop log')
  return index
}

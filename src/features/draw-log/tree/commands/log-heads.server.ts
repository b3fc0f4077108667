import { hexOf } from '@redoubt/draw/bytes.ts'
import { formatHead, parseHead } from '@redoubt/draw/log/log-leaf.ts'
import type { Context, DataContext, TransactionContext } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { MINUTE_MS } from '#kernel/values/durations.ts'
import { requireOneRow } from '#platform/db/one-row.server.ts'
import { appendToLog } from '../../log/commands/append-to-log.server.ts'
import { findNewestLeaf } from '../../log/log-tree.server.ts'
import { rootAt } from '../../log/stored-tree.server.ts'
import { entryTreeOf } from '../entry-tree.server.ts'

/** Interval of a growing tree's heads. A receipt promises a witnessed head after ten minutes. */
const HEAD_MS = 5 * MINUTE_MS

/** Logs the head of each tree that has grown, if its last head is old enough. A tree that fails does not stop the others. */
export async function logDueHeads(ctx: Context): Promise<void> {
  const before = new Date(+ctx.now() - HEAD_MS)
  for (const { giveaway_id } of await dueTrees(ctx, before).execute())
    try {
      await transact(ctx, async tx => {
        const due = dueTrees(tx, before).where('giveaway_id', '=', giveaway_id)
        const tree = await due.forUpdate().skipLocked().executeTakeFirst()
        if (tree) await logHead(tx, tree)
      })
    } catch (error) {
      ctx.log.error({ err: error, giveawayId: giveaway_id }, 'the head of an entry tree is not logged')
    }
}

const dueTrees = ({ db }: DataContext, before: Date) =>
  db
    .selectFrom('draw_tree')
    .select(['giveaway_id', 'size', 'root', 'head_size'])
    .whereRef('size', '>', 'head_size')
    .where(eb => eb.or([eb('head_at', 'is', null), eb('head_at', '<=', before)]))
    .orderBy('giveaway_id')

type Grown = { giveaway_id: string; size: number; root: Uint8Array; head_size: number }

/** Logs the head of a tree that the caller has locked, if it has grown. @throws when the tree does not continue its logged head. */
export async function logHead(tx: TransactionContext, { giveaway_id, size, root, head_size }: Grown): Promise<void> {
  await refuseLostLeaves(tx, giveaway_id, size)
  if (size === head_size) return
  const text = formatHead({ giveaway: giveaway_id, size, root: hexOf(root) })
  await appendToLog(tx, { kind: 'head', giveawayId: giveaway_id, text })
  const written = await tx.db
    .updateTable('draw_tree')
    .set({ head_size: size, head_at: tx.now() })
    .where('giveaway_id', '=', giveaway_id)
    .executeTakeFirst()
  requireOneRow(written, `entry tree ${giveaway_id}`)
}

/** After a restore from an older backup the log, which the storage has, knows a tree that the database has lost. */
async function refuseLostLeaves(tx: TransactionContext, giveawayId: string, size: number): Promise<void> {
  const newest = await findNewestLeaf(tx, giveawayId, 'head')
  if (!newest) return
  const head = parseHead(newest.leaf)
  const isSame = head.size <= size && hexOf(await rootAt(tx, entryTreeOf(giveawayId), head.size)) === head.root
  if (!isSame)
    throw new Error(`The entry tree of giveaway ${giveawayId} lacks leaves that were logged: restore a newer backup.`)
}

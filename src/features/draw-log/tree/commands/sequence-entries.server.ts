import { sql } from 'kysely'
import type { Context, TransactionContext } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { listWaitingGiveaways, moveEvents, openTree } from '../entry-tree.server.ts'
import { logDueHeads, logHead } from './log-heads.server.ts'

/** Events in one transaction. */
const BATCH = 5000

/**
 * Turns all waiting events into leaves and logs the heads that are due. Safe at any time and in several processes at once: each tree has
 * a lock of its own, which claims never wait for.
 */
export async function sequenceEntries(ctx: Context): Promise<void> {
  for (const giveawayId of await listWaitingGiveaways(ctx)) {
    try {
      while ((await sequenceBatch(ctx, giveawayId)) >= BATCH);
    } catch (error) {
      // The other giveaways go on.
      ctx.log.error({ err: error, giveawayId }, 'entries wait for their leaves')
    }
  }
  await logDueHeads(ctx)
}

/** @returns how many events; 0 while another process has the tree. */
const sequenceBatch = (ctx: Context, giveawayId: string): Promise<number> =>
  transact(ctx, async tx => {
    const { rows } = await sql<{ is_mine: boolean }>`
      select pg_try_advisory_xact_lock(entry_tree_lock(${giveawayId})) as is_mine`.execute(tx.db)
    return rows[0]!.is_mine ? moveEvents(tx, giveawayId, BATCH) : 0
  })

/** The whole tree of a giveaway. `createHash` is the hash of the create leaf that leaf 0 names. */
export type EntryTree = { size: number; root: Uint8Array; lines: string[]; createIndex: number; createHash: string }

/** Locks a giveaway's tree. A transaction that also appends to the log calls this first, because sequencer and heads lock in this order. */
export async function lockTree(tx: TransactionContext, giveawayId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(entry_tree_lock(${giveawayId}))`.execute(tx.db)
  await tx.db.selectFrom('draw_tree').select('size').where('giveaway_id', '=', giveawayId).forUpdate().execute()
}

/**
 * Turns all waiting events of a giveaway into leaves, also of a giveaway without entries, and logs the head of the whole tree. The caller
 * holds the giveaway's lock alone, so that no event can follow. The log stays locked until the caller's commit.
 */
export async function drainTree(tx: TransactionContext, giveawayId: string): Promise<EntryTree> {
  await lockTree(tx, giveawayId)
  await openTree(tx, giveawayId)
  while ((await moveEvents(tx, giveawayId, BATCH)) > 0);
  const { size, root, create_index, head_size } = await tx.db
    .selectFrom('draw_tree')
    .select(['size', 'root', 'create_index', 'head_size'])
    .where('giveaway_id', '=', giveawayId)
    .executeTakeFirstOrThrow()
  await logHead(tx, { giveaway_id: giveawayId, size, root, head_size })
  const leaves = await tx.db
    .selectFrom('draw_leaf')
    .select('leaf')
    .where('giveaway_id', '=', giveawayId)
    .orderBy('index')
    .execute()
  const lines = leaves.map(({ leaf }) => leaf)
  return { size, root, lines, createIndex: create_index, createHash: lines[0]!.split(' ')[2]! }
}

import type { DataContext } from '#kernel/context.ts'
import type { StoredTree } from './stored-tree.server.ts'

/** The shop's log as a tree. */
export const LOG_TREE: StoredTree = {
  id: '00000000-0000-0000-0000-000000000000',
  hashes: (ctx, from, to) => hashesOfLog(ctx, from, to),
}

/** The leaves `from` to `to` (exclusive) in the order of the log, for a caller that selects their columns. */
export const listLeavesOfLog = (ctx: DataContext, from: number, to: number) =>
  ctx.db.selectFrom('shop_log').where('index', '>=', from).where('index', '<', to).orderBy('index')

async function hashesOfLog(ctx: DataContext, from: number, to: number): Promise<Uint8Array[]> {
  const rows = await listLeavesOfLog(ctx, from, to).select('hash').execute()
  if (rows.length !== to - from) throw new Error('The shop log lacks leaves.')
  return rows.map(row => row.hash)
}

/** The newest leaf of a kind about a giveaway. */
export const findNewestLeaf = (ctx: DataContext, giveawayId: string | null, kind: 'create' | 'head') =>
  ctx.db
    .selectFrom('shop_log')
    .select(['index', 'leaf'])
    .where('giveaway_id', '=', giveawayId)
    .where('kind', '=', kind)
    .orderBy('index', 'desc')
    .limit(1)
    .executeTakeFirst()

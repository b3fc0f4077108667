import type { DataContext } from '#kernel/context.ts'
import type { StoredTree } from './stored-tree.server.ts'

/** The shop's log as a tree. */
export const LOG_TREE: StoredTree = {
  id: '00000000-0000-0000-0000-000000000000',
  hashes: (ctx, from, to) => hashesOfLog(ctx, from, to),
}

async function hashesOfLog(ctx: DataContext, from: number, to: number): Promise<Uint8Array[]> {
  const rows = await ctx.db
    .selectFrom('shop_log')
    .select('hash')
    .where('index', '>=', from)
    .where('index', '<', to)
    .orderBy('index')
    .execute()
  if (rows.length !== to - from) throw new Error('The shop log lacks leaves.')
  return rows.map(row => row.hash)
}

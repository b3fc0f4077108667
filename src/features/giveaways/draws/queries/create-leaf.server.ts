import { type Create, parseCreate } from '@redoubt/draw/log-leaf.ts'
import type { DataContext } from '#kernel/context.ts'

export type CreateLeaf = { create: Create; text: string; index: number }

/** The create leaf that a giveaway's entry tree begins with; undefined before the giveaway was logged. */
export async function createLeafOf(ctx: DataContext, giveawayId: string): Promise<CreateLeaf | undefined> {
  const row = await ctx.db
    .selectFrom('draw_tree as t')
    .innerJoin('shop_log as l', 'l.index', 't.create_index')
    .select(['l.leaf', 'l.index'])
    .where('t.giveaway_id', '=', giveawayId)
    .executeTakeFirst()
  return row && { create: parseCreate(row.leaf), text: row.leaf, index: Number(row.index) }
}

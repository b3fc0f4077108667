import { parseHead } from '@redoubt/draw/log/log-leaf.ts'
import type { Shop } from '#app/services/services.server.ts'
import { findQuorum } from '#features/draw-log/log/queries/log-proofs.server.ts'
import type { Promises } from './promises.ts'

type Receipt = Promises['receipt'][number]
type Head = { size: number; index: number; reachedAt: Date | null }

/**
 * Checks that the leaf of each receipt is in a head that the witnesses cosigned by the receipt's deadline.
 * @returns a sentence for each receipt that was not kept.
 */
export async function missedDeadlines(shop: Shop, receipts: readonly Receipt[]): Promise<string[]> {
  const missed: string[] = []
  for (const [giveawayId, own] of Map.groupBy(receipts, receipt => receipt.giveawayId)) {
    const heads = await headsOf(shop, giveawayId)
    const { rows } = await shop.services.pool.query<{ index: number; leaf: string }>(
      'select index, leaf from draw_leaf where giveaway_id = $1',
      [giveawayId],
    )
    const places = new Map(rows.map(({ index, leaf }) => [leaf, index]))
    for (const { leaf, by } of own) {
      const index = places.get(leaf)
      const reached = heads
        .filter(({ size }) => index !== undefined && index < size)
        .map(head => Number(head.reachedAt ?? Infinity))
      if (Math.min(...reached) > by)
        missed.push(`receipt of ${giveawayId} was not kept by ${new Date(by).toISOString()}: ${leaf}`)
    }
  }
  return missed
}

async function headsOf({ services: { pool }, system }: Shop, giveawayId: string): Promise<Head[]> {
  const { rows } = await pool.query<{ index: number; leaf: string }>(
    `select index, leaf from shop_log where giveaway_id = $1 and kind = 'head' order by index`,
    [giveawayId],
  )
  const heads: Head[] = []
  for (const { index, leaf } of rows)
    heads.push({ size: parseHead(leaf).size, index, reachedAt: (await findQuorum(system, index))?.reachedAt ?? null })
  return heads
}

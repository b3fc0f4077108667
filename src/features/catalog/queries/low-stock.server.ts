import { sql } from 'kysely'
import { readWaiting, type Waiting } from '#kernel/api/waiting.server.ts'
import type { Context } from '#kernel/context.ts'
import { LOW_STOCK } from './admin-products.server.ts'
import { IN_STOCK } from './products.server.ts'

type LowProduct = {
  id: string
  name: string
  isSoldOut: boolean
  /** Free units of the variant with the fewest. */
  fewest: number
}

/** Products with few units left, sold-out ones first; the same products as the filter "Low stock" of the list. */
export const listLowStock = (ctx: Context): Promise<Waiting<LowProduct>> =>
  readWaiting(
    ctx,
    sql<LowProduct>`
      select p.id, p.name, not ${IN_STOCK} as "isSoldOut", least_free.units as fewest
      from product p cross join lateral (
        select min(v.stock_on_hand - v.held) as units from product_variant v
        where v.product_id = p.id and v.archived_at is null) least_free
      where p.archived_at is null and ${LOW_STOCK} order by ${IN_STOCK}, least_free.units, p.name, p.id`,
  )

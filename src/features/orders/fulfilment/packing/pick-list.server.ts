import { sql } from 'kysely'
import { readShelfPlaces } from '#features/catalog/products/queries/shelf-places.server.ts'
import type { Context } from '#kernel/context.ts'
import { TO_PACK } from '../../order/queries/to-pack.server.ts'
import { MAX_PICKED, type PickLine, type PickList, type PickListQuery } from './contract.ts'

type Row = Omit<PickLine, 'place'> & { variantId: string; orderCount: number }

/** Shelf `A2` before `A10`. */
const SHELVES = new Intl.Collator('en', { numeric: true })
const byShelf = (a: PickLine, b: PickLine) =>
  Number(a.place === null) - Number(b.place === null) ||
  SHELVES.compare(a.place ?? '', b.place ?? '') ||
  SHELVES.compare(a.sku ?? '', b.sku ?? '') ||
  SHELVES.compare(a.name, b.name)

/**
 * The goods of the oldest orders that wait for packing, each once with its pieces for all of them, in the way along the shelves.
 * @param ids chooses among the orders that wait; others are left out.
 */
export async function readPickList(ctx: Context, { ids }: PickListQuery): Promise<PickList> {
  const chosen = ids ? sql`o.id = any(${ids}::uuid[]) and ${TO_PACK}` : TO_PACK
  const { rows } = await sql<Row>`
    with waiting as materialized (
      select o.id, o.prefix || '-' || o.number as reference, o.number,
        row_number() over (order by o.created_at, o.id) as place
      from customer_order o where ${chosen} order by o.created_at, o.id limit ${MAX_PICKED + 1}
    ), line as (
      select l.variant_id, l.sku, l.name, l.options, w.number, w.reference,
        l.quantity - l.refunded - least(l.quantity - l.refunded, l.backordered) as pieces
      from waiting w join order_line l on l.order_id = w.id where w.place <= ${MAX_PICKED}
    )
    select variant_id as "variantId", sku, name, options, sum(pieces)::int as quantity,
      array_agg(distinct reference order by reference) as orders, (select count(*)::int from waiting) as "orderCount"
    from line where pieces > 0 group by variant_id, sku, name, options`.execute(ctx.db)
  const places = await readShelfPlaces(
    ctx,
    rows.map(({ variantId }) => variantId),
  )
  const found = rows[0]?.orderCount ?? 0
  return {
    lines: rows
      .map(({ variantId, orderCount, ...line }) => ({ ...line, place: places.get(variantId) ?? null }))
      .toSorted(byShelf),
    orderCount: Math.min(found, MAX_PICKED),
    hasMore: found > MAX_PICKED,
  }
}

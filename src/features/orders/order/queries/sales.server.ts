import { sql } from 'kysely'
import type { Context, DataContext } from '#kernel/context.ts'

/** A paid order for sales statistics. */
export type Sale = {
  orderId: string
  userId: string
  paidAt: Date
  /** Total pieces, and the credits that they earned. */
  pieces: number
  credits: number
  /** The first line's product, as named at the time of purchase. */
  productName: string
  /** State of the address at the time of purchase, as written; null without an address. */
  state: string | null
}

const SALE = sql`
  o.id as "orderId", o.user_id as "userId", o.paid_at as "paidAt", o.ship_to->>'state' as state, l.*
  from customer_order o, lateral (
    select sum(quantity)::int as pieces, sum(quantity * entries)::int as credits,
      (array_agg(name order by position))[1] as "productName"
    from order_line where order_id = o.id
  ) l`

/** One paid order; undefined for an unpaid one. */
export async function findSale(ctx: DataContext, orderId: string): Promise<Sale | undefined> {
  const { rows } = await sql<Sale>`select ${SALE} where o.id = ${orderId} and o.status = 'paid'`.execute(ctx.db)
  return rows[0]
}

/** Paid orders, oldest first, page by page. @param after the last sale of the previous page, or a moment to start after. */
export async function listSales(
  ctx: Context,
  { after, limit }: { after: Pick<Sale, 'paidAt' | 'orderId'>; limit: number },
): Promise<Sale[]> {
  const { rows } = await sql<Sale>`
    select ${SALE} where o.status = 'paid' and (o.paid_at, o.id) > (${after.paidAt}, ${after.orderId}::uuid)
    order by o.paid_at, o.id limit ${limit}`.execute(ctx.db)
  return rows
}

import { sql } from 'kysely'
import type { Context } from '#adapters/context.ts'

/** A paid order as the shop counts it. */
export type Sale = {
  orderId: string
  userId: string
  paidAt: Date
  /** Pieces in all, and the credits that they earned. */
  pieces: number
  credits: number
  /** Its first line, as it was called then. */
  productName: string
  /** Of the address on that day, as it was written; null when there was none. */
  state: string | null
}

const SALE = sql`
  o.id as "orderId", o.user_id as "userId", o.paid_at as "paidAt", o.ship_to->>'state' as state, l.*
  from customer_order o, lateral (
    select sum(quantity)::int as pieces, sum(quantity * entries)::int as credits,
      (array_agg(name order by position))[1] as "productName"
    from order_line where order_id = o.id
  ) l`

/** One paid order; undefined when it is not paid. */
export async function saleOf(ctx: Context, orderId: string): Promise<Sale | undefined> {
  const { rows } = await sql<Sale>`select ${SALE} where o.id = ${orderId} and o.status = 'paid'`.execute(ctx.db)
  return rows[0]
}

/** Paid orders, oldest first, a page at a time. @param after the last sale of the page before, or a moment to begin after. */
export async function listSales(
  ctx: Context,
  { after, limit }: { after: Pick<Sale, 'paidAt' | 'orderId'>; limit: number },
): Promise<Sale[]> {
  const { rows } = await sql<Sale>`
    select ${SALE} where o.status = 'paid' and (o.paid_at, o.id) > (${after.paidAt}, ${after.orderId}::uuid)
    order by o.paid_at, o.id limit ${limit}`.execute(ctx.db)
  return rows
}

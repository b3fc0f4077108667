import { sql } from 'kysely'
import type { Context } from '#kernel/context.ts'
import type { Cents } from '#kernel/values/money.ts'
import { referenceOf } from '../../stored-order.server.ts'
import { searchCondition } from './order-filters.server.ts'

type Found = { id: string; reference: string; email: string; totalCents: Cents }

/** The newest orders that match `searchCondition`, without lines, for a quick view. */
export async function findOrders(ctx: Context, q: string, limit: number): Promise<Found[]> {
  const { rows } = await sql<{ id: string; number: number; email: string; totalCents: Cents }>`
    select o.id, o.number, o.email, o.total_cents as "totalCents" from customer_order o
    where ${searchCondition(q)} order by o.created_at desc, o.id desc limit ${limit}`.execute(ctx.db)
  return rows.map(({ number, ...row }) => ({ ...row, reference: referenceOf({ number }) }))
}

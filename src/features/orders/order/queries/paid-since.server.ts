import { sql } from 'kysely'
import type { Context } from '#kernel/context.ts'
import { referenceOf } from '../contract.ts'

export type PaidOrder = {
  id: string
  reference: string
  email: string
  name: string | null
  totalCents: number
  pieces: number
  credits: number
  at: Date
}

/** Orders paid since a moment and neither cancelled nor refunded, newest first, with the credits that they earned. */
export async function listPaidSince(
  ctx: Context,
  { since, limit }: { since: Date; limit: number },
): Promise<PaidOrder[]> {
  const { rows } = await sql<Omit<PaidOrder, 'reference'> & { prefix: string; number: number }>`
    select o.id, o.prefix, o.number, o.email, o.ship_to->>'name' as name, o.total_cents as "totalCents", o.paid_at as at, l.pieces, l.credits
    from (
      select id, prefix, number, email, ship_to, total_cents, paid_at from customer_order
      where status = 'paid' and standing not in ('cancelled', 'refunded') and paid_at > ${since} order by paid_at desc, id desc limit ${limit}
    ) o
    cross join lateral (
      select sum(quantity)::int as pieces, sum(quantity * entries)::int as credits from order_line where order_id = o.id
    ) l
    order by o.paid_at desc, o.id desc`.execute(ctx.db)
  return rows.map(({ prefix, number, ...row }) => ({ ...row, reference: referenceOf({ prefix, number }) }))
}

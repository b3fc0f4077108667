import { sql } from 'kysely'
import { readWaiting, type Waiting } from '#kernel/api/waiting.server.ts'
import type { Context } from '#kernel/context.ts'
import type { Cents } from '#kernel/values/money.ts'
import { referenceOf } from '../../order/contract.ts'

type Failed = { id: string; orderId: string; reference: string; amountCents: Cents; decidedAt: Date }
type Row = Omit<Failed, 'reference'> & { prefix: string; number: number }

/** Refunds that the provider or the bank refused, the oldest first. */
export async function listFailedRefunds(ctx: Context): Promise<Waiting<Failed>> {
  const { count, first } = await readWaiting(
    ctx,
    sql<Row>`
      select r.id, r.order_id as "orderId", o.prefix, o.number, r.amount_cents as "amountCents", r.created_at as "decidedAt"
      from refund r join customer_order o on o.id = r.order_id
      where r.status = 'failed' order by r.created_at, r.id`,
  )
  return { count, first: first.map(row => ({ ...row, reference: referenceOf(row) })) }
}

import { sql } from 'kysely'
import { readWaiting, type Waiting } from '#kernel/api/waiting.server.ts'
import type { Context } from '#kernel/context.ts'
import type { Cents } from '#kernel/values/money.ts'
import { referenceOf } from '../../../order/contract.ts'
import type { SHOWN_ON_HOLD } from '../../../order/standing.ts'
import { standingCondition } from './find-orders.server.ts'

type WaitingOrder = {
  id: string
  reference: string
  email: string
  totalCents: Cents
  paidAt: Date | null
  placedAt: Date
  cancelAskedAt: Date | null
}
type Row = Omit<WaitingOrder, 'reference'> & { prefix: string; number: number }

/** Orders that wait for packing, or for a decision about their payment or their buyer's request to cancel, the oldest first. */
export async function listWaitingOrders(
  ctx: Context,
  filter: 'to_pack' | 'cancel_asked' | typeof SHOWN_ON_HOLD,
): Promise<Waiting<WaitingOrder>> {
  const { count, first } = await readWaiting(
    ctx,
    sql<Row>`
      select o.id, o.prefix, o.number, o.email, o.total_cents as "totalCents", o.paid_at as "paidAt", o.created_at as "placedAt",
        o.cancel_asked_at as "cancelAskedAt"
      from customer_order o where ${standingCondition(filter)} order by o.created_at, o.id`,
  )
  return { count, first: first.map(row => ({ ...row, reference: referenceOf(row) })) }
}

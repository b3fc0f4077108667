import { sql } from 'kysely'
import { listEmailsTo } from '#features/notifications/queries/emails-to.server.ts'
import type { Context } from '#kernel/context.ts'
import { referenceOf } from '../../order/contract.ts'
import { findStoredOrder, type KnownOrder } from '../../order/stored-order.server.ts'

export type OrderStep = { kind: string; at: Date }

/** An order with the steps known to its buyer and the e-mails that name the order: evidence for the bank. */
export async function findOrderForEvidence(ctx: Context, id: string) {
  const order = await findStoredOrder(ctx, id)
  if (!order) return undefined
  const { rows } = await sql<OrderStep>`
    select kind, at from order_event where order_id = ${id}
      and kind in ('placed', 'paid', 'packed', 'shipped', 'tracking', 'delivered', 'refunded', 'cancelled')
    order by at, id`.execute(ctx.db)
  return { order, reference: referenceOf(order), steps: rows, sentEmails: await emailsAbout(ctx, order) }
}

const emailsAbout = (ctx: Context, order: KnownOrder) => listEmailsTo(ctx, order.email, referenceOf(order))

import { sql } from 'kysely'
import { refundOrder } from '#features/orders/refunds/commands/refund-order.server.ts'
import { REFUND_STATUS_OF } from '#features/orders/refunds/commands/send-refund.server.ts'
import type { Context, DataContext } from '#kernel/context.ts'
import type { Refund } from '#kernel/ports/payments.ts'
import { tellUser } from '#kernel/realtime-topics.server.ts'
import { transact } from '#kernel/transaction.server.ts'
import { Refusal } from '#platform/errors.ts'
import type { MembershipPorts } from '../../ports.ts'

/** Order of refund states. A refund only moves forward; the bank may still return one that had succeeded. */
const STEPS = ['pending', 'succeeded', 'failed'] as const

/**
 * Records a refund of a membership payment, and the sum refunded of that payment. The first payment and its refunds belong to the
 * order. Safe to call twice, late or out of order.
 * @returns whether the payment is one of a membership after the first.
 */
export function recordMembershipRefund(ctx: Context, refund: Refund): Promise<boolean> {
  return transact(ctx, async tx => {
    const invoice = await keepRefund(tx, refund)
    if (invoice) tx.onCommit(ctx => tellUser(ctx, invoice.userId, 'membership'))
    return invoice !== undefined
  })
}

/** Reads a refund by id from the provider and records it. @throws PaymentError when the provider does not answer. */
export const readMembershipRefund = async (ctx: Context, refundId: string): Promise<boolean> =>
  recordMembershipRefund(ctx, await ctx.payments.readRefund(refundId))

/** Locks the invoice first, so that two refunds of one payment are added up one after the other. */
async function keepRefund({ db }: DataContext, refund: Refund): Promise<{ id: string; userId: string } | undefined> {
  const invoice = await db
    .selectFrom('membership_invoice')
    .select(['id', 'user_id as userId'])
    .where('payment_intent_id', '=', refund.paymentIntentId)
    .where('status', '=', 'paid')
    .where('reason', '<>', 'first')
    .forUpdate()
    .executeTakeFirst()
  if (!invoice) return undefined
  const place = (status: ReturnType<typeof sql>) => sql`array_position(${[...STEPS]}::text[], ${status})`
  await sql`
    insert into membership_refund as known (id, invoice_id, status, amount_cents, created_at)
    values (${refund.id}, ${invoice.id}, ${REFUND_STATUS_OF[refund.status]}, ${refund.amountCents}, ${refund.createdAt})
    on conflict (id) do update set status = excluded.status
    where ${place(sql`excluded.status`)} > ${place(sql`known.status`)}`.execute(db)
  await sql`
    update membership_invoice i set refunded_cents = least(i.amount_cents, b.cents)
    from (select coalesce(sum(amount_cents) filter (where status <> 'failed'), 0) as cents
      from membership_refund where invoice_id = ${invoice.id}) b
    where i.id = ${invoice.id}`.execute(db)
  return invoice
}

/**
 * Refunds the order of a membership whose buyer was a member already or has deleted the account. A repeated call makes one refund.
 * @throws not_refundable while the order is not settled; the job is tried again.
 */
export async function refundSecond(ctx: Context, { refunds }: MembershipPorts, orderId: string): Promise<void> {
  try {
    await refundOrder(ctx, refunds, orderId, {
      reason: 'A second membership, ended at once',
      spentCredits: 'balance',
      restock: false,
    })
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'nothing_to_refund')) throw error
  }
}

import type { Context } from '#kernel/context.ts'
import { PaymentError } from '#kernel/ports/payments.ts'
import { enqueue } from '#kernel/transaction.server.ts'
import { refusals } from '#platform/errors.ts'
import { MEMBERSHIP_ERRORS } from '../../contract.ts'
import { findDueInvoice } from '../../invoices/queries/invoices.server.ts'
import { READ_MEMBERSHIP } from '../../job-types.server.ts'
import { readMembership } from '../sync/commands/read-membership.server.ts'
import { ownMembership } from './own-membership.server.ts'

const refuse = refusals(MEMBERSHIP_ERRORS)

/**
 * Charges a failed renewal now to the card on file. A repeated call pays once, because the provider refuses to charge a paid
 * invoice.
 * @throws subscription_not_found, Unauthorized; nothing_due when no renewal is due; renewal_not_paid when the card is declined;
 *   renewal_not_tried when the provider does not answer.
 */
export async function payRenewal(ctx: Context, userId: string, id: string): Promise<void> {
  const { provider_id: subscriptionId, status } = await ownMembership(ctx, userId, id)
  if (status !== 'past_due' || subscriptionId === null) throw refuse('nothing_due')
  const known = { userId, subscriptionId }
  try {
    const invoice = await findDueInvoice(ctx, id)
    if (invoice) await pay(ctx, invoice.id)
    if (!(await readMembership(ctx, known))) throw refuse('renewal_not_paid')
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error
    // The payment may have succeeded all the same.
    await enqueue(ctx, READ_MEMBERSHIP, known)
    if (error.kind === 'declined') throw refuse('renewal_not_paid', { reason: error.message })
    ctx.log.warn({ err: error, subscriptionId }, 'renewal not tried')
    throw refuse('renewal_not_tried')
  }
}

/** Pays an invoice. An invoice that is already paid or written off is no error here: reading the subscription again shows which. */
async function pay(ctx: Context, invoiceId: string): Promise<void> {
  try {
    await ctx.payments.payInvoice(invoiceId)
  } catch (error) {
    if (!(error instanceof PaymentError && error.kind === 'invalid')) throw error
  }
}

import type { Context } from '#adapters/context.ts'
import { PaymentError } from '#adapters/payments/port.ts'
import { refusals } from '#platform/errors.ts'
import { MEMBERSHIP_ERRORS } from '../contract.ts'
import { dueInvoiceOf } from '../queries/invoices.server.ts'
import { ownMembership } from './own-membership.server.ts'
import { readMembership } from './read-membership.server.ts'

const refuse = refusals(MEMBERSHIP_ERRORS)

/**
 * Has a failed renewal charged now, to the card on file. Done twice, it is one payment: the provider takes none for a paid one.
 * @throws subscription_not_found, Unauthorized; nothing_due when there is nothing to pay; renewal_not_paid when the card is
 *   declined; renewal_not_tried when the provider cannot be heard.
 */
export async function payRenewal(ctx: Context, userId: string, id: string): Promise<void> {
  const { provider_id: subscriptionId, status } = await ownMembership(ctx, userId, id)
  if (status !== 'past_due' || subscriptionId === null) throw refuse('nothing_due')
  const known = { userId, subscriptionId }
  try {
    const invoice = await dueInvoiceOf(ctx, id)
    if (invoice) await pay(ctx, invoice.id)
    if (!(await readMembership(ctx, known))) throw refuse('renewal_not_paid')
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error
    // It may be paid all the same.
    await ctx.jobs.enqueue(ctx.db, 'read-membership', known)
    if (error.kind === 'declined') throw refuse('renewal_not_paid', { reason: error.message })
    ctx.log.warn({ err: error, subscriptionId }, 'renewal not tried')
    throw refuse('renewal_not_tried')
  }
}

/** One that is paid or written off by now is as good as paid for here: the subscription is read anew and says which. */
async function pay(ctx: Context, invoiceId: string): Promise<void> {
  try {
    await ctx.payments.payInvoice(invoiceId)
  } catch (error) {
    if (!(error instanceof PaymentError && error.kind === 'invalid')) throw error
  }
}

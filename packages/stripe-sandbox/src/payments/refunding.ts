import type { Row } from '../books/kinds.ts'
import { newId } from '../books/kinds.ts'
import type { Work } from '../books/work.ts'
import { newRefund } from '../objects/payment.ts'

type Given = { amount: number; reason?: string | undefined; metadata?: Record<string, string> | undefined }

/** Delay of a refund that the bank does not settle at once. Real banks take days; ten seconds are short enough to watch. */
const LATER_SECONDS = 10

/** Refunds a part of a charge whose rest is large enough. Two of Stripe's test cards settle later. */
export function refundCharge(work: Work, charge: Row<'charge'>, given: Given): Row<'refund'> {
  const behaviour = charge.hidden.card?.behaviour
  const isPending = behaviour === 'refunds_later'
  const isUndecided = isPending || behaviour === 'refund_fails'
  const data = newRefund({ ...given, charge: charge.data, isPending }, work.seconds)
  const dueAt = isUndecided ? new Date(work.now.getTime() + LATER_SECONDS * 1000) : null
  const refund = work.create('refund', data, { dueAt })
  countRefunded(work, charge, given.amount)
  work.emit('refund.created', refund.data)
  work.emit('charge.refunded', charge.data)
  return refund
}

/** The bank's later answer: a pending refund succeeds, and for one card a succeeded refund fails. */
export function decideRefund(work: Work, refund: Row<'refund'>): void {
  if (refund.data.status === 'pending') {
    const { pending_reason: _, ...data } = refund.data
    work.replace(refund, { ...data, status: 'succeeded' }, null)
  } else {
    const failed = {
      status: 'failed',
      failure_reason: 'expired_or_canceled_card',
      failure_balance_transaction: newId('txn'),
    }
    work.change(refund, failed, { dueAt: null })
    const charge = work.find('charge', refund.data.charge)
    if (charge) countRefunded(work, charge, -refund.data.amount)
    work.emit('refund.failed', refund.data)
  }
  work.emit('refund.updated', refund.data)
  work.emit('charge.refund.updated', refund.data)
}

function countRefunded(work: Work, charge: Row<'charge'>, amount: number): void {
  const amount_refunded = charge.data.amount_refunded + amount
  work.change(charge, { amount_refunded, refunded: amount_refunded === charge.data.amount_captured })
}

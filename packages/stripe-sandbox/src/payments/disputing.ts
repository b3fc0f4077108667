import type Stripe from 'stripe'
import type { Row } from '../books/kinds.ts'
import type { Work } from '../books/work.ts'
import { newDispute, newMovement } from '../objects/dispute.ts'
import type { Card } from './cards.ts'

/** The three test cards whose holders dispute their payment. */
const BY_CARD: Partial<Record<Card['behaviour'], { reason: string; isInquiry: boolean }>> = {
  disputed_fraudulent: { reason: 'fraudulent', isInquiry: false },
  disputed_not_received: { reason: 'product_not_received', isInquiry: false },
  inquired: { reason: 'fraudulent', isInquiry: true },
}

export function disputeByCard(work: Work, charge: Row<'charge'>, { behaviour }: Card): void {
  const wish = BY_CARD[behaviour]
  if (wish) openDispute(work, charge, { ...wish, amount: charge.data.amount })
}

/** The bank disputes a charge. An inquiry only asks; a chargeback takes the money and the fee at once. */
export function openDispute(
  work: Work,
  charge: Row<'charge'>,
  wish: { amount: number; reason: string; isInquiry: boolean },
): Row<'dispute'> {
  const data = newDispute({ ...wish, charge: charge.data }, work.seconds)
  const dispute = work.create('dispute', data, { dueAt: new Date(data.evidence_details.due_by! * 1000) })
  // Written even without a change, so that a concurrent refund conflicts on the charge and is decided again.
  work.change(charge, { disputed: true })
  work.emit('charge.dispute.created', dispute.data)
  if (!wish.isInquiry) withdraw(work, dispute)
  return dispute
}

/** Statuses that accept an answer, and the status after the answer. */
const ANSWERED: Partial<Record<string, Stripe.Dispute.Status>> = {
  needs_response: 'under_review',
  warning_needs_response: 'warning_under_review',
}

export const needsAnswer = ({ data }: Row<'dispute'>) => data.status in ANSWERED
export const isOpenDispute = ({ data }: Row<'dispute'>) => /_response$|under_review$/.test(data.status)

/** Stores the evidence and submits it to the bank if `isSubmitted`. The two texts of Stripe's test mode decide the dispute at once. */
export function addEvidence(work: Work, dispute: Row<'dispute'>, given: object, isSubmitted: boolean): void {
  const { data } = dispute
  const evidence = { ...data.evidence, ...given }
  const details = { ...data.evidence_details, has_evidence: true }
  if (!isSubmitted) {
    work.change(dispute, { evidence, evidence_details: details })
    work.emit('charge.dispute.updated', dispute.data)
    return
  }
  const submission = { submission_count: details.submission_count + 1, submission_method: 'manual' as const }
  const status = ANSWERED[data.status]!
  work.change(dispute, { evidence, status, evidence_details: { ...details, ...submission } }, { dueAt: null })
  work.emit('charge.dispute.updated', dispute.data)
  if (evidence.uncategorized_text?.includes('winning_evidence')) decideDispute(work, dispute, 'won')
  if (evidence.uncategorized_text?.includes('losing_evidence')) decideDispute(work, dispute, 'lost')
}

/** The bank's final decision. An inquiry that ends without a chargeback is `warning_closed` for both outcomes. */
export function decideDispute(work: Work, dispute: Row<'dispute'>, outcome: 'won' | 'lost'): void {
  const isInquiry = dispute.data.status.startsWith('warning_')
  const status = isInquiry ? 'warning_closed' : outcome
  const is_charge_refundable = status !== 'lost'
  work.change(dispute, { status, is_charge_refundable }, { dueAt: null })
  if (status === 'won') {
    const back = newMovement(dispute.data, 'reversal', work.seconds)
    work.change(dispute, { balance_transactions: [...dispute.data.balance_transactions, back] })
    work.emit('charge.dispute.funds_reinstated', dispute.data)
  }
  work.emit('charge.dispute.closed', dispute.data)
}

/** Turns an inquiry into a chargeback. */
export function escalateDispute(work: Work, dispute: Row<'dispute'>): void {
  const card = { ...dispute.data.payment_method_details!.card!, case_type: 'chargeback' as const }
  work.change(dispute, {
    status: 'needs_response',
    is_charge_refundable: false,
    payment_method_details: { ...dispute.data.payment_method_details!, card },
  })
  work.emit('charge.dispute.updated', dispute.data)
  withdraw(work, dispute)
}

/** The deadline passed without an answer: a chargeback is lost. */
export function expireDispute(work: Work, dispute: Row<'dispute'>): void {
  if (!isOpenDispute(dispute)) return
  work.change(dispute, { evidence_details: { ...dispute.data.evidence_details, past_due: true } })
  decideDispute(work, dispute, 'lost')
}

function withdraw(work: Work, dispute: Row<'dispute'>): void {
  const taken = newMovement(dispute.data, 'withdrawal', work.seconds)
  work.change(dispute, { balance_transactions: [...dispute.data.balance_transactions, taken] })
  work.emit('charge.dispute.funds_withdrawn', dispute.data)
}

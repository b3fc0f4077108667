import type Stripe from 'stripe'
import { newId } from '../books/kinds.ts'

type NewDispute = { charge: Stripe.Charge; amount: number; reason: string; isInquiry: boolean }

const DAY_SECONDS = 86_400
/** Days until the shop's answer is due. */
const ANSWER_DAYS = 7

/** A new dispute: no evidence and no money moved yet. */
export function newDispute({ charge, amount, reason, isInquiry }: NewDispute, seconds: number): Stripe.Dispute {
  const brand = charge.payment_method_details?.card?.brand ?? 'visa'
  const code = reason === 'product_not_received' ? '13.1' : '10.4'
  return {
    id: newId('du'),
    object: 'dispute',
    amount,
    balance_transactions: [],
    charge: charge.id,
    created: seconds,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: emptyEvidence(charge),
    evidence_details: {
      due_by: seconds + ANSWER_DAYS * DAY_SECONDS,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: 'manual',
    is_charge_refundable: isInquiry,
    livemode: false,
    metadata: {},
    network_reason_code: code,
    payment_intent: charge.payment_intent,
    payment_method_details: {
      card: { brand, case_type: isInquiry ? 'inquiry' : 'chargeback', network: brand, network_reason_code: code },
      type: 'card',
    },
    reason,
    status: isInquiry ? 'warning_needs_response' : 'needs_response',
  }
}

/** Evidence fields with text, and evidence fields with an uploaded file. */
export const EVIDENCE_TEXTS = [
  ...(['access_activity_log', 'billing_address', 'cancellation_policy_disclosure', 'cancellation_rebuttal'] as const),
  ...(['customer_email_address', 'customer_name', 'customer_purchase_ip', 'duplicate_charge_explanation'] as const),
  ...([
    'duplicate_charge_id',
    'product_description',
    'refund_policy_disclosure',
    'refund_refusal_explanation',
  ] as const),
  ...(['service_date', 'shipping_address', 'shipping_carrier', 'shipping_date', 'shipping_tracking_number'] as const),
  'uncategorized_text',
] as const
export const EVIDENCE_FILES = [
  ...(['cancellation_policy', 'customer_communication', 'customer_signature', 'receipt', 'refund_policy'] as const),
  ...(['duplicate_charge_documentation', 'service_documentation', 'shipping_documentation'] as const),
  'uncategorized_file',
] as const

function emptyEvidence(charge: Stripe.Charge): Stripe.Dispute.Evidence {
  const names = [...EVIDENCE_TEXTS, ...EVIDENCE_FILES]
  const empty = Object.fromEntries(names.map(name => [name, null])) as Record<(typeof names)[number], null>
  const { email, name } = charge.billing_details
  return { ...empty, customer_email_address: email, customer_name: name, enhanced_evidence: {} }
}

/** A balance transaction of a dispute: a withdrawal with the bank's fee, or a reversal without it. */
export function newMovement(
  dispute: Stripe.Dispute,
  kind: 'withdrawal' | 'reversal',
  seconds: number,
): Stripe.BalanceTransaction {
  const isTaken = kind === 'withdrawal'
  const amount = isTaken ? -dispute.amount : dispute.amount
  const fee = isTaken ? DISPUTE_FEE : 0
  const details = { amount: fee, application: null, currency: 'usd', description: 'Dispute fee', type: 'stripe_fee' }
  return {
    id: newId('txn'),
    object: 'balance_transaction',
    amount,
    available_on: seconds,
    balance_type: 'payments',
    created: seconds,
    currency: dispute.currency,
    description: `Chargeback ${kind} for ${dispute.charge}`,
    exchange_rate: null,
    fee,
    fee_details: isTaken ? [details] : [],
    net: amount - fee,
    reporting_category: isTaken ? 'dispute' : 'dispute_reversal',
    source: dispute.id,
    status: 'available',
    type: 'adjustment',
  }
}

/** Stripe's fee in cents for each chargeback, also for a won one. */
const DISPUTE_FEE = 1500

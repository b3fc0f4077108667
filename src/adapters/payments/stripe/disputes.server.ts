import type Stripe from 'stripe'
import type { Dispute, DisputeEvidence, Payments } from '#kernel/ports/payments.ts'
import { ask } from './ask.server.ts'
import { paged, pageParams } from './lists.server.ts'
import { idOf, objectOf, timeOf, timeOrNull } from './objects.server.ts'

type Disputes = Pick<Payments, 'listDisputes' | 'readDispute' | 'submitEvidence' | 'acceptDispute'>

/** Stripe's limit for all text evidence, in characters; the PDF has the rest. */
const LONGEST_TEXT = 20_000

/** Disputes and their evidence. Each dispute is read with its charge, which names the order. */
export function stripeDisputes(stripe: Stripe): Disputes {
  return {
    listDisputes: ({ paymentIntentId, ...input }) =>
      ask(async () => {
        const payment = paymentIntentId && { payment_intent: paymentIntentId }
        return paged(
          await stripe.disputes.list({ ...pageParams(input), ...payment, expand: ['data.charge'] }),
          toDispute,
        )
      }),
    readDispute: id => ask(async () => toDispute(await stripe.disputes.retrieve(id, { expand: ['charge'] }))),
    submitEvidence: (id, { idempotencyKey, pdf, fileName, ...said }) =>
      ask(async () => {
        const file = { data: pdf, name: fileName, type: 'application/pdf' }
        const upload = { purpose: 'dispute_evidence', file } as const
        const { id: fileId } = await stripe.files.create(upload, { idempotencyKey: `${idempotencyKey}:file` })
        const evidence = { ...evidenceOf(said), uncategorized_file: fileId }
        const params = { evidence, submit: true, expand: ['charge'] }
        return toDispute(await stripe.disputes.update(id, params, { idempotencyKey }))
      }),
    acceptDispute: id => ask(async () => toDispute(await stripe.disputes.close(id, { expand: ['charge'] }))),
  }
}

function evidenceOf(said: Omit<DisputeEvidence, 'pdf' | 'fileName'>): Stripe.DisputeUpdateParams.Evidence {
  const fields = {
    uncategorized_text: said.summary,
    customer_name: said.customerName,
    customer_email_address: said.customerEmail,
    customer_purchase_ip: said.customerIp,
    product_description: said.productDescription,
    shipping_address: said.shippingAddress,
    shipping_carrier: said.carrier,
    shipping_tracking_number: said.trackingNumber,
    shipping_date: said.shippedAt?.toISOString().slice(0, 10) ?? null,
    refund_policy_disclosure: said.refundPolicy,
  }
  const filled = Object.entries(fields).filter((field): field is [string, string] => Boolean(field[1]))
  return Object.fromEntries(filled.map(([name, text]) => [name, text.slice(0, LONGEST_TEXT / filled.length)]))
}

/** Maps Stripe's statuses to five. The status of a dispute inquiry begins with `warning_`. */
const STATUSES: Record<string, Dispute['status']> = {
  warning_needs_response: 'needs_response',
  warning_under_review: 'under_review',
  warning_closed: 'prevented',
  needs_response: 'needs_response',
  under_review: 'under_review',
  appeal_needs_response: 'needs_response',
  appeal_under_review: 'under_review',
  won: 'won',
  lost: 'lost',
  prevented: 'prevented',
}

/** Requires an expanded `charge`. An unknown status counts as open, so that an unknown status releases nothing. */
function toDispute(dispute: Stripe.Dispute): Dispute {
  return {
    id: dispute.id,
    paymentIntentId: idOf(dispute.payment_intent),
    orderId: objectOf(dispute.charge)?.metadata.orderId ?? null,
    amountCents: dispute.amount,
    currency: dispute.currency,
    reason: dispute.reason,
    status: STATUSES[dispute.status] ?? 'under_review',
    isInquiry: dispute.status.startsWith('warning_'),
    dueBy: timeOrNull(dispute.evidence_details.due_by),
    submissionCount: dispute.evidence_details.submission_count,
    movements: dispute.balance_transactions.map(({ id, amount, fee, created }) => ({
      id,
      amountCents: amount,
      feeCents: fee,
      createdAt: timeOf(created),
    })),
    createdAt: timeOf(dispute.created),
  }
}

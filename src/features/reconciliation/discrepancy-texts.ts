import type { DiscrepancyKind } from './contract.ts'

/** Title, meaning and advice for staff, per kind of discrepancy. */
export const DISCREPANCY_TEXTS: Record<DiscrepancyKind, { title: string; meaning: string; advice: string }> = {
  charge_unknown: {
    title: 'Charge without an order',
    meaning: 'The provider took money that names no order of ours.',
    advice:
      'Find out in the provider’s dashboard whom a charge without an order was taken from, and pay it back there.',
  },
  charge_unsettled: {
    title: 'Paid, but not settled',
    meaning: 'The provider took the money of an order that does not count as paid. It is retried automatically.',
    advice: 'Look at orders that were paid and not settled: correct what disagrees, or pay the money back.',
  },
  charge_extra: {
    title: 'Charged twice',
    meaning: 'An order that is paid was paid by a second charge.',
    advice: 'Pay back the second charge of an order in the provider’s dashboard.',
  },
  charge_missing: {
    title: 'Paid order without a charge',
    meaning: 'Our books say that it was paid, and the provider has no charge for it.',
    advice: 'Do not send what has no charge at the provider, and find out who marked it as paid.',
  },
  charge_differs: {
    title: 'Amounts differ',
    meaning: 'The charge is of another amount or currency than our books say.',
    advice: 'Compare order and charge where amounts differ, and correct the order or pay back the rest.',
  },
  renewal_unknown: {
    title: 'Membership payment not booked',
    meaning: 'The provider took a membership’s payment that our books do not have.',
    advice: 'Check the subscription of a payment that is not booked, and end it if it belongs to no member.',
  },
  refund_unknown: {
    title: 'Refund not in our books',
    meaning: 'Money was paid back at the provider, and no order records it.',
    advice: 'Enter refunds that were made in the provider’s dashboard at their orders, and decide about their credits.',
  },
  refund_missing: {
    title: 'Refund missing at the provider',
    meaning: 'Our books say that money was paid back, and the provider has no such refund.',
    advice: 'Check in the provider’s dashboard whether the money was paid back, and if not, pay it back there.',
  },
  refund_differs: {
    title: 'Refunds differ',
    meaning: 'A refund has another amount here than at the provider, or failed on one side only.',
    advice: 'Retry refunds that failed at the provider, or arrange another way with the shopper.',
  },
  refund_unsent: {
    title: 'Refund not sent',
    meaning: 'A refund was decided, and the provider has not heard of it yet. It is retried automatically.',
    advice: 'If refunds stay unsent, check whether the provider can be reached and has the money.',
  },
  subscription_unknown: {
    title: 'Subscription without a membership',
    meaning: 'The provider bills a customer who has no membership here.',
    advice: 'End subscriptions without a membership in the provider’s dashboard, and pay back what they took.',
  },
  subscription_missing: {
    title: 'Membership without a subscription',
    meaning: 'A membership runs here that the provider does not bill and does not know.',
    advice: 'Memberships without billing end with their period; cancel them earlier if they were never paid.',
  },
  dispute_unbooked: {
    title: 'Dispute not booked',
    meaning:
      'A bank took or gave back money by a dispute, and our books do not have it. It is read again automatically.',
    advice: 'If a dispute stays unbooked, check whether the provider can be reached.',
  },
  dispute_unknown: {
    title: 'Dispute of an unknown payment',
    meaning: 'A cardholder disputes a payment that is neither an order’s nor a membership’s.',
    advice: 'Answer disputes of unknown payments in the provider’s dashboard before their deadline.',
  },
}

import { listEntriesSince } from '#features/giveaways/entries/queries/entries-since.server.ts'
import { listAcceptances, listRefundClausesAt } from '#features/legal/queries/acceptances.server.ts'
import { findOwnerOfBill } from '#features/membership/invoices/queries/invoices.server.ts'
import { findOrderForEvidence } from '#features/orders/history/queries/order-for-evidence.server.ts'
import { entriesOf } from '#features/orders/order/money/prices.ts'
import type { Context } from '#kernel/context.ts'
import type { Section } from '#kernel/pdf/section-pdf.server.ts'
import type { DisputeEvidence } from '#kernel/ports/payments.ts'
import { addressInLine } from '#kernel/shipping/address-lines.ts'
import { formatMoney } from '#kernel/values/money.ts'
import { TIERS } from '#kernel/values/tiers.ts'
import { reasonWords } from '../rules.ts'
import type { StoredDispute } from '../stored-dispute.server.ts'
import { moment, refundPolicyOf, stepWords } from './words.ts'

export type Evidence = {
  fileName: string
  title: string
  sections: Section[]
  /** Facts in the bank's separate fields. */
  fields: Omit<DisputeEvidence, 'pdf' | 'fileName' | 'summary'>
}

/** Gathers the evidence of a disputed payment, and no more: order, delivery, accepted terms, and use of its credits. */
export async function readEvidence(ctx: Context, dispute: StoredDispute): Promise<Evidence> {
  const found = dispute.orderId ? await findOrderForEvidence(ctx, dispute.orderId) : undefined
  const userId = found?.order.userId ?? (dispute.invoiceId && (await findOwnerOfBill(ctx, dispute.invoiceId)))
  const acceptances = userId ? await listAcceptances(ctx, userId) : []
  const agreedBefore = acceptances.filter(({ acceptedAt }) => acceptedAt <= dispute.openedAt)
  const policy = refundPolicyOf(await listRefundClausesAt(ctx, found?.order.paidAt ?? dispute.openedAt))
  const name = found?.reference ?? 'membership payment'
  return {
    fileName: `evidence-${found?.reference ?? dispute.providerId}.pdf`,
    title: `Evidence for ${name}`,
    sections: [
      disputeSection(dispute),
      ...(found ? await orderSections(ctx, found) : []),
      {
        title: 'What the buyer agreed to',
        facts: agreedBefore.map(({ title, version, acceptedAt, ip, how }) => [
          `${title}, version ${version}`,
          `${moment(acceptedAt)}, ${how === 'registration' ? 'at the registration' : 'when it was published'}${ip ? `, from ${ip}` : ''}`,
        ]),
      },
      { title: 'Refund policy in force at the purchase', paragraphs: policy },
    ],
    fields: {
      customerName: found?.order.shipTo?.name ?? null,
      customerEmail: found?.order.email ?? '',
      customerIp: agreedBefore.findLast(({ ip }) => ip)?.ip ?? null,
      productDescription: found ? itemsOf(found.order).join('\n') : 'Premium membership, renewed',
      shippingAddress: found?.order.shipTo ? addressOf(found.order.shipTo) : null,
      carrier: found?.order.carrier ?? null,
      trackingNumber: found?.order.trackingNumber ?? null,
      shippedAt: found?.steps.find(({ kind }) => kind === 'shipped')?.at ?? null,
      refundPolicy: policy.join('\n'),
    },
  }
}

const disputeSection = (dispute: StoredDispute): Section => ({
  title: 'The dispute',
  facts: [
    ['Disputed amount', formatMoney(dispute.amountCents)],
    ['Reason given', reasonWords(dispute.reason)],
    ['Opened', moment(dispute.openedAt)],
    ['Evidence is due by', dispute.dueBy ? moment(dispute.dueBy) : 'no deadline'],
    ['Dispute', dispute.providerId],
    ['Payment', dispute.paymentIntentId ?? 'unknown'],
  ],
})

type Found = NonNullable<Awaited<ReturnType<typeof findOrderForEvidence>>>
type Order = Found['order']

const addressOf = (shipTo: NonNullable<Order['shipTo']>) =>
  [addressInLine(shipTo), shipTo.country].filter(Boolean).join(', ')

const itemsOf = ({ lines }: Order) =>
  lines.map(({ name, options, quantity }) => `${quantity} × ${[name, ...Object.values(options)].join(', ')}`)

async function orderSections(ctx: Context, { order, reference, steps, sentEmails }: Found): Promise<Section[]> {
  const earned = entriesOf(order.lines)
  const tiers = TIERS.filter(tier => earned[tier] > 0)
  const since = order.paidAt ?? order.createdAt
  const used = tiers.length > 0 ? await listEntriesSince(ctx, { userId: order.userId, tiers, since }) : []
  const sections: Section[] = [
    {
      title: 'The order',
      facts: [
        ['Order', reference],
        ['Placed', moment(order.createdAt)],
        ['Paid', order.paidAt ? moment(order.paidAt) : 'no'],
        ...itemsOf(order).map((item): [string, string] => ['Item', item]),
        ['Total', formatMoney(order.price.total)],
        ['Paid back before', formatMoney(order.refundedCents)],
      ],
    },
    {
      title: 'Buyer and delivery',
      facts: [
        ['E-mail', order.email],
        ['Ship to', order.shipTo ? addressOf(order.shipTo) : 'nothing is shipped'],
        ['Carrier', order.carrier ?? 'none yet'],
        ['Tracking number', order.trackingNumber ?? 'none'],
        ...steps.map(({ kind, at }): [string, string] => [stepWords(kind), moment(at)]),
      ],
    },
    {
      title: 'Messages sent to the buyer',
      facts: sentEmails.map(({ subject, recipient, sentAt }) => [moment(sentAt!), `${subject} (to ${recipient})`]),
    },
    {
      title: 'How the credits of the order were used',
      facts: [
        ...tiers.map((tier): [string, string] => ['Credits issued', `${earned[tier]} ${tier}`]),
        ...used.map(({ title, slot, tier, at }): [string, string] => [moment(at), `${title}, slot ${slot} (${tier})`]),
      ],
    },
  ]
  return sections.filter(({ facts }) => facts!.length > 0)
}

import { defineEmail } from '#features/notifications/email.ts'
import type { DataContext } from '#kernel/context.ts'
import { zoneWordsAt } from '#kernel/values/clock/shop-clock.ts'
import { shopFormat } from '#kernel/values/clock/shop-format.ts'
import { formatMoney } from '#kernel/values/money.ts'
import { withFullStop } from '#kernel/values/words/full-stop.ts'
import { reasonWords } from './rules.ts'
import type { StoredDispute } from './stored-dispute.server.ts'

const momentOf = shopFormat({ dateStyle: 'full', timeStyle: 'short' })

/** The subject of a dispute, as staff call it. */
type About = { reference: string | null; orderId: string | null }

const nameOf = ({ reference }: About) => (reference ? `order ${reference}` : 'a membership payment')

const actionOf = ({ origin }: DataContext, { orderId }: About) =>
  orderId
    ? { label: 'Open the order', url: `${origin}/admin?tab=orders&order=${orderId}` }
    : { label: 'Open the orders', url: `${origin}/admin?tab=orders` }

type Opened = { dispute: Pick<StoredDispute, 'amountCents' | 'isInquiry' | 'reason' | 'dueBy'>; about: About }

export const openedEmail = defineEmail({
  preview: {
    dispute: {
      amountCents: 10100,
      isInquiry: false,
      reason: 'product_not_received',
      dueBy: new Date('2026-03-02T18:00:00Z'),
    },
    about: { reference: 'RD-1007', orderId: '01' },
  },
  write: (ctx, { dispute, about }: Opened) => {
    const amount = formatMoney(dispute.amountCents)
    const what = dispute.isInquiry ? 'The bank asks about' : 'The bank disputes'
    return {
      subject: `${dispute.isInquiry ? 'Dispute inquiry' : 'Chargeback'}: ${nameOf(about)}, ${amount}`,
      body: [
        withFullStop(`${what} ${amount} of ${nameOf(about)}: ${reasonWords(dispute.reason)}`),
        dispute.isInquiry
          ? 'No money was taken. The order is blocked until the dispute inquiry is closed. A refund now prevents a chargeback.'
          : 'The bank has taken the money. The order is blocked, its unspent credits are blocked too, and it cannot be refunded.',
        dispute.dueBy
          ? `Submit the evidence by ${momentOf(dispute.dueBy)} (${zoneWordsAt(dispute.dueBy).long}), or accept the dispute.`
          : 'The bank accepts no evidence for it.',
      ],
      action: actionOf(ctx, about),
    }
  },
  unproven: 'no words',
})

const ENDED = {
  won: 'The payment stands. The order continues, and its credits and entries are free again.',
  prevented: 'It ended without a chargeback. The order continues.',
  lost: 'The bank took the money back for good. Blocked credits were taken back, and flagged entries in giveaways that were not drawn are removed.',
} as const

type Closed = { dispute: Pick<StoredDispute, 'amountCents' | 'status'>; about: About }

export const closedEmail = defineEmail({
  preview: {
    dispute: { amountCents: 10100, status: 'won' as const },
    about: { reference: 'RD-1007', orderId: '01' },
  },
  write: (ctx, { dispute, about }: Closed) => {
    const status = dispute.status as keyof typeof ENDED
    const word = status === 'prevented' ? 'closed' : status
    return {
      subject: `Dispute ${word}: ${nameOf(about)}, ${formatMoney(dispute.amountCents)}`,
      body: [ENDED[status]],
      action: actionOf(ctx, about),
    }
  },
  unproven: 'no words',
})

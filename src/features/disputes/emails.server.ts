import type { Context } from '#adapters/context.ts'
import { type Email, letterOf } from '#features/notifications/letter.ts'
import { SHOP_ZONE } from '#platform/shop-day.ts'
import { formatMoney } from '#ui/format-money.ts'
import { reasonWords } from './rules.ts'
import type { StoredDispute } from './stored-dispute.server.ts'

const MOMENT = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'short', timeZone: SHOP_ZONE })

/** The subject of a dispute, as staff call it. */
type About = { reference: string | null; orderId: string | null }

const nameOf = ({ reference }: About) => (reference ? `order ${reference}` : 'a membership payment')

const actionOf = (ctx: Context, { orderId }: About) =>
  orderId
    ? { label: 'Open the order', url: `${ctx.origin}/admin?tab=orders&order=${orderId}` }
    : { label: 'Open the orders', url: `${ctx.origin}/admin?tab=orders` }

export function openedEmail(ctx: Context, dispute: StoredDispute, about: About): Email {
  const amount = formatMoney(dispute.amountCents)
  const what = dispute.isInquiry ? 'The bank asks about' : 'The bank disputes'
  return letterOf({
    subject: `${dispute.isInquiry ? 'Inquiry' : 'Chargeback'}: ${nameOf(about)}, ${amount}`,
    paragraphs: [
      `${what} ${amount} of ${nameOf(about)}: ${reasonWords(dispute.reason)}.`,
      dispute.isInquiry
        ? 'No money was taken. The order is held until the inquiry is closed. A refund now prevents a chargeback.'
        : 'The bank has taken the money. The order is held, its unspent credits are frozen, and it cannot be refunded.',
      dispute.dueBy
        ? `Submit the evidence by ${MOMENT.format(dispute.dueBy)} (Mountain time), or accept the dispute.`
        : 'The bank takes no evidence for it.',
    ],
    action: actionOf(ctx, about),
  })
}

const ENDED = {
  won: 'The payment stands. The order goes on, and its credits and entries are free again.',
  prevented: 'It ended without a chargeback. The order goes on.',
  lost: 'The bank took the money back for good. Frozen credits were taken back, and flagged entries in giveaways that were not drawn are removed.',
} as const

export function closedEmail(ctx: Context, dispute: StoredDispute, about: About): Email {
  const status = dispute.status as keyof typeof ENDED
  const word = status === 'prevented' ? 'closed' : status
  return letterOf({
    subject: `Dispute ${word}: ${nameOf(about)}, ${formatMoney(dispute.amountCents)}`,
    paragraphs: [ENDED[status]],
    action: actionOf(ctx, about),
  })
}

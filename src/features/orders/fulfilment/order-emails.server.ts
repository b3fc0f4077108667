import type { Context } from '#adapters/context.ts'
import { letterOf } from '#features/notifications/letter.ts'
import type { Cents } from '#platform/money.ts'
import { TIERS, type Tier } from '#platform/tiers.ts'
import { formatMoney } from '#ui/format-money.ts'
import { lineName } from '../line-name.ts'
import { type KnownLine, type KnownOrder, referenceOf } from '../stored-order.server.ts'
import type { OrderEmail } from './notify-buyer.server.ts'
import { trackingUrlOf } from './rules.ts'

const seeOrder = (ctx: Context, order: KnownOrder) => ({
  label: 'See your order',
  url: `${ctx.origin}/orders/${order.id}`,
})

const named = (line: KnownLine, pieces: number) => `${pieces} × ${lineName(line)}`

/** Splits each line's remaining pieces into those sent now and those sent later. */
function partedOf(order: KnownOrder) {
  const left = order.lines.map(line => ({ line, pieces: line.quantity - line.refunded }))
  const parted = left.map(({ line, pieces }) => ({ line, later: Math.min(pieces, line.backordered), pieces }))
  return {
    now: parted
      .filter(({ pieces, later }) => pieces > later)
      .map(({ line, pieces, later }) => named(line, pieces - later)),
    later: parted.filter(({ later }) => later > 0).map(({ line, later }) => named(line, later)),
  }
}

/** Sentences about the parcel, one per known fact. */
function parcelOf({ carrier, trackingNumber }: KnownOrder): string[] {
  const url = trackingUrlOf(carrier, trackingNumber)
  if (!trackingNumber) return [`Carrier: ${carrier}.`]
  return [`Carrier: ${carrier}. Tracking number: ${trackingNumber}.`, ...(url ? [`Track it: ${url}`] : [])]
}

export function shippedEmail(ctx: Context, order: KnownOrder): OrderEmail {
  const reference = referenceOf(order)
  const { now, later } = partedOf(order)
  const paragraphs = [
    `Your order ${reference} is on its way.`,
    ...parcelOf(order),
    `In the parcel: ${now.join('; ') || later.join('; ')}.`,
    ...(now.length > 0 && later.length > 0
      ? [`These are late and follow as soon as we have them: ${later.join('; ')}.`]
      : []),
  ]
  return {
    email: letterOf({
      subject: `Your Redoubt order ${reference} has shipped`,
      paragraphs,
      action: seeOrder(ctx, order),
    }),
    push: { title: 'Order shipped', body: `${reference} is on its way with ${order.carrier}.` },
    onceKey: `shipped:${order.id}`,
    about: 'shipping',
  }
}

/** The corrected tracking number of a parcel. */
export function trackingEmail(ctx: Context, order: KnownOrder): OrderEmail {
  const reference = referenceOf(order)
  const paragraphs = [`The tracking of your order ${reference} has changed.`, ...parcelOf(order)]
  return {
    email: letterOf({
      subject: `New tracking for your Redoubt order ${reference}`,
      paragraphs,
      action: seeOrder(ctx, order),
    }),
    push: { title: 'New tracking', body: `The tracking of ${reference} has changed.` },
    onceKey: `tracking:${order.id}:${order.carrier}:${order.trackingNumber ?? ''}`,
    about: 'shipping',
  }
}

export function deliveredEmail(ctx: Context, order: KnownOrder): OrderEmail {
  const reference = referenceOf(order)
  const paragraphs = [
    `Your order ${reference} was delivered.`,
    'Something is missing or not as it should be? Reply to this e-mail or write to us on the site, and we put it right.',
  ]
  return {
    email: letterOf({
      subject: `Your Redoubt order ${reference} was delivered`,
      paragraphs,
      action: seeOrder(ctx, order),
    }),
    push: { title: 'Order delivered', body: `${reference} was delivered.` },
    onceKey: `delivered:${order.id}`,
    about: 'shipping',
  }
}

/** Staff cancelled the order. @param backCents the refund in cents; null when nothing was paid. */
export function cancelledEmail(ctx: Context, order: KnownOrder, backCents: Cents | null): OrderEmail {
  const reference = referenceOf(order)
  const back =
    backCents === null ? 'Nothing was charged.' : backCents > 0 ? `We pay ${formatMoney(backCents)} back to you.` : ''
  const paragraphs = [`Your order ${reference} was cancelled, and nothing of it is sent.`, ...(back ? [back] : [])]
  return {
    email: letterOf({
      subject: `Your Redoubt order ${reference} was cancelled`,
      paragraphs,
      action: seeOrder(ctx, order),
    }),
    push: { title: 'Order cancelled', body: `${reference} was cancelled. ${back}`.trim() },
    onceKey: `cancelled:${order.id}`,
  }
}

type Refunded = {
  id: string
  amountCents: Cents
  lines: readonly { position: number; quantity: number }[]
  creditsTaken: Partial<Record<Tier, number>>
  entriesRemoved: number
}

/** A refund is on its way; for an order that cost nothing, credits were taken back. */
export function refundedEmail(ctx: Context, order: KnownOrder, refund: Refunded): OrderEmail {
  const reference = referenceOf(order)
  const pieces = refund.lines.map(({ position, quantity }) =>
    named(order.lines.find(line => line.position === position)!, quantity),
  )
  const credits = TIERS.filter(tier => refund.creditsTaken[tier]).map(tier => `${refund.creditsTaken[tier]} ${tier}`)
  const { entriesRemoved, amountCents } = refund
  const paragraphs = [
    amountCents > 0
      ? `We paid ${formatMoney(amountCents)} of your order ${reference} back to the card or account you paid with. Banks take 5 to 10 days to show it.`
      : `Your order ${reference} was taken back.`,
    ...(pieces.length > 0 ? [`Refunded: ${pieces.join('; ')}.`] : []),
    ...(credits.length > 0 ? [`Credits taken back, as these pieces had earned them: ${credits.join(', ')}.`] : []),
    ...(entriesRemoved > 0
      ? [
          `For this, ${entriesRemoved === 1 ? 'one entry' : `${entriesRemoved} entries`} of giveaways still open had to go.`,
        ]
      : []),
  ]
  const body =
    amountCents > 0 ? `${formatMoney(amountCents)} of ${reference} is on its way back.` : `${reference} was taken back.`
  return {
    email: letterOf({ subject: `Refund of your Redoubt order ${reference}`, paragraphs, action: seeOrder(ctx, order) }),
    push: { title: 'Refund', body },
    onceKey: `refunded:${refund.id}`,
  }
}

/** Paid pieces that were out of stock are sent later. */
export function backorderedEmail(ctx: Context, order: KnownOrder): OrderEmail {
  const reference = referenceOf(order)
  const { later } = partedOf(order)
  const paragraphs = [
    `Your order ${reference} is late: when your payment came, this was no longer on the shelf: ${later.join('; ')}.`,
    'We send it as soon as we have it. If you would rather not wait, reply to this e-mail and we refund it.',
  ]
  return {
    email: letterOf({
      subject: `Part of your Redoubt order ${reference} is late`,
      paragraphs,
      action: seeOrder(ctx, order),
    }),
    push: { title: 'Part of your order is late', body: `${reference}: ${later.join('; ')}.` },
    onceKey: `backordered:${order.id}`,
  }
}

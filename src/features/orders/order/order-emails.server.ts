import { html } from 'hono/html'
import { notify } from '#features/notifications/commands/notify.server.ts'
import { sendEmail } from '#features/notifications/commands/send-email.server.ts'
import { type Block, defineEmail, type Email, link } from '#features/notifications/email.ts'
import type { DataContext, TransactionContext } from '#kernel/context.ts'
import { FORGOTTEN_EMAIL } from '#kernel/personal-data.ts'
import { trackingUrlOf } from '#kernel/shipping/parcels/carriers.ts'
import { placeInWords } from '#kernel/shipping/place-in-words.ts'
import { regionOf } from '#kernel/shipping/us-states.ts'
import { type Cents, formatMoney } from '#kernel/values/money.ts'
import { TIERS, type Tier } from '#kernel/values/tiers.ts'
import { withFullStop } from '#kernel/values/words/full-stop.ts'
import { referenceOf } from './contract.ts'
import { PREVIEW_LINES } from './emails.server.ts'
import { soldName } from './line-name.ts'
import { piecesToSend } from './pieces-to-send.ts'
import type { KnownLine, KnownOrder } from './stored-order.server.ts'

const seeOrder = ({ origin }: DataContext, { id }: { id: string }) => ({
  label: 'See your order',
  url: `${origin}/orders/${id}`,
})

const named = (line: KnownLine, pieces: number) => `${pieces} × ${soldName(line)}`

type EmailedOrder = Pick<KnownOrder, 'id' | 'prefix' | 'number' | 'lines' | 'carrier' | 'trackingNumber'>

const ORDER: EmailedOrder = {
  id: '01',
  prefix: 'RD',
  number: 1007,
  lines: PREVIEW_LINES,
  carrier: 'UPS',
  trackingNumber: '1Z999',
}

/** Splits each line's remaining pieces into those sent now and those sent later. */
function partedOf(order: EmailedOrder) {
  const parted = order.lines.map(line => ({ line, ...piecesToSend(line) }))
  return {
    now: parted.filter(({ now }) => now > 0).map(({ line, now }) => named(line, now)),
    later: parted.filter(({ later }) => later > 0).map(({ line, later }) => named(line, later)),
  }
}

/** Sentences about the parcel, one per known fact. */
function parcelOf({ carrier, trackingNumber }: EmailedOrder): Block[] {
  const url = trackingUrlOf(carrier, trackingNumber)
  if (!trackingNumber) return [withFullStop(`Carrier: ${carrier}`)]
  return [
    `${withFullStop(`Carrier: ${carrier}`)} Tracking number: ${trackingNumber}.`,
    ...(url ? [html`<p>${link(url, 'Track it')}</p>`] : []),
  ]
}

export const shippedEmail = defineEmail({
  preview: ORDER,
  write: (ctx, order: EmailedOrder): OrderEmail => {
    const reference = referenceOf(order)
    const { now, later } = partedOf(order)
    return {
      subject: `Your ${ctx.settings.brand.name} order ${reference} has shipped`,
      body: [
        `Your order ${reference} is on its way.`,
        ...parcelOf(order),
        withFullStop(`In the parcel: ${now.join('; ') || later.join('; ')}`),
        ...(now.length > 0 && later.length > 0
          ? [withFullStop(`These are late and follow as soon as we have them: ${later.join('; ')}`)]
          : []),
      ],
      action: seeOrder(ctx, order),
      push: { title: 'Order shipped', body: withFullStop(`${reference} is on its way with ${order.carrier}`) },
      onceKey: `shipped:${order.id}`,
      about: 'shipping',
    }
  },
  unproven: 'no words',
})

/** The corrected tracking number of a parcel. */
export const trackingEmail = defineEmail({
  preview: ORDER,
  write: (ctx, order: EmailedOrder): OrderEmail => {
    const reference = referenceOf(order)
    return {
      subject: `New tracking for your ${ctx.settings.brand.name} order ${reference}`,
      body: [`The tracking of your order ${reference} has changed.`, ...parcelOf(order)],
      action: seeOrder(ctx, order),
      push: { title: 'New tracking', body: `The tracking of ${reference} has changed.` },
      onceKey: `tracking:${order.id}:${order.carrier}:${order.trackingNumber ?? ''}`,
      about: 'shipping',
    }
  },
  unproven: 'no words',
})

export const deliveredEmail = defineEmail({
  preview: ORDER,
  write: (ctx, order: EmailedOrder): OrderEmail => {
    const reference = referenceOf(order)
    return {
      subject: `Your ${ctx.settings.brand.name} order ${reference} was delivered`,
      body: [
        `Your order ${reference} was delivered.`,
        'Is something missing or wrong? Reply to this e-mail or write to us on the site, and we fix it.',
      ],
      action: seeOrder(ctx, order),
      push: { title: 'Order delivered', body: `${reference} was delivered.` },
      onceKey: `delivered:${order.id}`,
      about: 'shipping',
    }
  },
  unproven: 'no words',
})

type Addressed = { order: EmailedOrder; city: string; state: string; at: string }

/** The order has another address. The buyer may not know of it. */
export const addressEmail = defineEmail({
  preview: { order: ORDER, city: 'Provo', state: 'UT', at: '2026-03-02T12:00:00Z' },
  write: (ctx, { order, city, state, at }: Addressed): OrderEmail => {
    const reference = referenceOf(order)
    return {
      subject: `The shipping address of your ${ctx.settings.brand.name} order ${reference}`,
      body: [
        `Your order ${reference} is sent to ${placeInWords(city, state)}.`,
        'You did not ask for this? Please reply to this e-mail or write to us on the site at once.',
      ],
      action: seeOrder(ctx, order),
      push: { title: 'Shipping address saved', body: `${reference} is sent to ${city}, ${state}.` },
      onceKey: `address:${order.id}:${at}`,
      about: 'shipping',
    }
  },
  unproven: (data: Addressed) => ({ ...data, city: '', state: regionOf(data.state) ?? '' }),
})

/** The order was cancelled, by staff or by its buyer. `backCents` is the refund; null when nothing was paid. */
export const cancelledEmail = defineEmail({
  preview: { order: ORDER, backCents: 10100 },
  write: (ctx, { order, backCents }: { order: EmailedOrder; backCents: Cents | null }): OrderEmail => {
    const reference = referenceOf(order)
    const back =
      backCents === null ? 'Nothing was charged.' : backCents > 0 ? `We pay ${formatMoney(backCents)} back to you.` : ''
    return {
      subject: `Your ${ctx.settings.brand.name} order ${reference} was cancelled`,
      body: [`Your order ${reference} was cancelled. Nothing will be shipped.`, ...(back ? [back] : [])],
      action: seeOrder(ctx, order),
      push: { title: 'Order cancelled', body: `${reference} was cancelled. ${back}`.trim() },
      onceKey: `cancelled:${order.id}`,
    }
  },
  unproven: 'no words',
})

/** The buyer asked to cancel, and staff decide. */
export const cancelAskedEmail = defineEmail({
  preview: { order: ORDER, at: '2026-03-02T12:00:00Z' },
  write: (ctx, { order, at }: { order: EmailedOrder; at: string }): OrderEmail => {
    const reference = referenceOf(order)
    return {
      subject: `You asked to cancel your ${ctx.settings.brand.name} order ${reference}`,
      body: [
        `We have your request to cancel ${reference}. Until we decide, the order is not sent.`,
        'Credits of this order are in entries that cannot be taken back, so a member of our staff looks at it. We write to you.',
      ],
      action: seeOrder(ctx, order),
      push: { title: 'Request received', body: `We decide about cancelling ${reference} and write to you.` },
      onceKey: `cancel-asked:${order.id}:${at}`,
    }
  },
  unproven: 'no words',
})

/** Staff decided to send the order that its buyer asked to cancel. */
export const orderKeptEmail = defineEmail({
  preview: { order: ORDER, at: '2026-03-02T12:00:00Z' },
  write: (ctx, { order, at }: { order: EmailedOrder; at: string }): OrderEmail => {
    const reference = referenceOf(order)
    return {
      subject: `Your ${ctx.settings.brand.name} order ${reference} will be sent`,
      body: [
        `We could not cancel your order ${reference}, because its credits are spent on entries that count. We send it as planned.`,
        'Do you have a question? Reply to this e-mail or write to us on the site.',
      ],
      action: seeOrder(ctx, order),
      push: { title: 'Order not cancelled', body: `We could not cancel ${reference}. We send it as planned.` },
      onceKey: `kept:${order.id}:${at}`,
    }
  },
  unproven: 'no words',
})

type Refunded = {
  id: string
  amountCents: Cents
  lines: readonly { position: number; quantity: number }[]
  creditsTaken: Partial<Record<Tier, number>>
  entriesRemoved: number
}

/** A refund is on its way; for an order that cost nothing, credits were taken back. */
export const refundedEmail = defineEmail({
  preview: {
    order: ORDER,
    refund: {
      id: '02',
      amountCents: 6040,
      lines: [{ position: 1, quantity: 2 }],
      creditsTaken: { Silver: 4 },
      entriesRemoved: 2,
    },
  },
  write: (ctx, { order, refund }: { order: EmailedOrder; refund: Refunded }): OrderEmail => {
    const reference = referenceOf(order)
    const pieces = refund.lines.map(({ position, quantity }) =>
      named(order.lines.find(line => line.position === position)!, quantity),
    )
    const credits = TIERS.filter(tier => refund.creditsTaken[tier]).map(tier => `${refund.creditsTaken[tier]} ${tier}`)
    const { entriesRemoved, amountCents } = refund
    const entries = entriesRemoved === 1 ? 'one entry' : `${entriesRemoved} entries`
    return {
      subject: `Refund of your ${ctx.settings.brand.name} order ${reference}`,
      body: [
        amountCents > 0
          ? `We paid ${formatMoney(amountCents)} of your order ${reference} back to the card or account you paid with. Banks take 5 to 10 days to show it.`
          : `We took back your order ${reference}.`,
        ...(pieces.length > 0 ? [withFullStop(`Refunded: ${pieces.join('; ')}`)] : []),
        ...(credits.length > 0 ? [`Credits taken back, as these pieces had earned them: ${credits.join(', ')}.`] : []),
        ...(entriesRemoved > 0 ? [`For this, we removed ${entries} in giveaways that are still open.`] : []),
      ],
      action: seeOrder(ctx, order),
      push: {
        title: 'Refund',
        body:
          amountCents > 0
            ? `${formatMoney(amountCents)} of ${reference} is on its way back.`
            : `${reference} was taken back.`,
      },
      onceKey: `refunded:${refund.id}`,
    }
  },
  unproven: 'no words',
})

/** Paid pieces that were out of stock are sent later. */
export const backorderedEmail = defineEmail({
  preview: ORDER,
  write: (ctx, order: EmailedOrder): OrderEmail => {
    const reference = referenceOf(order)
    const late = partedOf(order).later.join('; ')
    return {
      subject: `Part of your ${ctx.settings.brand.name} order ${reference} is late`,
      body: [
        withFullStop(`Your order ${reference} is late: when your payment arrived, this was out of stock: ${late}`),
        'We send it as soon as we have it. If you would rather not wait, reply to this e-mail and we refund it.',
      ],
      action: seeOrder(ctx, order),
      push: { title: 'Part of your order is late', body: withFullStop(`${reference}: ${late}`) },
      onceKey: `backordered:${order.id}`,
    }
  },
  unproven: 'no words',
})

/** The e-mail of one step of an order, and its push for browsers subscribed to order updates. */
export type OrderEmail = Email & {
  push: { title: string; body: string }
  /** Identifies the step, so that its push is sent once. */
  onceKey: string
  /** The topic of the push. */
  about?: 'order' | 'shipping'
}

/** Queues the e-mail and the push of a step. A deleted account gets neither. */
export async function notifyBuyer(tx: TransactionContext, order: KnownOrder, message: OrderEmail): Promise<void> {
  const { id: orderId, userId, email: to } = order
  if (to === FORGOTTEN_EMAIL) return
  await sendEmail(tx, { to, userId }, message)
  const data = { type: message.about ?? 'order', orderId }
  await notify(tx, { userId, kind: 'order_update', onceKey: message.onceKey, push: { ...message.push, data } })
}

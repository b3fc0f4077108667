import { formatMoney } from '#kernel/values/money.ts'
import type { Tier } from '#kernel/values/tiers.ts'
import { newId } from '#platform/values/ids.server.ts'
import type { StoredDetail } from '../order/commands/order-events.server.ts'
import { type Breakdown, unitCentsOf } from '../order/money/prices.ts'
import {
  type ChosenPieces,
  creditsOfPieces,
  NOTHING,
  partsOfPieces,
  piecesLeft,
} from '../order/money/refunded-parts.ts'
import type { Fulfilment } from '../order/standing.ts'

/** A paid order of the demo history. */
export type PaidOrder = {
  id: string
  price: Breakdown
  lines: readonly PaidLine[]
  paidAt: Date
  /** Null when the order has not been shipped. */
  shippedAt: Date | null
  deliveredAt: Date | null
  isRefunded: boolean
}
type PaidLine = {
  name: string
  tier: Tier
  entries: number
  quantity: number
  listCents: number
  saleCents: number | null
  /** The variant is out of stock. */
  isSoldOut: boolean
}

type Step = {
  kind: 'backordered' | 'packed' | 'shipped' | 'delivered' | 'refunded' | 'refund_failed'
  at: Date
  detail?: StoredDetail
  note?: string
}
export type PastRefund = ReturnType<typeof refundOf>

/** The later course of a paid order. */
export type Aftermath = {
  fulfilment: Fulfilment
  parcel: { carrier: string; trackingNumber: string } | null
  /** Position of the backordered line. */
  owed: number | null
  steps: Step[]
  refund: PastRefund | null
}

const HOUR = 3600_000
/** Independent of the seeding day: the newest orders wait for packing, one is packed, and the next are shipped. */
const WAITING = 2
const PACKED = 3
const ON_THE_ROAD = 6
const RETURNED_AFTER_HOURS = 40
/** Staff's reason on every refund of the demo history. */
export const REASON = 'Sent back unused.'

/**
 * Computes the later course of paid orders, so that the demo has every state: waiting, packed, shipped, delivered, backordered, fully or
 * partly refunded, and one refund refused by the bank.
 * @param orders newest first.
 */
export function afterPayment(orders: readonly PaidOrder[], now: Date): Map<string, Aftermath> {
  const owed = orders.findIndex((order, rank) => rank >= ON_THE_ROAD && order.lines.some(line => line.isSoldOut))
  const partly = orders.filter((order, rank) => rank !== owed && isPartlyReturned(order, now)).slice(0, 2)
  return new Map(
    orders.map((order, rank) => {
      const sent = rank === owed ? owedOrder(order) : sentOrder(order, rank, now)
      if (order.isRefunded) return [order.id, withRefund(sent, refundOf(order, piecesLeft(unrefunded(order)), now))]
      if (!partly.includes(order)) return [order.id, sent]
      const position = order.lines.findIndex(line => line.quantity > 1)
      return [order.id, withRefund(sent, refundOf(order, [{ position, quantity: 1 }], now, order === partly[1]))]
    }),
  )
}

/** True when one of several equal pieces was returned some days ago. */
const isPartlyReturned = ({ isRefunded, lines, deliveredAt }: PaidOrder, now: Date) =>
  !isRefunded &&
  deliveredAt !== null &&
  +deliveredAt + RETURNED_AFTER_HOURS * HOUR < +now &&
  lines.some(line => line.quantity > 1)

const between = (from: Date, to: Date, part: number) => new Date(+from + (+to - +from) * part)

function owedOrder({ lines, paidAt }: PaidOrder): Aftermath {
  const owed = lines.findIndex(line => line.isSoldOut)
  const { quantity, name } = lines[owed]!
  const step: Step = { kind: 'backordered', at: paidAt, note: `${quantity} × ${name}` }
  return { fulfilment: 'unfulfilled', parcel: null, owed, steps: [step], refund: null }
}

function sentOrder(order: PaidOrder, rank: number, now: Date): Aftermath {
  const unsent = { parcel: null, owed: null, refund: null }
  if (rank < WAITING) return { ...unsent, fulfilment: 'unfulfilled', steps: [] }
  const shippedAt = order.shippedAt ?? between(order.paidAt, now, 0.5)
  const steps: Step[] = [{ kind: 'packed', at: between(order.paidAt, shippedAt, 0.8) }]
  if (rank < PACKED) return { ...unsent, fulfilment: 'packed', steps }
  const parcel = parcelOf(rank)
  steps.push({ kind: 'shipped', at: shippedAt, detail: parcel })
  if (rank < ON_THE_ROAD || !order.deliveredAt) return { ...unsent, fulfilment: 'shipped', parcel, steps }
  steps.push({ kind: 'delivered', at: order.deliveredAt })
  return { ...unsent, fulfilment: 'delivered', parcel, steps }
}

/** Tracking numbers in the carriers' formats. No real parcel has them. */
function parcelOf(rank: number): NonNullable<Aftermath['parcel']> {
  const number = (digits: number) => String(rank + 1).padStart(digits, '0')
  if (rank % 3 === 0) return { carrier: 'UPS', trackingNumber: `1Z999AA1${number(10)}` }
  if (rank % 3 === 1) return { carrier: 'FedEx', trackingNumber: `7700${number(8)}` }
  return { carrier: 'USPS', trackingNumber: `94001118992200${number(8)}` }
}

const unrefunded = ({ lines }: PaidOrder) =>
  lines.map((line, position) => ({ ...line, position, unitCents: unitCentsOf(line), discountCents: 0, refunded: 0 }))

function refundOf(order: PaidOrder, chosen: ChosenPieces[], now: Date, isFailed = false) {
  const lines = unrefunded(order)
  const last = order.deliveredAt ?? order.shippedAt ?? order.paidAt
  const at = new Date(Math.min(+last + RETURNED_AFTER_HOURS * HOUR, +between(last, now, 0.5)))
  const credits = creditsOfPieces(lines, chosen)
  return {
    id: newId(),
    ...partsOfPieces({ price: order.price, lines, before: NOTHING }, chosen),
    credits,
    at,
    isFailed,
  }
}

function withRefund(sent: Aftermath, refund: PastRefund): Aftermath {
  const amountCents = refund.parts.amount
  const detail = { amountCents, credits: refund.credits }
  const steps: Step[] = [...sent.steps, { kind: 'refunded', at: refund.at, detail, note: REASON }]
  if (refund.isFailed) {
    const note = `The refund of ${formatMoney(amountCents)} failed: expired or canceled card`
    steps.push({ kind: 'refund_failed', at: answeredAt(refund), detail: { amountCents }, note })
  }
  return { ...sent, steps, refund }
}

/** The moment of the bank's answer, 4 minutes after the refund. */
export const answeredAt = ({ at }: PastRefund) => new Date(+at + 4 * 60_000)

/** Column values of the order row. An unsent order has no parcel data. */
export const columnsAfterPayment = ({ fulfilment, parcel, refund }: Aftermath) => ({
  fulfilment,
  carrier: parcel?.carrier ?? null,
  tracking_number: parcel?.trackingNumber ?? null,
  refunded_cents: refund?.parts.amount ?? 0,
})

export const lineColumnsAfterPayment = ({ owed, refund }: Aftermath, position: number, quantity: number) => ({
  backordered: position === owed ? quantity : 0,
  refunded: refund?.lines.find(line => line.position === position)?.quantity ?? 0,
})

/** The steps as rows of the time line. @param actorId the staff member who made them. */
export const eventsAfterPayment = (orderId: string, { steps }: Aftermath, actorId: string | null) =>
  steps.map(({ kind, at, detail = {}, note = null }) => ({
    id: newId(),
    order_id: orderId,
    kind,
    at,
    note,
    detail: JSON.stringify(detail),
    actor_id: kind === 'backordered' || kind === 'refund_failed' ? null : actorId,
  }))

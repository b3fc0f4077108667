import { sql } from 'kysely'
import type { TransactionContext } from '#kernel/context.ts'
import { formatMoney } from '#kernel/values/money.ts'
import type { Tier } from '#kernel/values/tiers.ts'
import { requireOneRow } from '#platform/db/one-row.server.ts'
import { newId } from '#platform/values/ids.server.ts'
import { requireMove } from '../order/commands/move-order.server.ts'
import { addEvent, type StoredDetail } from '../order/commands/order-events.server.ts'
import { type Breakdown, unitCentsOf } from '../order/money/prices.ts'
import {
  type ChosenPieces,
  creditsOfPieces,
  NOTHING,
  partsOfPieces,
  piecesLeft,
} from '../order/money/refunded-parts.ts'

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
  return { parcel: null, owed, steps: [step], refund: null }
}

function sentOrder(order: PaidOrder, rank: number, now: Date): Aftermath {
  const unsent = { parcel: null, owed: null, refund: null }
  if (rank < WAITING) return { ...unsent, steps: [] }
  const shippedAt = order.shippedAt ?? between(order.paidAt, now, 0.5)
  const steps: Step[] = [{ kind: 'packed', at: between(order.paidAt, shippedAt, 0.8) }]
  if (rank < PACKED) return { ...unsent, steps }
  const parcel = parcelOf(rank)
  steps.push({ kind: 'shipped', at: shippedAt, detail: parcel })
  if (rank < ON_THE_ROAD || !order.deliveredAt) return { ...unsent, parcel, steps }
  steps.push({ kind: 'delivered', at: order.deliveredAt })
  return { ...unsent, parcel, steps }
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

const MOVES = { packed: 'pack', shipped: 'ship', delivered: 'deliver', refunded: 'refund' } as const

/** Takes the later steps of a paid order. @param actorId the staff member who made them. */
export async function takeSteps(
  tx: TransactionContext,
  orderId: string,
  { steps, parcel, refund }: Aftermath,
  actorId: string | null,
): Promise<void> {
  for (const { kind, at, detail = {}, note = null } of steps) {
    if (kind === 'backordered' || kind === 'refund_failed') {
      await addEvent(tx, orderId, { kind, at, detail, note, isOfShop: true })
      continue
    }
    await requireMove(tx, orderId, MOVES[kind], {
      event: { at, detail, note, actorId },
      ...(kind === 'shipped' && parcel && { set: parcelColumns(parcel) }),
      ...(kind === 'refunded' && refund && { cents: refund.parts.amount }),
    })
  }
  for (const { position, quantity } of refund?.lines ?? []) {
    const line = tx.db.updateTable('order_line').where('order_id', '=', orderId).where('position', '=', position)
    requireOneRow(await line.set({ refunded: quantity }).executeTakeFirst(), `line ${position} of order ${orderId}`)
  }
}

const parcelColumns = ({ carrier, trackingNumber }: NonNullable<Aftermath['parcel']>) =>
  sql`carrier = ${carrier}, tracking_number = ${trackingNumber}`

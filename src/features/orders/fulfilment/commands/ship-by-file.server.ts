import type { Context } from '#kernel/context.ts'
import { runCostly } from '#kernel/costly/run-costly.server.ts'
import { carrierNameOf } from '#kernel/shipping/parcels/carriers.ts'
import {
  carrierOfNumber,
  isTrackingNumber,
  parcelDoubt,
  trackingNumberOf,
} from '#kernel/shipping/parcels/parcel-number.ts'
import { Refusal } from '#platform/errors.ts'
import { referenceOf } from '../../order/contract.ts'
import { findOrderNumbered } from '../../order/queries/numbered-order.server.ts'
import { shortPrefixes, writtenReference } from '../../order/queries/written-reference.ts'
import { findStoredOrder, type KnownOrder } from '../../order/stored-order.server.ts'
import { ShipBody } from '../contract.ts'
import type { TrackingFile, TrackingResult } from '../tracking-file/contract.ts'
import { type TrackingLine, trackingLinesOf } from '../tracking-file/tracking-lines.server.ts'
import { shipUnsent } from './send-order.server.ts'

/** Why a line ships nothing, as a sentence. */
class Unshipped extends Error {}

/**
 * Ships each order of a file of tracking numbers, each in its own transaction with its own e-mail, so that one failure does not block the
 * others. An order that is already shipped with the same number is done; with another number it is left as it is, because a wrong line would
 * tell its buyer a wrong number.
 * @throws invalid_input for text that is no such list
 */
export async function shipByFile(ctx: Context, { csv, carrier = '' }: TrackingFile): Promise<TrackingResult[]> {
  const lines = await runCostly(ctx, 'imports', async () => trackingLinesOf(csv))
  const results: TrackingResult[] = []
  for (const line of lines) results.push(await shipLine(ctx, { ...line, carrier: line.carrier || carrier }, results))
  return results
}

async function shipLine(ctx: Context, line: TrackingLine, before: readonly TrackingResult[]): Promise<TrackingResult> {
  const trackingNumber = isTrackingNumber(line.number) ? trackingNumberOf(line.number) : null
  const carrier = carrierNameOf(line.carrier) || (trackingNumber && carrierOfNumber(trackingNumber)) || null
  const result = { line: line.line, order: line.order.slice(0, 60), carrier, trackingNumber }
  let id: string | null = null
  try {
    const order = await orderOf(ctx, line.order)
    id = order.id
    await ship(ctx, order, parcelOf(line.number, carrier))
    return { ...result, id, ok: true, error: null, warning: doubtOf(before, { carrier, trackingNumber, id }) }
  } catch (error) {
    if (error instanceof Unshipped || error instanceof Refusal) {
      return { ...result, id, ok: false, error: error.message, warning: null }
    }
    throw error
  }
}

/** @throws Unshipped for text that is no order's number, or a number of no order or of another shop's. */
async function orderOf(ctx: Context, written: string): Promise<KnownOrder> {
  if (!written) throw new Unshipped('This line names no order.')
  const reference = writtenReference(written, shortPrefixes(ctx.settings.brand.orderPrefix))
  if (!reference) throw new Unshipped(`“${written.slice(0, 60)}” is not the number of an order.`)
  const order = await findOrderNumbered(ctx, reference.number)
  if (!order) throw new Unshipped(`There is no order ${written.slice(0, 60)}.`)
  if (reference.prefix !== null && reference.prefix !== order.prefix)
    throw new Unshipped(`${written} is not an order of this shop. The order with this number is ${referenceOf(order)}.`)
  return order
}

/** A spreadsheet's form of a long number, whose last digits are lost. */
const SHORTENED = /^\d([.,]\d+)?E\+?\d+$/i

/** @throws Unshipped for a number that cannot be stored, or a carrier that nothing tells. */
function parcelOf(number: string, carrier: string | null): ShipBody {
  if (SHORTENED.test(number.trim()))
    throw new Unshipped(`A spreadsheet shortened this number to ${number}. Please format its column as text.`)
  const parsed = ShipBody.safeParse({ carrier: carrier ?? '?', trackingNumber: number })
  if (!parsed.success) throw new Unshipped(parsed.error.issues[0]!.message)
  if (!trackingNumberOf(number)) throw new Unshipped('The tracking number is missing.')
  if (carrier === null)
    throw new Unshipped('This number does not tell its carrier. Please choose one, or write it in a third column.')
  return parsed.data
}

async function ship(ctx: Context, order: KnownOrder, parcel: ShipBody): Promise<void> {
  try {
    await shipUnsent(ctx, order.id, order, parcel)
  } catch (error) {
    const now =
      error instanceof Refusal && error.code === 'order_moved' ? await findStoredOrder(ctx, order.id) : undefined
    if (!now || !['shipped', 'delivered'].includes(now.standing)) throw error
    if (now.trackingNumber === trackingNumberOf(parcel.trackingNumber)) return
    const sent = [now.carrier, now.trackingNumber].filter(Boolean).join(' ')
    throw new Unshipped(`This order is ${now.standing} already with ${sent}. You can correct the number on its page.`)
  }
}

type Sent = { id: string; carrier: string | null; trackingNumber: string | null }

function doubtOf(before: readonly TrackingResult[], { id, carrier, trackingNumber }: Sent): string | null {
  const other = before.find(one => one.ok && one.id !== id && one.trackingNumber === trackingNumber)
  if (other) return `Line ${other.line} has this number for another order.`
  return parcelDoubt(carrier ?? '', trackingNumber)
}

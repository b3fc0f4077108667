import { refusals } from '#platform/errors.ts'
import { lineName } from '../../order/line-name.ts'
import { type ChosenPieces, piecesLeft } from '../../order/money/refunded-parts.ts'
import type { KnownOrder } from '../../order/stored-order.server.ts'
import { REFUND_ERRORS } from '../contract.ts'

const refuse = refusals(REFUND_ERRORS)

/**
 * The chosen pieces, at most the rest of each line.
 * @throws not_refundable, nothing_to_refund, beyond_refundable with the line and its rest.
 */
export function chosenPieces(order: KnownOrder, lines: ChosenPieces[] | undefined): ChosenPieces[] {
  if (order.status !== 'paid') throw refuse('not_refundable')
  const left = piecesLeft(order.lines)
  if (left.length === 0) throw refuse('nothing_to_refund')
  for (const { position, quantity } of lines ?? []) {
    const most = left.find(line => line.position === position)?.quantity ?? 0
    const line = order.lines.find(one => one.position === position)
    if (quantity > most) throw refuse('beyond_refundable', { position, left: most, name: line ? lineName(line) : '?' })
  }
  return lines ?? left
}

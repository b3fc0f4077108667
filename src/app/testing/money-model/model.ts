import { goneBack } from './arithmetic.ts'
import { hasGoods, type ModelOrder, type Outcome, piecesLeft } from './books.ts'
import { Payments } from './payments.ts'
import type { OrderStep, RefundStep } from './plan.ts'

/** A shop without a database, and the outcome of every step. Written from the requirements and docs/decisions, not from the tested code. */
export class Model extends Payments {
  /** @returns the order that a step refers to; undefined when there is none. */
  orderFor(step: OrderStep): ModelOrder | undefined {
    const isMeant = (order: ModelOrder) =>
      ['refund', 'pack', 'ship', 'cancelByStaff'].includes(step.do)
        ? order.status === 'paid' && hasGoods(order)
        : order.status !== 'paid' && order.page !== 'expired'
    const meant = step.any ? [] : this.orders.filter(isMeant)
    return (meant.length > 0 ? meant : this.orders).at(-1 - step.order)
  }

  /** The units of a refund, mapped to existing lines unless `any`. */
  piecesFor(order: ModelOrder, { pieces, any }: RefundStep): RefundStep['pieces'] {
    if (any || !pieces) return pieces
    const named = pieces.map(piece => ({ ...piece, line: piece.line % order.lines.length }))
    return named.filter((piece, at) => named.findIndex(({ line }) => line === piece.line) === at)
  }

  cancelByStaff(order: ModelOrder): Outcome {
    if (this.standing(order) === 'shipped') return 'sent_already'
    if (order.status === 'pending') {
      if (order.page === 'open') return this.cancel(order)
      this.settle(order)
      return 'order_moved'
    }
    if (!['paid', 'packed'].includes(this.standing(order))) return 'order_moved'
    if (!hasGoods(order)) return 'nothing_to_send'
    this.payBack(order, piecesLeft(order), { spentCredits: 'balance', restock: true })
    order.isCancelled = true
    return 'ok'
  }

  pack(order: ModelOrder): Outcome {
    return this.send(order, 'packed', ['paid'])
  }

  ship(order: ModelOrder): Outcome {
    if (this.standing(order) === 'shipped') return 'ok'
    return this.send(order, 'shipped', ['paid', 'packed'])
  }

  protected send(order: ModelOrder, to: 'packed' | 'shipped', from: string[]): Outcome {
    if (!from.includes(this.standing(order))) return 'order_moved'
    if (!hasGoods(order)) return 'nothing_to_send'
    order.fulfilment = to
    return 'ok'
  }

  refund(order: ModelOrder, { pieces, spentCredits, restock }: RefundStep): Outcome {
    if (order.status !== 'paid') return 'not_refundable'
    const left = piecesLeft(order)
    if (left.length === 0) return 'nothing_to_refund'
    const fits = (piece: { line: number; quantity: number }) =>
      left.some(({ line, quantity }) => line === piece.line && piece.quantity <= quantity)
    if (pieces && !pieces.every(fits)) return 'beyond_refundable'
    this.payBack(order, pieces ?? left, { spentCredits, restock })
    return 'ok'
  }

  /** The amount of a refund, and its credits by tier. Changes nothing. */
  preview(order: ModelOrder, step: RefundStep): { amount: number; credits: Record<string, number> } | Outcome {
    const { available, entries, stock } = structuredClone({ ...this, plan: undefined })
    const copy = Object.assign(new Model(this.plan), { available, entries, stock, orders: [structuredClone(order)] })
    const [again] = copy.orders
    const outcome = copy.refund(again!, step)
    if (outcome !== 'ok') return outcome
    const removed = this.entries[order.user]! - copy.entries[order.user]!
    const credits: Record<string, number> = {}
    for (const { tier } of earnedBy(order, step.pieces ?? piecesLeft(order))) {
      const before = (this.available[order.user]![tier] ?? 0) + (tier === 'Bronze' ? removed : 0)
      credits[tier] = before - (copy.available[order.user]![tier] ?? 0)
    }
    return { amount: again!.refunds.at(-1)!.amount, credits }
  }

  protected payBack(
    order: ModelOrder,
    pieces: readonly { line: number; quantity: number }[],
    { spentCredits, restock }: Pick<RefundStep, 'spentCredits' | 'restock'>,
  ): void {
    const before = goneBack(order.price, order.lines).total
    const earned = earnedBy(order, pieces)
    for (const { line: at, quantity } of pieces) {
      const line = order.lines[at]!
      line.refunded += quantity
      // Cancels backordered units before shipped ones.
      const cancelled = Math.min(quantity, line.backordered)
      line.backordered -= cancelled
      const shelf = this.stock[line.product]!
      if (restock && shelf.onHand !== null) shelf.onHand += quantity - cancelled
    }
    const amount = goneBack(order.price, order.lines).total - before
    order.refunds.push({ amount, isSent: amount === 0 })
    if (spentCredits === 'keep') return
    for (const { tier, owed } of earned) {
      const has = this.available[order.user]![tier] ?? 0
      if (spentCredits === 'entries' && tier === 'Bronze') this.removeEntries(order.user, owed - has)
      this.give(order.user, tier, -Math.min(owed, this.available[order.user]![tier] ?? 0))
    }
  }

  protected removeEntries(user: number, wanted: number): void {
    const removed = Math.max(0, Math.min(wanted, this.entries[user]!))
    this.entries[user]! -= removed
    this.give(user, 'Bronze', removed)
  }

  /** @returns whether there was a refund to send. */
  sendRefunds(): boolean {
    const waiting = this.orders.flatMap(order => order.refunds).filter(refund => !refund.isSent)
    for (const refund of waiting) refund.isSent = true
    return waiting.length > 0
  }

  enter(user: number, count: number): Outcome {
    if ((this.available[user]!.Bronze ?? 0) < count) return 'refused'
    this.give(user, 'Bronze', -count)
    this.entries[user]! += count
    return 'ok'
  }
}

/** Credits by tier that units of an order earned; tiers without credits are left out. */
function earnedBy(order: ModelOrder, pieces: readonly { line: number; quantity: number }[]) {
  const earned: Record<string, number> = {}
  for (const { line: at, quantity } of pieces) {
    const { tier, entries } = order.lines[at]!
    earned[tier] = (earned[tier] ?? 0) + entries * quantity
  }
  return Object.entries(earned).flatMap(([tier, owed]) => (owed > 0 ? [{ tier, owed }] : []))
}

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Tier } from '#kernel/values/tiers.ts'
import type { Breakdown } from './prices.ts'
import {
  addParts,
  creditsOfPieces,
  NOTHING,
  partsOfAmount,
  partsOfPieces,
  piecesLeft,
  type RefundableLine,
  type RefundedParts,
  shelfOf,
} from './refunded-parts.ts'

/** The parts of a whole order. */
const wholeOf = (price: Breakdown): RefundedParts => ({
  subtotal: price.subtotal,
  discount: price.discount,
  feeClient: price.fee.clientShare,
  feePlatform: price.fee.platformShare,
  shipping: price.shipping,
  tax: price.tax,
  amount: price.total,
})

/** Spreads a discount over lines like a placed order does: rounded on the running sum. */
function spread(discount: number, costs: readonly number[]): number[] {
  const all = costs.reduce((sum, cost) => sum + cost, 0)
  let passed = 0
  return costs.map(cost => {
    const before = all ? Math.round((discount * passed) / all) : 0
    passed += cost
    return (all ? Math.round((discount * passed) / all) : 0) - before
  })
}

const Lines = fc.array(
  fc.record({
    listCents: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 50_000 })),
    quantity: fc.integer({ min: 1, max: 9 }),
  }),
  { minLength: 1, maxLength: 5 },
)
const cents = fc.nat(5000)
/** Fee, shipping and tax take any value, even for free goods, because the rule must not depend on their origin. */
const Orders = fc.record({
  goods: Lines,
  percent: fc.integer({ min: 0, max: 100 }),
  clientShare: cents,
  platformShare: cents,
  shipping: cents,
  tax: cents,
})

type Made = { price: Breakdown; lines: RefundableLine[] }
type Wanted = typeof Orders extends fc.Arbitrary<infer T> ? T : never

function orderOf({ goods, percent, clientShare, platformShare, shipping, tax }: Wanted): Made {
  const costs = goods.map(line => line.listCents * line.quantity)
  const subtotal = costs.reduce((sum, cost) => sum + cost, 0)
  const discount = Math.floor((subtotal * percent) / 100)
  const amount = clientShare + platformShare
  const total = subtotal - discount + amount + shipping + tax
  const price = { subtotal, discount, fee: { amount, clientShare, platformShare }, shipping, tax, total }
  const shares = spread(discount, costs)
  const lines = goods.map(({ quantity, listCents }, position) => ({
    ...{ position, quantity, unitCents: listCents, refunded: 0 },
    discountCents: shares[position]!,
  }))
  return { price, lines }
}

/** Refunds the chosen pieces and returns the remaining lines. */
function payBack(order: Made, before: RefundedParts, chosen: { position: number; quantity: number }[]) {
  const refund = partsOfPieces({ ...order, before }, chosen)
  const lines = order.lines.map(line => ({
    ...line,
    refunded: line.refunded + (refund.lines.find(({ position }) => position === line.position)?.quantity ?? 0),
  }))
  return { ...refund, order: { ...order, lines }, after: addParts([before, refund.parts]) }
}

/** A step on an order: refund pieces of a line (0 is all that is left), or a provider refund in thousandths of the rest. */
const Step = fc.oneof(
  fc.record({ line: fc.nat(4), pieces: fc.nat(3) }),
  fc.record({ thousandths: fc.integer({ min: 1, max: 1000 }) }),
)

const noneNegative = (parts: RefundedParts) => Object.values(parts).every(part => part >= 0)

describe('sequences of refunds', () => {
  it('refunds by pieces add up to exactly the order, part by part, and no part is negative', () => {
    fc.assert(
      fc.property(
        Orders,
        fc.array(fc.record({ line: fc.nat(4), pieces: fc.integer({ min: 1, max: 3 }) }), { maxLength: 12 }),
        (made, steps) => {
          let order = orderOf(made)
          const whole = wholeOf(order.price)
          let before = NOTHING
          for (const { line, pieces } of steps) {
            const left = piecesLeft(order.lines).find(({ position }) => position === line % order.lines.length)
            if (!left) continue
            const step = payBack(order, before, [{ ...left, quantity: Math.min(pieces, left.quantity) }])
            expect(noneNegative(step.parts)).toBe(true)
            ;({ order, after: before } = step)
          }
          const last = payBack(order, before, piecesLeft(order.lines))
          expect(noneNegative(last.parts)).toBe(true)
          expect(last.after).toEqual(whole)
        },
      ),
      { numRuns: 500 },
    )
  })

  it('refunds mixed with the provider’s own stay within the order and pay all of it back in the end [B-11.35]', () => {
    fc.assert(
      fc.property(Orders, fc.array(Step, { maxLength: 12 }), (made, steps) => {
        let order = orderOf(made)
        const whole = wholeOf(order.price)
        let before = NOTHING
        for (const step of steps) {
          if ('thousandths' in step) {
            const amount = Math.floor(((order.price.total - before.amount) * step.thousandths) / 1000)
            const parts = partsOfAmount({ price: order.price, before }, amount)
            expect(parts.amount).toBe(amount)
            expect(noneNegative(parts)).toBe(true)
            before = addParts([before, parts])
          } else {
            const left = piecesLeft(order.lines).find(({ position }) => position === step.line % order.lines.length)
            if (!left) continue
            const refund = payBack(order, before, [{ ...left, quantity: Math.min(step.pieces || 99, left.quantity) }])
            expect(noneNegative(refund.parts)).toBe(true)
            ;({ order, after: before } = refund)
          }
          for (const [name, part] of Object.entries(before)) {
            expect(part).toBeLessThanOrEqual(whole[name as keyof RefundedParts])
          }
        }
        expect(payBack(order, before, piecesLeft(order.lines)).after.amount).toBe(whole.amount)
      }),
      { numRuns: 500 },
    )
  })
})

describe('a refund', () => {
  // 2 × 25.00 and 1 × 50.00 less 10.00, shared 5.00 and 5.00: net 90.00, fee 4.50 up to 5.00 = 3.50 + 1.50, tax 8.25% of 90.00 = 7.43
  // (7.425), shipping 6.00; total 90.00 + 5.00 + 6.00 + 7.43 = 108.43.
  const order = {
    price: {
      ...{ subtotal: 10_000, discount: 1000, shipping: 600, tax: 743, total: 10_843 },
      fee: { amount: 500, clientShare: 350, platformShare: 150 },
    },
    lines: [
      { position: 0, unitCents: 2500, quantity: 2, discountCents: 500, refunded: 0 },
      { position: 1, unitCents: 5000, quantity: 1, discountCents: 500, refunded: 0 },
    ],
  }

  it('a refund of a piece returns its share of fee and tax; shipping returns with the last piece', () => {
    // 25.00 − 2.50 = 22.50 is a quarter of the net: 350/4 = 87.5 → 88, 150/4 = 37.5 → 38, 743/4 = 185.75 → 186.
    const first = payBack(order, NOTHING, [{ position: 0, quantity: 1 }])
    expect(first.parts).toEqual({
      ...{ subtotal: 2500, discount: 250, feeClient: 88, feePlatform: 38, shipping: 0, tax: 186, amount: 2562 },
    })
    expect(first.lines).toEqual([{ position: 0, quantity: 1, netCents: 2250 }])
    // The second quarter: half is 175, 75 and 371.5 → 372, less the first quarter.
    const second = payBack(first.order, first.after, [{ position: 0, quantity: 1 }])
    expect(second.parts).toEqual({
      ...{ subtotal: 2500, discount: 250, feeClient: 87, feePlatform: 37, shipping: 0, tax: 186, amount: 2560 },
    })
    const last = payBack(second.order, second.after, [{ position: 1, quantity: 1 }])
    expect(last.parts).toEqual({
      ...{ subtotal: 5000, discount: 500, feeClient: 175, feePlatform: 75, shipping: 600, tax: 371, amount: 5721 },
    })
    expect(2562 + 2560 + 5721).toBe(10_843)
  })

  it('a refund after the provider paid back half pays only the rest', () => {
    const before = partsOfAmount({ price: order.price, before: NOTHING }, 5421)
    expect(before.amount).toBe(5421)
    const whole = payBack(order, before, piecesLeft(order.lines))
    expect(whole.parts.amount).toBe(10_843 - 5421)
    expect(whole.after).toEqual(wholeOf(order.price))
  })

  it('a refund takes the credits of its pieces, and restocks those that were in stock', () => {
    const lines = [
      { position: 0, tier: 'Silver' as Tier, entries: 2 },
      { position: 1, tier: 'Gold' as Tier, entries: 0 },
      { position: 2, tier: 'Silver' as Tier, entries: 1 },
    ]
    const chosen = [0, 1, 2].map(position => ({ position, quantity: 3 }))
    expect(creditsOfPieces(lines, chosen)).toEqual({ Silver: 9 })
    expect(shelfOf({ backordered: 2 }, 3)).toEqual({ cancelled: 2, restocked: 1 })
    expect(shelfOf({ backordered: 0 }, 3)).toEqual({ cancelled: 0, restocked: 3 })
  })
})

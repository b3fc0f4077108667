import fc from 'fast-check'
import { expect, it } from 'vitest'
import { spreadDiscount } from './discount.ts'

const total = (lines: { amountCents: number; quantity: number }[]) =>
  lines.reduce((sum, line) => sum + line.amountCents * line.quantity, 0)

const carts = fc.array(
  fc.record({ name: fc.constant('Patch'), amountCents: fc.nat(10_000_000), quantity: fc.integer({ min: 1, max: 99 }) }),
  { minLength: 1, maxLength: 20 },
)

it('adds up to the cent for every cart and discount, and takes from no line more than it is worth', () => {
  fc.assert(
    fc.property(carts, fc.nat(10_000), (lines, tenThousandths) => {
      const discount = Math.floor((total(lines) * tenThousandths) / 10_000)
      const net = spreadDiscount(lines, discount)
      expect(total(net)).toBe(total(lines) - discount)
      net.forEach((line, at) => {
        expect(line.amountCents).toBeGreaterThanOrEqual(0)
        expect(total([line])).toBeLessThanOrEqual(total([lines[at]!]))
      })
    }),
  )
})

it('keeps the pieces apart when the rest divides evenly and names them when it does not', () => {
  const sticker = { name: 'Sticker', amountCents: 1500, quantity: 3 }
  expect(spreadDiscount([sticker], 300)).toEqual([{ name: 'Sticker', amountCents: 1400, quantity: 3 }])
  expect(spreadDiscount([sticker], 100)).toEqual([{ name: '3 × Sticker', amountCents: 4400, quantity: 1 }])
})

it('refuses a discount above the worth of the lines', () => {
  expect(() => spreadDiscount([{ name: 'Patch', amountCents: 100, quantity: 1 }], 101)).toThrow(RangeError)
})

import { describe, expect, it } from 'vitest'
import { makeHistory } from './make-history.ts'
import { DEMO_PEOPLE } from './people.ts'
import { DEMO_PRODUCTS } from './products.ts'

const DAY = 86_400_000
const now = new Date('2026-06-15T15:30:00Z')
const history = makeHistory({ products: DEMO_PRODUCTS, people: DEMO_PEOPLE, now, orders: 200 })

describe('the demo history', () => {
  it('is the same every time', () => {
    const again = makeHistory({ products: DEMO_PRODUCTS, people: DEMO_PEOPLE, now, orders: 200 })
    expect(again).toEqual(history)
  })

  it('has the requested number of orders, oldest first, in the past year', () => {
    expect(history).toHaveLength(200)
    const times = history.map(order => order.placedAt.getTime())
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(times[0]).toBeGreaterThanOrEqual(now.getTime() - 365 * DAY)
    expect(times.at(-1)).toBeLessThan(now.getTime())
  })

  it('lets no user buy before joining, and no staff buy at all', () => {
    for (const order of history) {
      const buyer = DEMO_PEOPLE.find(person => person.email === order.person)
      expect(buyer?.isAdmin).toBe(false)
      expect(order.placedAt.getTime()).toBeGreaterThanOrEqual(now.getTime() - buyer!.joinedDaysAgo * DAY)
    }
  })

  it('sells goods of the store at the price that is shown, each variant in one line', () => {
    for (const { lines } of history) {
      expect(lines.length).toBeGreaterThanOrEqual(1)
      expect(lines.length).toBeLessThanOrEqual(4)
      expect(new Set(lines.map(line => line.sku)).size).toBe(lines.length)
      for (const line of lines) {
        const product = DEMO_PRODUCTS.find(({ slug }) => slug === line.product)
        expect(product?.isSubscription).toBe(false)
        expect(product?.variants.map(({ sku }) => sku)).toContain(line.sku)
        expect(line.unitPriceCents).toBe(product?.salePriceCents ?? product?.priceCents)
        expect(line.quantity).toBeGreaterThanOrEqual(1)
      }
    }
  })

  it('is mostly paid, ships only paid orders, and delivers nothing in the future', () => {
    const paid = history.filter(order => order.outcome === 'paid')
    expect(paid.length).toBeGreaterThan(160)
    expect(new Set(history.map(order => order.outcome)).size).toBe(4)
    for (const { outcome, placedAt, shippedAt, deliveredAt } of history) {
      if (outcome === 'cancelled' || outcome === 'declined') expect([shippedAt, deliveredAt]).toEqual([null, null])
      if (shippedAt) expect(shippedAt > placedAt && shippedAt < now).toBe(true)
      if (deliveredAt) expect(shippedAt && deliveredAt > shippedAt && deliveredAt < now).toBe(true)
    }
  })
})

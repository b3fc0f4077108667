import type { DemoOrder, DemoOrderLine, DemoProduct, DemoUser } from './demo-types.ts'
import { type Chance, chanceFrom } from './seeded-chance.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const YEAR_IN_DAYS = 365

/** How busy each day of the week is, Sunday first: people shop on Sundays and before the weekend. */
const WEEKDAYS = [1.4, 0.9, 0.8, 0.9, 1.1, 1.2, 1]
/** How busy each month is, January first: quiet in February, summer trips, then the holidays. */
const MONTHS = [0.8, 0.7, 0.9, 1, 1.1, 1.2, 1.1, 1, 0.9, 1.1, 1.7, 1.9]
/** Hours of the day in UTC when orders come, most of them in the American evening. */
const HOURS = [0, 1, 1, 2, 2, 3, 4, 14, 15, 16, 17, 18, 18, 19, 20, 21, 22, 22, 23, 23]
const LINES = [1, 1, 1, 1, 1, 2, 2, 2, 3, 4]
const QUANTITIES = [1, 1, 1, 1, 1, 1, 1, 2, 2, 3]
/** Out of a hundred orders; the rest are paid. */
const UNPAID = { cancelled: 5, declined: 3, refunded: 3 }

/**
 * A year of orders that a store like this could have had. The same input gives the same orders.
 *
 * @param now the moment of seeding; all orders lie in the 365 days before it, and none before its buyer joined
 * @returns the orders, oldest first; memberships are not among them, and no order has a variant on two lines
 */
export function makeHistory(input: {
  products: readonly DemoProduct[]
  people: readonly DemoUser[]
  now: Date
  orders: number
}): DemoOrder[] {
  const chance = chanceFrom(20_417)
  const buyers = input.people.filter(person => !person.isAdmin)
  const goods = input.products.filter(product => !product.isSubscription)
  const orders = Array.from({ length: input.orders }, () => {
    const person = chance.oneOf(buyers)
    const placedAt = momentOf(chance, input.now, person)
    return { person: person.email, placedAt, lines: linesOf(chance, goods), ...courseOf(chance, placedAt, input.now) }
  })
  return orders.sort((a, b) => a.placedAt.getTime() - b.placedAt.getTime())
}

/** A moment weighted by month and weekday, never in the future and never before the buyer joined. */
function momentOf(chance: Chance, now: Date, person: DemoUser): Date {
  const days = Math.min(YEAR_IN_DAYS, person.joinedDaysAgo)
  const midnight = Math.floor(now.getTime() / DAY) * DAY
  const candidates = Array.from({ length: days - 1 }, (_, ago) => new Date(midnight - (ago + 1) * DAY))
  const day = chance.weighted(candidates, date => WEEKDAYS[date.getUTCDay()]! * MONTHS[date.getUTCMonth()]!)
  return new Date(day.getTime() + chance.oneOf(HOURS) * HOUR + chance.below(3600) * 1000)
}

function linesOf(chance: Chance, goods: readonly DemoProduct[]): DemoOrderLine[] {
  const lines = new Map<string, DemoOrderLine>()
  for (let left = chance.oneOf(LINES); left > 0; left--) {
    // What is reviewed often is bought often.
    const product = chance.weighted(goods, ({ popularity }) => popularity)
    const variant = chance.oneOf(product.variants)
    const unitPriceCents = product.salePriceCents ?? product.priceCents
    // Only what costs less than $100 goes in twos and threes: a shopper buys one power station.
    const quantity = unitPriceCents < 10_000 ? chance.oneOf(QUANTITIES) : 1
    lines.set(variant.sku, { product: product.slug, sku: variant.sku, quantity, unitPriceCents })
  }
  return [...lines.values()]
}

/** What became of an order: paid at once or not, packed in one to three days, on the road for two to six. */
function courseOf(chance: Chance, placedAt: Date, now: Date): Pick<DemoOrder, 'outcome' | 'shippedAt' | 'deliveredAt'> {
  const outcome = outcomeOf(chance.below(100))
  const shipped = new Date(placedAt.getTime() + (20 + chance.below(52)) * HOUR)
  const delivered = new Date(shipped.getTime() + (48 + chance.below(96)) * HOUR)
  const leftTheHouse = outcome === 'paid' || outcome === 'refunded'
  return {
    outcome,
    shippedAt: leftTheHouse && shipped < now ? shipped : null,
    deliveredAt: leftTheHouse && delivered < now ? delivered : null,
  }
}

function outcomeOf(percent: number): DemoOrder['outcome'] {
  let edge = 0
  for (const [outcome, share] of Object.entries(UNPAID) as [keyof typeof UNPAID, number][]) {
    edge += share
    if (percent < edge) return outcome
  }
  return 'paid'
}

import type { Cents } from '#platform/money.ts'
import { type Day, daysAfter } from '#platform/shop-day.ts'

export const PERIODS = ['week', 'month', 'all'] as const
export type Period = (typeof PERIODS)[number]

const DAY_MS = 86_400_000
/** The first day of the month of a day. */
export const monthOf = (day: Day): Day => `${day.slice(0, 7)}-01`

/** How many days lie from one to another, both counted. */
export const dayCountOf = (from: Day, to: Day): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1

/** The first day of a period that runs now: this week's Monday, the first of this month; undefined for all time. */
export function firstDayOf(period: Period, today: Day): Day | undefined {
  if (period === 'week') return daysAfter(today, -((new Date(today).getUTCDay() + 6) % 7))
  if (period === 'month') return monthOf(today)
  return undefined
}

/** Days that follow each other as one stretch: its first day, and the first day after it. @param days in order. */
export function stretchesOf(days: readonly Day[]): { since: Day; till: Day }[] {
  const stretches: { since: Day; till: Day }[] = []
  for (const day of days) {
    const last = stretches.at(-1)
    const till = daysAfter(day, 1)
    if (last?.till === day) last.till = till
    else stretches.push({ since: day, till })
  }
  return stretches
}

/** The parts of a price in whole cents, of orders or of what was paid back of them. */
export type Parts = {
  subtotal: Cents
  discount: Cents
  feeClient: Cents
  feePlatform: Cents
  shipping: Cents
  tax: Cents
}

/** What was sold, paid back, renewed and charged back, added up. */
export type Sums = {
  orders: number
  pieces: number
  sold: Parts
  refunds: number
  refunded: Parts
  renewals: number
  renewed: Cents
  /** What banks took by disputes, less what they gave back. */
  disputed: Cents
  /** The provider's, for disputes. */
  disputeFees: Cents
}

/** What parts come to: as the total of an order, or the amount of a refund. */
export const totalOf = (parts: Parts): Cents =>
  parts.subtotal - parts.discount + parts.feeClient + parts.feePlatform + parts.shipping + parts.tax

/** What stays: orders and renewals paid, less what was paid back and charged back. This is the report's net and the shop's total revenue. */
export const netOf = (sums: Sums): Cents => totalOf(sums.sold) + sums.renewed - totalOf(sums.refunded) - sums.disputed

/** What an order brought on average, after refunds and without renewals; 0 without orders. Half a cent upwards. */
export const averageOf = (sums: Sums): Cents =>
  sums.orders === 0 ? 0 : Math.round((totalOf(sums.sold) - totalOf(sums.refunded)) / sums.orders)

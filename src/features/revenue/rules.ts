import type { PriceParts } from '#features/orders/order/money/refunded-parts.ts'
import { DAY_MS } from '#kernel/values/durations.ts'
import type { Cents } from '#kernel/values/money.ts'
import { type Day, daysAfter } from '#kernel/values/shop-day.ts'

export const PERIODS = ['week', 'month', 'all'] as const
export type Period = (typeof PERIODS)[number]

/** The first day of a day's month. */
export const monthOf = (day: Day): Day => `${day.slice(0, 7)}-01`

/** Number of days from one day to another, both included. */
export const dayCountOf = (from: Day, to: Day): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1

/** The first day of a current period: this week's Monday or the first of this month; undefined for all time. */
export function firstDayOf(period: Period, today: Day): Day | undefined {
  if (period === 'week') return daysAfter(today, -((new Date(today).getUTCDay() + 6) % 7))
  if (period === 'month') return monthOf(today)
  return undefined
}

/** The last day of a current period; undefined for all time. */
export function lastDayOf(period: Period, today: Day): Day | undefined {
  const first = firstDayOf(period, today)
  if (!first) return undefined
  return period === 'week' ? daysAfter(first, 6) : daysAfter(monthOf(daysAfter(first, 31)), -1)
}

/** The periods that have one before them. */
export type ComparedPeriod = Exclude<Period, 'all'>

/**
 * The whole week or month before the current one.
 * @param today the last day of the current period that has figures.
 * @returns `until`: the last day that compares with `today`. A shorter month before counts as whole.
 */
export function periodBefore(period: ComparedPeriod, today: Day): { from: Day; to: Day; until: Day } {
  const first = firstDayOf(period, today)!
  const to = daysAfter(first, -1)
  const from = firstDayOf(period, to)!
  const days = Math.min(dayCountOf(first, today), dayCountOf(from, to))
  return { from, to, until: daysAfter(from, days - 1) }
}

/**
 * The change against the same days before. The percentage has one decimal; null where the days before had no revenue, because nothing can be
 * divided by it.
 */
export function changeOf(now: Cents, before: Cents): { cents: Cents; percent: number | null } {
  const cents = now - before
  return { cents, percent: before > 0 ? Math.round((cents / before) * 1000) / 10 : null }
}

/** Groups consecutive days into stretches: the first day, and the first day after. @param days in order. */
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

/** Sums of sales, refunds, renewals and disputes. */
export type Sums = {
  orders: number
  pieces: number
  sold: PriceParts
  refunds: number
  refunded: PriceParts
  renewals: number
  renewed: Cents
  /** Money that banks took through disputes, less returned money. */
  disputed: Cents
  /** The provider's fees for disputes. */
  disputeFees: Cents
}

/** The total of the parts: of an order, or of a refund. */
export const totalOf = (parts: PriceParts): Cents =>
  parts.subtotal - parts.discount + parts.feeClient + parts.feePlatform + parts.shipping + parts.tax

/** Net: paid orders and renewals, less refunds and disputes. The report's net and the shop's total revenue. */
export const netOf = (sums: Sums): Cents => totalOf(sums.sold) + sums.renewed - totalOf(sums.refunded) - sums.disputed

/** Average per order, after refunds and without renewals; 0 without orders. Half a cent rounds up. */
export const averageOf = (sums: Sums): Cents =>
  sums.orders === 0 ? 0 : Math.round((totalOf(sums.sold) - totalOf(sums.refunded)) / sums.orders)

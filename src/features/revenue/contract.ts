import { z } from 'zod'
import { DISCREPANCY_KINDS } from '#features/reconciliation/contract.ts'
import { model } from '#kernel/api/openapi/model.ts'
import { shopDay } from '#kernel/values/shop-day-input.ts'
import { PERIODS } from './rules.ts'

/** The query of the revenue overview. */
export const RevenueQuery = z.strictObject({ period: z.enum(PERIODS).default('all') })
export const Revenue = model('Revenue', {
  /** Dollars of paid orders and renewals, less refunds and chargebacks, in the period. */
  total_revenue: z.number(),
  /** Orders paid in the period. */
  total_orders: z.int(),
  /** Average dollars per order, after refunds and without renewals. */
  average_order_value: z.number(),
  period: z.enum(PERIODS),
})
export type Revenue = z.infer<typeof Revenue>

export const GROUPINGS = ['day', 'month', 'product', 'tier', 'state'] as const
export type Grouping = (typeof GROUPINGS)[number]

/** Sort columns. `key` is the day, the product's name, the tier or the state. */
export const SORTS = [
  'key',
  'orders',
  'pieces',
  'subtotal',
  'discount',
  'fees',
  'shipping',
  'tax',
  'refunds',
  'renewals',
  'net',
] as const
export type Sort = (typeof SORTS)[number]

const report = {
  /** Days in the shop's time zone, both included. Omitted: from the first order until today. */
  from: shopDay.optional(),
  to: shopDay.optional(),
  /** An alternative to days: the week since Monday, the calendar month, or all time. */
  period: z.enum(PERIODS).optional(),
  by: z.enum(GROUPINGS).default('day'),
  /** Omitted: newest days first, tiers and states by name, products by highest revenue. */
  sort: z.enum(SORTS).optional(),
  direction: z.enum(['ascending', 'descending']).optional(),
}
const days = { from: report.from, to: report.to, period: report.period }
const ordered = ({ from, to }: { from?: string | undefined; to?: string | undefined }) => !from || !to || from <= to
const wrongOrder = { message: 'The last day is before the first.', path: ['to'] }

export const ReportFilters = z.strictObject(report).refine(ordered, wrongOrder)
export type ReportFilters = z.infer<typeof ReportFilters>
export const ReportQuery = z
  .strictObject({
    ...report,
    limit: z.coerce.number().int().min(1).max(1000).default(100),
    cursor: z.string().max(400).optional(),
  })
  .refine(ordered, wrongOrder)
export type ReportQuery = z.infer<typeof ReportQuery>

const Fees = z.object({ amount: z.number(), clientShare: z.number(), platformShare: z.number() })
const parts = {
  /** Before discounts. */
  subtotal: z.number(),
  discount: z.number(),
  fees: Fees,
  shipping: z.number(),
  tax: z.number(),
  /** subtotal − discount + fees + shipping + tax. */
  total: z.number(),
}

const figures = {
  /** Paid orders. An order with several products counts in the row of each; the sums count it once. */
  orders: z.int(),
  pieces: z.int(),
  ...parts,
  /** Refunds of orders, by parts. */
  refunds: z.object({ count: z.int(), ...parts }),
  /** Payments of memberships after the first. */
  renewals: z.object({ count: z.int(), total: z.number() }),
  /** Money that banks took through disputes, less returned money; and the provider's fees, which are in no sum. */
  disputes: z.object({ total: z.number(), fees: z.number() }),
  /** total + renewals − refunds − disputes. */
  net: z.number(),
}
export const Figures = model('RevenueFigures', figures)
export type Figures = z.infer<typeof Figures>

export const ReportRow = model('RevenueRow', {
  /** The day, month (`2026-03`), product id, tier or two-letter state; empty for facts without one. */
  key: z.string(),
  /** The label on the screen. */
  name: z.string(),
  ...figures,
})
export type ReportRow = z.infer<typeof ReportRow>

export const Report = model('RevenueReport', {
  from: z.iso.date(),
  to: z.iso.date(),
  by: z.enum(GROUPINGS),
  timeZone: z.string(),
  rows: z.array(ReportRow),
  /** Sums of all rows, including other pages. */
  sums: Figures,
  nextCursor: z.string().nullable(),
  /** The last check of the rolled-up days against the orders; null before the first. */
  check: z
    .object({
      checkedAt: z.iso.datetime(),
      /** Days that differed from their orders and were rolled up again. */
      mendedDays: z.array(z.iso.date()),
      /** Months (`2026-03`) that differed from the sum of their days and were rolled up again. */
      mendedMonths: z.array(z.string()),
    })
    .nullable(),
})
export type Report = z.infer<typeof Report>

export const BalanceQuery = z.strictObject(days).refine(ordered, wrongOrder)
export type BalanceQuery = z.infer<typeof BalanceQuery>

/**
 * `other_day`: within the days on one side only. `not_compared`: too young to be judged, or changed since. `second_gateway`: money on our
 * side only, because the gateway has no list to compare with.
 */
export const BALANCE_CAUSES = [...DISCREPANCY_KINDS, 'other_day', 'not_compared', 'second_gateway'] as const
const sides = {
  /** Orders and renewals, or refunds, by our books and by the payment provider. */
  orders: z.number(),
  payments: z.number(),
  /** Ours less theirs. */
  difference: z.number(),
}
export const Balance = model('RevenueBalance', {
  from: z.iso.date(),
  to: z.iso.date(),
  ...sides,
  isEqual: z.boolean(),
  refunds: z.object(sides),
  /** Money that banks took through disputes, less returned money. */
  disputes: z.object(sides),
  causes: z.array(
    z.object({
      kind: z.enum(BALANCE_CAUSES),
      /** The difference that this cause explains. */
      of: z.enum(['payments', 'refunds', 'disputes']),
      amount: z.number(),
      orderId: z.string().nullable(),
      providerId: z.string().nullable(),
    }),
  ),
  /** Time of the last comparison of the books; null before the first. */
  comparedAt: z.iso.datetime().nullable(),
})
export type Balance = z.infer<typeof Balance>

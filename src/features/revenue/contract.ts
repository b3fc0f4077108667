import { z } from 'zod'
import { DISCREPANCY_KINDS } from '#features/reconciliation/contract.ts'
import { shopDay } from '#platform/shop-day-input.ts'
import { PERIODS } from './rules.ts'

/** checkout-and-admin.md "Revenue". Dollars. */
export const RevenueQuery = z.strictObject({ period: z.enum(PERIODS).default('all') })
export const Revenue = z
  .object({
    /** Orders and renewals paid, less what was paid back and charged back, in the period. */
    total_revenue: z.number(),
    /** Orders paid in it. */
    total_orders: z.int(),
    /** What an order brought on average, after refunds and without renewals. */
    average_order_value: z.number(),
    period: z.enum(PERIODS),
  })
  .meta({ id: 'Revenue' })
export type Revenue = z.infer<typeof Revenue>

export const GROUPINGS = ['day', 'month', 'product', 'tier', 'state'] as const
export type Grouping = (typeof GROUPINGS)[number]

/** What rows are ordered by. `key` is the day, the name of the product, the tier or the state. */
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
  /** Days of the shop (Mountain time), both included. Left out: since the first order, until today. */
  from: shopDay.optional(),
  to: shopDay.optional(),
  /** Instead of days: the week since Monday, the calendar month, or all time. */
  period: z.enum(PERIODS).optional(),
  by: z.enum(GROUPINGS).default('day'),
  /** Left out: the newest days first, the first tiers and states by name, the products that brought most. */
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
  /** Orders paid. An order of several products stands in the row of each; the sums count it once. */
  orders: z.int(),
  pieces: z.int(),
  ...parts,
  /** What was paid back of orders, by the parts it undoes. */
  refunds: z.object({ count: z.int(), ...parts }),
  /** Further payments of memberships. */
  renewals: z.object({ count: z.int(), total: z.number() }),
  /** What banks took by disputes less what they gave back, and the provider's fees for it, which are in no sum. */
  disputes: z.object({ total: z.number(), fees: z.number() }),
  /** total + renewals − refunds − disputes. */
  net: z.number(),
}
export const Figures = z.object(figures).meta({ id: 'RevenueFigures' })
export type Figures = z.infer<typeof Figures>

export const ReportRow = z
  .object({
    /** The day, month (`2026-03`), product's id, tier or two letters of the state; empty for what belongs to none. */
    key: z.string(),
    /** How it is called on the screen. */
    name: z.string(),
    ...figures,
  })
  .meta({ id: 'RevenueRow' })
export type ReportRow = z.infer<typeof ReportRow>

export const Report = z
  .object({
    from: z.iso.date(),
    to: z.iso.date(),
    by: z.enum(GROUPINGS),
    timeZone: z.string(),
    rows: z.array(ReportRow),
    /** Of all rows, those of other pages too. */
    sums: Figures,
    nextCursor: z.string().nullable(),
    /** The last comparison of the added-up days with the orders themselves; null before the first. */
    check: z
      .object({
        checkedAt: z.iso.datetime(),
        /** Days whose sums had not been those of their orders, and were added up anew. */
        mendedDays: z.array(z.iso.date()),
        /** Months (`2026-03`) that were not the sum of their days, and were added up anew. */
        mendedMonths: z.array(z.string()),
      })
      .nullable(),
  })
  .meta({ id: 'RevenueReport' })
export type Report = z.infer<typeof Report>

export const BalanceQuery = z.strictObject(days).refine(ordered, wrongOrder)
export type BalanceQuery = z.infer<typeof BalanceQuery>

/**
 * `other_day`: within the days on one side only. `not_compared`: too young to be judged, or changed since. `second_gateway`: its
 * money stands on our side alone, as it has no list to compare with.
 */
export const BALANCE_CAUSES = [...DISCREPANCY_KINDS, 'other_day', 'not_compared', 'second_gateway'] as const
const sides = {
  /** Orders and renewals, or refunds, by our books; and the same by the payment provider. */
  orders: z.number(),
  payments: z.number(),
  /** Ours less theirs. */
  difference: z.number(),
}
export const Balance = z
  .object({
    from: z.iso.date(),
    to: z.iso.date(),
    ...sides,
    isEqual: z.boolean(),
    refunds: z.object(sides),
    /** What banks took by disputes, less what they gave back. */
    disputes: z.object(sides),
    causes: z.array(
      z.object({
        kind: z.enum(BALANCE_CAUSES),
        /** Which of the differences it explains. */
        of: z.enum(['payments', 'refunds', 'disputes']),
        amount: z.number(),
        orderId: z.string().nullable(),
        providerId: z.string().nullable(),
      }),
    ),
    /** When the books were last compared; null before the first time. */
    comparedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'RevenueBalance' })
export type Balance = z.infer<typeof Balance>

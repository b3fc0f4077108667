import { type RawBuilder, sql } from 'kysely'
import { disputeFacts } from '#features/disputes/queries/money-facts.server.ts'
import { renewalFacts } from '#features/membership/invoices/queries/money-facts.server.ts'
import { type During, moneyFacts, soldAs } from '#features/orders/order/queries/money-facts.server.ts'
import { startOfDay } from '#kernel/values/shop-day.server.ts'
import type { Day } from '#kernel/values/shop-day.ts'
import { type Sums, stretchesOf } from './rules.ts'

/** The condition that a moment is on one of the shop's days, which have 23, 24 or 25 hours. */
export function duringDays(days: readonly Day[]): During {
  const stretches = stretchesOf(days).map(
    ({ since, till }) =>
      (at: RawBuilder<unknown>) =>
        sql`(${at} >= ${startOfDay(since)} and ${at} < ${startOfDay(till)})`,
  )
  if (stretches.length === 0) return () => sql`false`
  return at =>
    sql`(${sql.join(
      stretches.map(stretch => stretch(at)),
      sql` or `,
    )})`
}

/** All facts within a time, line by line: orders, refunds, renewals and disputes. */
export const factsIn = (during: During): RawBuilder<unknown> => sql`
  select shop_day(at) as day, kind, fact::text as fact, product, name, tier, state, pieces, subtotal, discount, fee_client,
    fee_platform, shipping, tax, 0 as renewed, 0 as disputed, 0 as dispute_fee
  from (${moneyFacts(during)}) money
  union all
  select shop_day(at), 'renewal', fact, s.product, s.name, s.tier, s.state, 0, 0, 0, 0, 0, 0, 0, r.cents, 0, 0
  from (${renewalFacts(during)}) r left join lateral (${soldAs(sql`r.subscription`)}) s on true
  union all
  select shop_day(at), 'dispute', fact, null, null, null, state, 0, 0, 0, 0, 0, 0, 0, 0, cents, fee_cents
  from (${disputeFacts(during)}) d`

const sold = (part: string) => sql`coalesce(sum(${sql.ref(part)}) filter (where kind = 'order'), 0)`
const back = (part: string) => sql`coalesce(sum(${sql.ref(part)}) filter (where kind = 'refund'), 0)`

/** The columns of `revenue_day`, and their aggregates over facts. */
const AMOUNTS: Record<string, RawBuilder<unknown>> = {
  orders: sql`count(distinct fact) filter (where kind = 'order')`,
  pieces: sold('pieces'),
  subtotal_cents: sold('subtotal'),
  discount_cents: sold('discount'),
  fee_client_cents: sold('fee_client'),
  fee_platform_cents: sold('fee_platform'),
  shipping_cents: sold('shipping'),
  tax_cents: sold('tax'),
  refunds: sql`count(distinct fact) filter (where kind = 'refund')`,
  refund_subtotal_cents: back('subtotal'),
  refund_discount_cents: back('discount'),
  refund_fee_client_cents: back('fee_client'),
  refund_fee_platform_cents: back('fee_platform'),
  refund_shipping_cents: back('shipping'),
  refund_tax_cents: back('tax'),
  renewals: sql`count(*) filter (where kind = 'renewal')`,
  renewal_cents: sql`coalesce(sum(renewed), 0)`,
  dispute_cents: sql`coalesce(sum(disputed), 0)`,
  dispute_fee_cents: sql`coalesce(sum(dispute_fee), 0)`,
}

/** The names of the amounts, in the order of the two constants below. */
export const AMOUNT_COLUMNS = sql.join(Object.keys(AMOUNTS).map(name => sql.ref(name)))
/** Aggregates facts. */
export const ADDED_UP = sql.join(Object.entries(AMOUNTS).map(([name, sum]) => sql`${sum} as ${sql.ref(name)}`))
/** Aggregates rolled-up rows. */
export const SUMMED = sql.join(
  Object.keys(AMOUNTS).map(name => sql`coalesce(sum(${sql.ref(name)}), 0)::bigint as ${sql.ref(name)}`),
)

/** A row of amounts as PostgreSQL returns it. */
export type AmountRow = Record<
  | 'orders'
  | 'pieces'
  | 'refunds'
  | 'renewals'
  | 'renewal_cents'
  | 'dispute_cents'
  | 'dispute_fee_cents'
  | `${'' | 'refund_'}${'subtotal' | 'discount' | 'fee_client' | 'fee_platform' | 'shipping' | 'tax'}_cents`,
  number
>

export const sumsOf = (row: AmountRow): Sums => ({
  orders: row.orders,
  pieces: row.pieces,
  sold: partsOf(row, ''),
  refunds: row.refunds,
  refunded: partsOf(row, 'refund_'),
  renewals: row.renewals,
  renewed: row.renewal_cents,
  disputed: row.dispute_cents,
  disputeFees: row.dispute_fee_cents,
})

const partsOf = (row: AmountRow, of: '' | 'refund_') => ({
  subtotal: row[`${of}subtotal_cents`],
  discount: row[`${of}discount_cents`],
  feeClient: row[`${of}fee_client_cents`],
  feePlatform: row[`${of}fee_platform_cents`],
  shipping: row[`${of}shipping_cents`],
  tax: row[`${of}tax_cents`],
})

/** The net of a row of amounts. */
export const NET = sql`(subtotal_cents - discount_cents + fee_client_cents + fee_platform_cents + shipping_cents + tax_cents
  - refund_subtotal_cents + refund_discount_cents - refund_fee_client_cents - refund_fee_platform_cents
  - refund_shipping_cents - refund_tax_cents + renewal_cents - dispute_cents)`

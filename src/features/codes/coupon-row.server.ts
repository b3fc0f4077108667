import { sql } from 'kysely'
import type { DataContext } from '#kernel/context.ts'
import { toDollars } from '#kernel/values/money.ts'
import type { Tier } from '#kernel/values/tiers.ts'
import type { Coupon, CouponState } from './contract.ts'
import { presentDiscount } from './presenters.ts'

export type CouponRow = {
  id: string
  code: string
  note: string
  kind: 'percent' | 'flat'
  amount: number
  starts_at: Date | null
  ends_at: Date | null
  minimum_cents: number
  total_limit: number | null
  person_limit: number | null
  first_order: boolean
  tiers: Tier[]
  product_ids: string[]
  combinable: boolean
  held: number
  used: number
  late: number
  created_at: Date
  archived_at: Date | null
  edition: number
  state: CouponState
}

/** State of a coupon `c`. Staff actions take precedence over dates, and both over uses. */
export const stateAt = (ctx: DataContext) => sql<CouponState>`
  case when c.archived_at is not null then 'archived'
    when c.paused_at is not null then 'paused'
    when c.ends_at <= ${ctx.now()} then 'expired'
    when c.held + c.used >= c.total_limit then 'used-up'
    when c.starts_at > ${ctx.now()} then 'scheduled'
    else 'active' end`

/** Columns of a coupon `c`. The driver returns arrays of an enum as text, so tiers are sent as JSON. */
export const couponColumns = (ctx: DataContext) => sql`
  c.id, c.code, c.note, c.kind, c.amount, c.starts_at, c.ends_at, c.minimum_cents, c.total_limit, c.person_limit,
  c.first_order, to_json(c.tiers) as tiers, c.product_ids, c.combinable, c.held, c.used, c.late, c.created_at,
  c.archived_at, c.edition, ${stateAt(ctx)} as state`

export const couponOfRow = (row: CouponRow): Coupon => ({
  id: row.id,
  code: row.code,
  state: row.state,
  discount: presentDiscount(row),
  note: row.note,
  startsAt: row.starts_at?.toISOString() ?? null,
  endsAt: row.ends_at?.toISOString() ?? null,
  minimumSubtotal: toDollars(row.minimum_cents),
  totalLimit: row.total_limit,
  personLimit: row.person_limit,
  firstOrderOnly: row.first_order,
  tiers: row.tiers,
  productIds: row.product_ids,
  combinable: row.combinable,
  held: row.held,
  used: row.used,
  late: row.late,
  createdAt: row.created_at.toISOString(),
  version: row.edition,
})

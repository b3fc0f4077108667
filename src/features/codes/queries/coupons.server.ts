import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import { readProductNames } from '#features/catalog/queries/product-names.server.ts'
import { desc, keyset, type Sorted } from '#kernel/api/keyset.server.ts'
import type { Context, DataContext } from '#kernel/context.ts'
import { toDollars } from '#kernel/values/money.ts'
import type { Coupon as CouponTable } from '#platform/db/tables.ts'
import { refusals } from '#platform/errors.ts'
import {
  COUPON_ERRORS,
  type Coupon,
  type CouponDetail,
  type CouponList,
  type CouponQuery,
  type CouponState,
} from '../contract.ts'
import { COUPON } from '../coupon-fields.ts'
import { presentDiscount } from '../presenters.ts'
import type { Terms } from '../rules.ts'

const refuse = refusals(COUPON_ERRORS)

/** Ids grow with time. */
const NEWEST = keyset(desc('c.id', 'uuid'))

/** Coupons, newest first, page by page. Without a state, all that are not archived. */
export async function listCoupons(ctx: Context, query: CouponQuery): Promise<z.infer<typeof CouponList>> {
  const { limit, cursor, search, state } = query
  const conditions: RawBuilder<unknown>[] = [
    state ? sql`${stateAt(ctx)} = ${state}` : sql`c.archived_at is null`,
    NEWEST.after(cursor),
    ...(search
      ? [sql`(position(upper(${search}) in c.code) > 0 or position(lower(${search}) in lower(c.note)) > 0)`]
      : []),
  ]
  const { rows } = await sql<CouponRow & Sorted>`
    select ${NEWEST.sortKey}, ${couponColumns(ctx)} from coupon c where ${sql.join(conditions, sql` and `)}
    order by ${NEWEST.by} limit ${limit + 1}`.execute(ctx.db)
  const { shown, nextCursor } = NEWEST.page(rows, limit)
  return { codes: shown.map(couponOfRow), nextCursor }
}

type EventRow = { kind: string; by: string | null; at: Date; detail: CouponDetail['events'][number]['changes'] }

/** One coupon with product names, total discount and history. @throws coupon_not_found */
export async function readCoupon(ctx: Context, id: string): Promise<CouponDetail> {
  const { rows } = await sql<CouponRow & { given: number }>`
    select ${couponColumns(ctx)},
      (select coalesce(sum(amount_cents), 0)::bigint from code_use where coupon_id = c.id and state = 'used') as given
    from coupon c where c.id = ${id}`.execute(ctx.db)
  const row = rows[0]
  if (!row) throw refuse('coupon_not_found')
  const [names, events] = await Promise.all([readProductNames(ctx, row.product_ids), eventsOf(ctx, id)])
  return {
    ...couponOfRow(row),
    products: row.product_ids.map(product => ({ id: product, name: names.get(product) ?? 'A product that is gone' })),
    discountGiven: toDollars(row.given),
    events,
  }
}

async function eventsOf(ctx: Context, id: string): Promise<CouponDetail['events']> {
  const { rows } = await sql<EventRow>`
    select e.kind, u.name as by, e.at, e.detail from coupon_event e left join users u on u.id = e.actor_id
    where e.coupon_id = ${id} order by e.at desc, e.id desc limit 200`.execute(ctx.db)
  return rows.map(({ kind, by, at, detail }) => ({
    kind: kind as CouponDetail['events'][number]['kind'],
    by,
    at: at.toISOString(),
    changes: detail,
  }))
}

export type CouponRow = Omit<Selectable<CouponTable>, 'kind' | 'tiers' | 'paused_at' | 'version'> &
  Pick<Terms, 'kind' | 'tiers'> & { state: CouponState }

/** State of a coupon `c`. Staff actions take precedence over dates, and both over uses. */
const stateAt = (ctx: DataContext) => sql<CouponState>`
  case when c.archived_at is not null then 'archived'
    when c.paused_at is not null then 'paused'
    when c.ends_at <= ${ctx.now()} then 'expired'
    when c.held + c.used >= c.total_limit then 'used-up'
    when c.starts_at > ${ctx.now()} then 'scheduled'
    else 'active' end`

/** Columns of a coupon `c`. The driver returns arrays of an enum as text, so tiers are sent as JSON. */
export const couponColumns = (ctx: DataContext) => sql`
  c.id, ${sql.join(COUPON.columns.map(name => (name === 'tiers' ? sql`to_json(c.tiers) as tiers` : sql.ref(`c.${name}`))))},
  c.kind, c.amount, c.held, c.used, c.late, c.created_at, c.archived_at, c.edition, ${stateAt(ctx)} as state`

export const couponOfRow = (row: CouponRow): Coupon => ({
  id: row.id,
  state: row.state,
  discount: presentDiscount(row),
  ...COUPON.valuesOfRow(row),
  held: row.held,
  used: row.used,
  late: row.late,
  createdAt: row.created_at.toISOString(),
  version: row.edition,
})

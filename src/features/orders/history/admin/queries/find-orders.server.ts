import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#kernel/context.ts'
import { trackingNumbersOf } from '#kernel/shipping/parcels/parcel-number.ts'
import { spellingsOf } from '#kernel/shipping/us-states.ts'
import type { Cents } from '#kernel/values/money.ts'
import { endOfDay, startOfDay } from '#kernel/values/shop-day.server.ts'
import { escapeLike } from '#platform/db/escape-like.server.ts'
import { isUuid } from '#platform/values/uuid.ts'
import { GUARDS } from '../../../order/commands/order-guards.server.ts'
import { referenceOf } from '../../../order/contract.ts'
import { TO_PACK } from '../../../order/queries/to-pack.server.ts'
import { shortPrefixes, writtenReference } from '../../../order/queries/written-reference.ts'
import { storedState } from '../../../order/standing.ts'
import type { OrderFilter, StaffOrderFilters } from '../contract.ts'

type Found = { id: string; reference: string; email: string; totalCents: Cents }

/** The newest orders that match `searchCondition`, without lines, for a quick view. */
export async function findOrders(ctx: Context, q: string, limit: number): Promise<Found[]> {
  const { rows } = await sql<{ id: string; prefix: string; number: number; email: string; totalCents: Cents }>`
    select o.id, o.prefix, o.number, o.email, o.total_cents as "totalCents" from customer_order o
    where ${searchCondition(ctx, q)} order by o.created_at desc, o.id desc limit ${limit}`.execute(ctx.db)
  return rows.map(({ prefix, number, ...row }) => ({ ...row, reference: referenceOf({ prefix, number }) }))
}

type Condition = RawBuilder<unknown>

const and = (conditions: readonly Condition[]): Condition => sql.join([sql`true`, ...conditions], sql` and `)
const or = (conditions: readonly Condition[]): Condition => sql`(${sql.join(conditions, sql` or `)})`

/** The condition of each filter on `customer_order o`. Each one has an index (db/migrations/0010_orders.sql). */
export function standingCondition(filter: OrderFilter): Condition {
  switch (filter) {
    case 'to_pack':
      return TO_PACK
    case 'cancel_asked':
      return sql`(o.standing in ('paid', 'packed') and ${GUARDS.asked})`
    case 'partly_refunded':
      return sql`(o.refunded_cents > 0 and o.refunded_cents < o.total_cents)`
    case 'refund_failed':
      return sql`o.id in (select order_id from refund where status = 'failed')`
    case 'backordered':
      return sql`o.standing in ('paid', 'packed', 'shipped')
        and o.id in (select order_id from order_line where backordered > 0)`
    case 'disputed':
      return sql`o.dispute_hold is not null`
    default:
      return sql`o.standing = ${storedState(filter)}`
  }
}

/**
 * Builds the search for staff's input. The form of the input decides the column, so that each search uses its index: provider ids by
 * prefix, an e-mail address by its `@`, digits as order or tracking number, other text as a name or the prefix of an address. An SKU has
 * any form, so it is searched beside these. Its orders come as an array, because an `in` among other conditions would read every order.
 */
function searchCondition(ctx: Context, q: string): Condition {
  const reference = writtenReference(q, shortPrefixes(ctx.settings.brand.orderPrefix))
  const parcel = sql`o.tracking_number = any(${trackingNumbersOf(q)}::text[])`
  if (isUuid(q)) return or([sql`o.id = ${q}`, sql`o.user_id = ${q}`])
  if (/^cs_/.test(q)) return sql`o.session_id = ${q}`
  if (/^pi_/.test(q)) return sql`o.payment_intent_id = ${q}`
  if (/^sub_/.test(q)) return sql`o.subscription_id = ${q}`
  if (/^(re|pyr)_/.test(q)) return sql`o.id in (select order_id from refund where provider_id = ${q})`
  const sold = sql`o.id = any(array(select order_id from order_line where upper(sku) = upper(${q})))`
  if (reference) return or([sql`o.number = ${reference.number}`, parcel, sold])
  const beginning = `${escapeLike(q.toLowerCase())}%`
  if (q.includes('@')) return sql`lower(o.email) like ${beginning}`
  return or([
    sql`lower(o.ship_to->>'name') like ${beginning}`,
    sql`lower(o.email) like ${beginning}`,
    sold,
    ...(/\d/.test(q) ? [parcel] : []),
  ])
}

/** All filters combined, on `customer_order o`. */
export function filterCondition(
  ctx: Context,
  { status, q, from, to, tier, state, method }: StaffOrderFilters,
): Condition {
  return and([
    ...(status ? [standingCondition(status)] : []),
    ...(q ? [searchCondition(ctx, q)] : []),
    ...(from ? [sql`o.created_at >= ${startOfDay(from)}`] : []),
    ...(to ? [sql`o.created_at < ${endOfDay(to)}`] : []),
    ...(tier ? [sql`exists (select from order_line l where l.order_id = o.id and l.tier = ${tier})`] : []),
    ...(state ? [sql`o.ship_to->>'state' = any(${spellingsOf(state)})`] : []),
    ...(method ? [sql`o.payment_method = ${method}`] : []),
  ])
}

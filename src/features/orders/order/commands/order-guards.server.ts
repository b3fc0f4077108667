import { type RawBuilder, sql } from 'kysely'
import type { OrderGuard } from '../standing.ts'

const HAS_PIECES = sql`exists (select from order_line l where l.order_id = o.id and l.refunded < l.quantity)`

/** The guards of the table of transitions, for a `customer_order o`. */
export const GUARDS: Record<OrderGuard, RawBuilder<unknown>> = {
  never_paid: sql`o.status <> 'paid'`,
  was_paid: sql`o.status = 'paid'`,
  has_page: sql`(o.status = 'pending' or o.payment_method <> 'none')`,
  payment_kept: sql`o.payment_intent_id is null`,
  of_goods: sql`o.mode = 'payment'`,
  has_goods: sql`(o.mode = 'payment' and ${HAS_PIECES})`,
  has_address: sql`o.ship_to is not null`,
  has_rest: sql`(o.refunded_cents < o.total_cents or ${HAS_PIECES})`,
  not_disputed: sql`o.dispute_hold is null`,
  refunds_open: sql`not o.refunds_blocked`,
  asked: sql`o.cancel_asked_at is not null`,
  not_asked: sql`o.cancel_asked_at is null`,
}

/** Guards that read other rows than the order's. A lock wait does not renew those, so a lock of its own comes first. */
export const READS_LINES: ReadonlySet<OrderGuard> = new Set(['has_goods', 'has_rest'])

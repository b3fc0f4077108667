import { sql } from 'kysely'
import { GUARDS } from '../commands/order-guards.server.ts'

/**
 * Paid goods that wait for packing, on `customer_order o`. The standing of an order that cost nothing stays 'paid' when its pieces are taken
 * back, because it has no dollars to refund.
 */
export const TO_PACK = sql`(o.standing = 'paid' and o.mode = 'payment' and o.dispute_hold is null and ${GUARDS.not_asked}
  and (o.total_cents > 0 or ${GUARDS.has_goods}))`

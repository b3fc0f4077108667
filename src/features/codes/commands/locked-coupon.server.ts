import { sql } from 'kysely'
import type { Context } from '#adapters/context.ts'
import { refusals } from '#platform/errors.ts'
import { COUPON_ERRORS, type Coupon } from '../contract.ts'
import { type CouponRow, couponColumns, couponOfRow } from '../coupon-row.server.ts'

const refuse = refusals(COUPON_ERRORS)

/**
 * Locks a coupon for a change by staff, in the caller's transaction. No order can hold or use the coupon until the transaction ends.
 * @throws coupon_not_found, coupon_archived
 */
export async function lockedCoupon(ctx: Context, id: string): Promise<Coupon> {
  const { rows } = await sql<CouponRow>`
    select ${couponColumns(ctx)} from coupon c where c.id = ${id} for update`.execute(ctx.db)
  const row = rows[0]
  if (!row) throw refuse('coupon_not_found')
  if (row.archived_at) throw refuse('coupon_archived', { promo: row.code })
  return couponOfRow(row)
}

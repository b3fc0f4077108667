import { sql } from 'kysely'
import type { TransactionContext } from '#kernel/context.ts'
import { refusals } from '#platform/errors.ts'
import { COUPON_ERRORS, type Coupon } from '../contract.ts'
import { type CouponRow, couponColumns, couponOfRow } from '../coupon-row.server.ts'

const refuse = refusals(COUPON_ERRORS)

/**
 * Locks a coupon for a change by staff. No order can hold or use the coupon until the transaction ends.
 * @throws coupon_not_found, coupon_archived
 */
export async function lockedCoupon(tx: TransactionContext, id: string): Promise<Coupon> {
  const { rows } = await sql<CouponRow>`
    select ${couponColumns(tx)} from coupon c where c.id = ${id} for update`.execute(tx.db)
  const row = rows[0]
  if (!row) throw refuse('coupon_not_found')
  if (row.archived_at) throw refuse('coupon_archived', { promo: row.code })
  return couponOfRow(row)
}

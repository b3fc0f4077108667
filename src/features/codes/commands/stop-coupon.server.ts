import { requireAlso } from '#kernel/api/api.server.ts'
import type { Context } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { lockedCoupon, recordCoupon } from './write-coupon.server.ts'

const STOPS = {
  paused: { column: 'paused_at', isSet: true },
  resumed: { column: 'paused_at', isSet: false },
  archived: { column: 'archived_at', isSet: true },
} as const

/**
 * Pauses, resumes or archives a coupon. Open payments keep their holds. A call without effect is not recorded.
 * @throws coupon_not_found, coupon_archived; Unauthorized to resume without the right to change credits.
 */
export async function stopCoupon(ctx: Context, id: string, kind: keyof typeof STOPS): Promise<void> {
  const { column, isSet } = STOPS[kind]
  await transact(ctx, async tx => {
    const { code } = await lockedCoupon(tx, id)
    if (kind === 'resumed') requireAlso(tx, 'credits.change')
    const { numUpdatedRows } = await tx.db
      .updateTable('coupon')
      .set({ [column]: isSet ? tx.now() : null })
      .where('id', '=', id)
      .where(column, isSet ? 'is' : 'is not', null)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 1n) await recordCoupon(tx, { id, code, kind })
  })
}

import { writeAuditLog } from '#kernel/audit-log.server.ts'
import type { TransactionContext } from '#kernel/context.ts'
import { newId } from '#platform/values/ids.server.ts'
import type { CouponDetail } from '../contract.ts'

type Event = CouponDetail['events'][number]

/** Appends an action to the coupon's history. */
export async function recordCoupon(
  tx: TransactionContext,
  { id, code, kind, changes = {} }: { id: string; code: string; kind: Event['kind']; changes?: Event['changes'] },
): Promise<void> {
  await tx.db
    .insertInto('coupon_event')
    .values({
      id: newId(),
      coupon_id: id,
      kind,
      detail: JSON.stringify(changes),
      actor_id: tx.actor?.userId ?? null,
      at: tx.now(),
    })
    .execute()
  const values = (side: 'before' | 'after') =>
    Object.fromEntries(Object.entries(changes).map(([name, change]) => [name, change[side]]))
  if (tx.actor?.role)
    await writeAuditLog(tx, {
      action: kind,
      subject: { type: 'coupon', id, label: code },
      ...(kind === 'changed' && { before: values('before'), after: values('after') }),
    })
}

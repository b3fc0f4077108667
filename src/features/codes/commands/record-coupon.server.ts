import { writeAuditLog } from '#adapters/audit-log.server.ts'
import type { Context } from '#adapters/context.ts'
import { newId } from '#platform/ids.server.ts'
import type { CouponDetail } from '../contract.ts'

type Event = CouponDetail['events'][number]

/** Appends an action to the coupon's history, in the caller's transaction. */
export async function recordCoupon(
  ctx: Context,
  { id, code, kind, changes = {} }: { id: string; code: string; kind: Event['kind']; changes?: Event['changes'] },
): Promise<void> {
  await ctx.db
    .insertInto('coupon_event')
    .values({
      id: newId(),
      coupon_id: id,
      kind,
      detail: JSON.stringify(changes),
      actor_id: ctx.actor?.userId ?? null,
      at: ctx.now(),
    })
    .execute()
  const values = (side: 'before' | 'after') =>
    Object.fromEntries(Object.entries(changes).map(([name, change]) => [name, change[side]]))
  if (ctx.actor?.role)
    await writeAuditLog(ctx, {
      action: kind,
      subject: { type: 'coupon', id, label: code },
      ...(kind === 'changed' && { before: values('before'), after: values('after') }),
    })
}

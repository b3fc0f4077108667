import { actorOf } from '#kernel/api/api.server.ts'
import type { Context } from '#kernel/context.ts'
import { refusals } from '#platform/errors.ts'
import { isUuid } from '#platform/values/uuid.ts'
import { RECONCILIATION_ERRORS } from '../contract.ts'

const refuse = refusals(RECONCILIATION_ERRORS)

/**
 * Closes a discrepancy with staff's note. The discrepancy reopens only if either side changes.
 * @throws discrepancy_not_found; discrepancy_closed when another staff member closed it first, or both sides agree again.
 */
export async function resolveDiscrepancy(ctx: Context, id: string, note: string): Promise<void> {
  if (!isUuid(id)) throw refuse('discrepancy_not_found')
  const { numUpdatedRows } = await ctx.db
    .updateTable('discrepancy')
    .set({ closed_at: ctx.now(), closed_by: actorOf(ctx).userId, note })
    .where('id', '=', id)
    .where('resolved_at', 'is', null)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 1n) return
  const known = await ctx.db.selectFrom('discrepancy').select('id').where('id', '=', id).executeTakeFirst()
  throw refuse(known ? 'discrepancy_closed' : 'discrepancy_not_found')
}

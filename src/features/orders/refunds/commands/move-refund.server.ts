import type { Updateable } from 'kysely'
import type { DataContext } from '#kernel/context.ts'
import type { DB } from '#platform/db/tables.ts'
import type { RefundStatus } from '../../order/money/contract.ts'

/**
 * All transitions of a refund. answer: the provider's word, which may come late and in any sequence. give_back: the answer was another
 * refund's. reduce: the provider had paid a part on its own.
 */
export const REFUND_MOVES = {
  answer: { from: ['requested', 'pending', 'succeeded', 'failed'], to: ['pending', 'succeeded', 'failed'] },
  give_back: { from: ['pending', 'succeeded', 'failed'], to: ['requested'] },
  refuse: { from: ['requested'], to: ['failed'] },
  reduce: { from: ['requested', 'failed'], to: ['requested', 'succeeded'] },
  retry: { from: ['failed'], to: ['requested'] },
} as const satisfies Record<string, { from: readonly RefundStatus[]; to: readonly RefundStatus[] }>

type Which = { id: string } | { providerId: string; orderId: string; besides: string }
type To<M extends keyof typeof REFUND_MOVES> = (typeof REFUND_MOVES)[M]['to'][number]

/**
 * Moves a refund by a row of the table: the one update of its state.
 * @param which a refund, or the one of staff that has an answer of the provider, besides another.
 * @param of further columns, and the attempt that must not have passed.
 * @returns the refund's id; undefined when nothing moved.
 */
export async function moveRefund<M extends keyof typeof REFUND_MOVES>(
  ctx: DataContext,
  which: Which,
  move: M,
  to: To<M>,
  of: { set?: Omit<Updateable<DB['refund']>, 'status' | 'succeeded_at'>; attempt?: number } = {},
): Promise<string | undefined> {
  const moved = await ctx.db
    .updateTable('refund')
    .set({ ...of.set, status: to, succeeded_at: to === 'succeeded' ? ctx.now() : null })
    .where('status', 'in', REFUND_MOVES[move].from)
    .$if('id' in which, query => query.where('id', '=', (which as { id: string }).id))
    .$if(of.attempt !== undefined, query => query.where('attempt', '=', of.attempt!))
    .$if('providerId' in which, query => {
      const { providerId, orderId, besides } = which as Exclude<Which, { id: string }>
      return query
        .where('provider_id', '=', providerId)
        .where('id', '<>', besides)
        .where('order_id', '=', orderId)
        .where('origin', '=', 'staff')
    })
    .returning('id')
    .executeTakeFirst()
  return moved?.id
}

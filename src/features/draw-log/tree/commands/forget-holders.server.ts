import { sql } from 'kysely'
import type { DataContext } from '#kernel/context.ts'
import { HOLDER_KEY_YEARS } from '../../rules.ts'
import { closeKeys } from '../queries/holders.server.ts'

/**
 * Deletes the keys of giveaways that were drawn or cancelled long ago. From then on no leaf names a person, also for the shop: holders cannot
 * be computed again. Receipts and secrets that entrants saved still prove their entries.
 * @returns how many keys.
 */
export async function forgetHolders(ctx: DataContext): Promise<number> {
  const { rows } = await sql<{ giveaway_id: string }>`
    delete from holder_key k using giveaway g left join draw d on d.giveaway_id = g.id
    where g.id = k.giveaway_id and ${ctx.now()}::timestamptz - make_interval(years => ${HOLDER_KEY_YEARS}) > coalesce(d.drawn_at,
      case when g.closed_reason = 'cancelled' then g.closed_at end)
    returning k.giveaway_id`.execute(ctx.db)
  closeKeys(
    ctx,
    rows.map(row => row.giveaway_id),
  )
  return rows.length
}

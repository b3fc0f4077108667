import { sql } from 'kysely'
import { SCAN_YEARS } from '#features/giveaways/giveaway/rules.ts'
import type { Context } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { removeScanFiles } from '../../cards/commands/remove-scan-files.server.ts'

/** Scans per run; the next night takes the rest. */
const MOST = 2000

/** Deletes scans of cards for giveaways that were drawn or cancelled long ago. What was typed stays in the register. */
export const forgetScans = (ctx: Context): Promise<void> =>
  transact(ctx, async tx => {
    const { rows } = await sql<{ fileKey: string }>`
      delete from mail_card_scan where card_number in (
        select p.card_number from mail_card_scan p join mail_card c on c.number = p.card_number
        join giveaway g on g.id = c.giveaway_id left join draw d on d.giveaway_id = g.id
        where ${tx.now()}::timestamptz - make_interval(years => ${SCAN_YEARS}) > coalesce(d.drawn_at,
          case when g.closed_reason = 'cancelled' then g.closed_at end)
        order by p.card_number limit ${MOST})
      returning file_key as "fileKey"`.execute(tx.db)
    removeScanFiles(tx, rows)
  })

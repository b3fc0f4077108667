import { formatTally } from '@redoubt/draw/log/log-leaf.ts'
import { sql } from 'kysely'
import { appendToLog } from '#features/draw-log/log/commands/append-to-log.server.ts'
import { giveawayChanged } from '#features/giveaways/giveaway/queries/live-slots.server.ts'
import type { Context, TransactionContext } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { type Day, daysAfter, shopDayOf } from '#kernel/values/shop-day.ts'

/**
 * Writes a `tally` leaf to the shop's log for each giveaway and each past day of the shop on which cards were opened or decided. Runs
 * every minute; safe at any time and in several processes.
 */
export async function tallyCards(ctx: Context): Promise<void> {
  const yesterday = daysAfter(shopDayOf(ctx.now()), -1)
  const { rows } = await sql<{ id: string }>`
    select distinct giveaway_id as id from mail_card
    where (not is_opening_tallied and shop_day(coalesce(opened_at, typed_at)) <= ${yesterday}::date)
      or (decided_at is not null and not is_decision_tallied and shop_day(decided_at) <= ${yesterday}::date)
    order by 1`.execute(ctx.db)
  for (const { id } of rows)
    await transact(ctx, async tx => {
      // A freeze that has the log may want the cards.
      await sql`select pg_advisory_xact_lock(giveaway_lock(${id}))`.execute(tx.db)
      await tallyDays(tx, id, yesterday)
    })
}

/**
 * Closes the register of a giveaway, in the transaction that freezes its list and under its lock: a card that is not decided is refused
 * as not confirmed, and the tally of the current day is written, so that the log names all cards before the list is final.
 */
export async function closeRegister(tx: TransactionContext, giveawayId: string): Promise<void> {
  await tx.db
    .updateTable('mail_card')
    .set({ state: 'refused', reason: 'not_confirmed', decided_at: tx.now(), decided_by: null })
    .where('giveaway_id', '=', giveawayId)
    .where('state', 'in', ['opened', 'waiting'])
    .execute()
  await tallyDays(tx, giveawayId, shopDayOf(tx.now()))
  tx.onCommit(ctx => giveawayChanged(ctx, giveawayId))
}

type Act = { day: Day; kind: 'received' | 'registered' | 'refused'; reason: string | null }

/** Counts what no tally has counted yet, up to a day. The rows are marked in the transaction that writes the leaves. */
async function tallyDays(tx: TransactionContext, giveawayId: string, until: Day): Promise<void> {
  const opened = await sql<Act>`
    update mail_card set is_opening_tallied = true
    where giveaway_id = ${giveawayId} and not is_opening_tallied and shop_day(coalesce(opened_at, typed_at)) <= ${until}::date
    returning shop_day(coalesce(opened_at, typed_at))::text as day, 'received' as kind, null as reason`.execute(tx.db)
  const decided = await sql<Act>`
    update mail_card set is_decision_tallied = true
    where giveaway_id = ${giveawayId} and decided_at is not null and not is_decision_tallied and shop_day(decided_at) <= ${until}::date
    returning shop_day(decided_at)::text as day, state as kind, reason`.execute(tx.db)
  const days = Map.groupBy([...opened.rows, ...decided.rows], act => act.day)
  for (const day of [...days.keys()].sort()) {
    const acts = days.get(day)!
    const count = (kind: Act['kind']) => acts.filter(act => act.kind === kind).length
    const text = formatTally({
      giveaway: giveawayId,
      day,
      received: count('received'),
      registered: count('registered'),
      refused: count('refused'),
      reasons: reasonsIn(acts),
    })
    await appendToLog(tx, { kind: 'tally', giveawayId, text })
  }
}

/** `duplicate=1,over_cap=2` by name, or `none`. */
function reasonsIn(acts: readonly Act[]): string {
  const counts = new Map<string, number>()
  for (const { reason } of acts) if (reason !== null) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  const parts = [...counts].sort().map(([reason, count]) => `${reason}=${count}`)
  return parts.join(',') || 'none'
}

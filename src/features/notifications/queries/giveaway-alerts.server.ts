import { sql } from 'kysely'
import type { Context } from '#kernel/context.ts'

/** Counts the alerts of one giveaway by channel and state: `{ "email sent": 12, "sms waiting": 3 }`. */
export async function readGiveawayAlertCounts(ctx: Context, giveawayId: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; n: number }>`
    select channel || ' ' || state as name, count(*)::int as n from message
    where kind = 'giveaway_alert' and left(once_key, 51) = ${`giveaway_alert:${giveawayId}`} group by 1 order by 1`.execute(
    ctx.db,
  )
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]))
}

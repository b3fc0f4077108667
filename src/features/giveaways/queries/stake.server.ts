import { sql } from 'kysely'
import type { Context } from '#adapters/context.ts'
import type { Stake } from '../admin-contract.ts'

/** What is at stake in a giveaway: its live entries, the credits in them, and whose they are. */
export async function stakeOf(ctx: Context, giveawayId: string): Promise<Stake> {
  const { rows } = await sql<Stake>`
    select count(*)::int as entries, count(*) filter (where is_private)::int as "byMail",
      count(*) filter (where not is_private)::int as credits, count(distinct coalesce(user_id::text, lower(mail_email)))::int as people
    from giveaway_entry where giveaway_id = ${giveawayId} and removed_at is null`.execute(ctx.db)
  return rows[0]!
}

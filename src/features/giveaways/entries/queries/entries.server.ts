import { sql } from 'kysely'
import { auditCredits } from '#features/credits/queries.server.ts'
import type { Context, DataContext } from '#kernel/context.ts'
import { COUNTS_FOR_LIMIT } from '../../giveaway/queries/entry-conditions.server.ts'

export type EntryFault = { fault: string; giveawayId: string; userId: string | null; found: number; expected: number }

/**
 * Audits the entries. Each user's count must equal the live bought entries and stay within the limit. Each such entry, and each removed
 * entry without a returned credit, must hold exactly one credit. (PostgreSQL itself ensures that no slot has two owners.) Runs nightly and
 * after every test that moves entries.
 * @returns the disagreements; empty when the entries are right.
 */
export async function auditEntries(ctx: Pick<Context, 'db'>): Promise<EntryFault[]> {
  const { rows } = await sql<EntryFault>`
    with live as (
      select e.giveaway_id, e.user_id, count(*)::int as n from giveaway_entry e where ${COUNTS_FOR_LIMIT} group by 1, 2
    ), paid as (
      select source_id, sum(case kind when 'entry' then amount else -amount end)::int as n
      from credit_transfer where source_type = 'entry' group by 1
    )
    select 'count' as fault, coalesce(p.giveaway_id, l.giveaway_id) as "giveawayId", coalesce(p.user_id, l.user_id) as "userId",
      coalesce(p.entry_count, 0)::int as found, coalesce(l.n, 0) as expected
    from giveaway_participant p full join live l using (giveaway_id, user_id)
    where coalesce(p.entry_count, 0) <> coalesce(l.n, 0)
    union all
    select 'credit', e.giveaway_id, e.user_id, coalesce(p.n, 0), (e.removed_at is null or e.is_forfeited)::int
    from giveaway_entry e left join paid p on p.source_id = e.id::text
    where not e.is_private and coalesce(p.n, 0) <> (e.removed_at is null or e.is_forfeited)::int
    union all
    select 'credit without entry', null, null, p.n, 0
    from paid p where p.n <> 0 and not exists (select from giveaway_entry e where e.id::text = p.source_id)
    union all
    select 'slot', e.giveaway_id, e.user_id, e.slot_number, g.total_slots
    from giveaway_entry e join giveaway g on g.id = e.giveaway_id
    where e.removed_at is null and e.is_private <> (e.slot_number > g.total_slots)`.execute(ctx.db)
  return rows
}

/** Faults that are logged one by one. More faults point to a larger problem. */
const TOLD = 20

/**
 * Audits credits and entries, logs each disagreement as an error, because staff must look, and records the result for alerts.
 * @returns the number of faults.
 */
export async function auditLedger(ctx: DataContext): Promise<number> {
  const faults = [...(await auditCredits(ctx)), ...(await auditEntries(ctx))]
  if (faults.length > 0)
    ctx.log.error({ count: faults.length, faults: faults.slice(0, TOLD) }, 'the ledger does not add up')
  await ctx.db
    .insertInto('ledger_audit')
    .values({ finished_at: ctx.now(), fault_count: faults.length })
    .onConflict(clash => clash.column('finished_at').doUpdateSet({ fault_count: faults.length }))
    .execute()
  return faults.length
}

/** The latest nightly audit; undefined before the first. */
export const findLatestAudit = (ctx: Pick<DataContext, 'db'>) =>
  ctx.db
    .selectFrom('ledger_audit')
    .select(['finished_at as finishedAt', 'fault_count as faultCount'])
    .orderBy('finished_at', 'desc')
    .limit(1)
    .executeTakeFirst()

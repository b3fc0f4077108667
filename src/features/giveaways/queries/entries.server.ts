import { sql } from 'kysely'
import type { Context } from '#adapters/context.ts'
import { refusals } from '#platform/errors.ts'
import type { AdminEntry } from '../admin-contract.ts'
import { GIVEAWAY_ERRORS } from '../contract.ts'

const refuse = refusals(GIVEAWAY_ERRORS)

/** All live entries of a giveaway by slot, with who holds them: for admins. @throws giveaway_not_found */
export async function listEntriesOfGiveaway(ctx: Context, giveawayId: string): Promise<AdminEntry[]> {
  const giveaway = await ctx.db
    .selectFrom('giveaway')
    .select('tier')
    .where('id', '=', giveawayId)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  if (!giveaway) throw refuse('giveaway_not_found')
  const rows = await ctx.db
    .selectFrom('giveaway_entry as e')
    .leftJoin('users as u', 'u.id', 'e.user_id')
    .select(['e.id', 'e.user_id', 'e.slot_number', 'e.created_at', 'e.is_auto_entry', 'e.is_private', 'e.is_staff'])
    .select(eb => [
      eb.fn.coalesce('u.email', 'e.mail_email').as('email'),
      eb.fn.coalesce('u.name', 'e.mail_name').as('name'),
    ])
    .where('e.giveaway_id', '=', giveawayId)
    .where('e.removed_at', 'is', null)
    .orderBy('e.slot_number')
    .execute()
  return rows.map(row => ({
    id: row.id,
    giveawayId,
    userId: row.user_id,
    slotNumber: row.slot_number,
    email: row.email ?? '',
    name: row.name ?? '',
    tier: giveaway.tier,
    date: row.created_at.toISOString(),
    isPrivateEntry: row.is_private,
    isAutoEntry: row.is_auto_entry,
    isStaff: row.is_staff,
  }))
}

export type EntryFault = { fault: string; giveawayId: string; userId: string | null; found: number; expected: number }

/**
 * Proves the entries: each person's count is that of their live bought entries and within the limit, and each such entry was
 * paid with exactly one credit that was not returned. Returns what disagrees; an empty list is the proof. (That no slot has
 * two owners, the database proves by itself.) Runs nightly and after every test that moves entries.
 */
export async function auditEntries(ctx: Pick<Context, 'db'>): Promise<EntryFault[]> {
  const { rows } = await sql<EntryFault>`
    with live as (
      select giveaway_id, user_id, count(*)::int as n from giveaway_entry
      where removed_at is null and not is_private group by 1, 2
    ), paid as (
      select source_id, sum(case kind when 'entry' then amount else -amount end)::int as n
      from credit_transfer where source_type = 'entry' group by 1
    )
    select 'count' as fault, coalesce(p.giveaway_id, l.giveaway_id) as "giveawayId", coalesce(p.user_id, l.user_id) as "userId",
      coalesce(p.entry_count, 0)::int as found, coalesce(l.n, 0) as expected
    from giveaway_participant p full join live l using (giveaway_id, user_id)
    where coalesce(p.entry_count, 0) <> coalesce(l.n, 0)
    union all
    select 'credit', e.giveaway_id, e.user_id, coalesce(p.n, 0), case when e.removed_at is null then 1 else 0 end
    from giveaway_entry e left join paid p on p.source_id = e.id::text
    where not e.is_private and coalesce(p.n, 0) <> case when e.removed_at is null then 1 else 0 end
    union all
    select 'credit without entry', null, null, p.n, 0
    from paid p where p.n <> 0 and not exists (select from giveaway_entry e where e.id::text = p.source_id)
    union all
    select 'slot', e.giveaway_id, e.user_id, e.slot_number, g.total_slots
    from giveaway_entry e join giveaway g on g.id = e.giveaway_id
    where e.removed_at is null and e.is_private <> (e.slot_number > g.total_slots)`.execute(ctx.db)
  return rows
}

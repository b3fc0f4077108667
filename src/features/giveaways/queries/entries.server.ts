import { sql } from 'kysely'
import type { Context } from '#adapters/context.ts'
import { refusals } from '#platform/errors.ts'
import type { AdminEntry } from '../admin-contract.ts'
import { GIVEAWAY_ERRORS, type MyEntry } from '../contract.ts'
import { stateOf } from '../rules.ts'

const refuse = refusals(GIVEAWAY_ERRORS)

/** A user's live entries, newest first, at most 500. */
export async function listEntriesOfUser(ctx: Context, userId: string): Promise<MyEntry[]> {
  const rows = await ctx.db
    .selectFrom('giveaway_entry as e')
    .innerJoin('giveaway as g', 'g.id', 'e.giveaway_id')
    .innerJoin('users as u', 'u.id', 'e.user_id')
    .leftJoin('draw as d', 'd.giveaway_id', 'g.id')
    .select(['e.id', 'e.giveaway_id', 'e.slot_number', 'e.created_at', 'e.is_auto_entry', 'e.is_private', 'e.is_staff'])
    .select(['g.title', 'g.slug', 'g.tier', 'g.images', 'g.starts_at', 'g.ends_at', 'g.early_access_at', 'g.closed_at'])
    .select(['d.drawn_at', 'd.winner_entry_id', 'u.email'])
    .where('e.user_id', '=', userId)
    .where('e.removed_at', 'is', null)
    .orderBy('e.created_at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(500)
    .execute()
  const now = ctx.now()
  return rows.map(row => ({
    id: row.id,
    giveawayId: row.giveaway_id,
    giveawayTitle: row.title,
    giveawaySlug: row.slug,
    giveawayState: stateOf(
      {
        startsAt: row.starts_at,
        endsAt: row.ends_at,
        earlyAccessAt: row.early_access_at,
        closedAt: row.closed_at,
        drawnAt: row.drawn_at,
        // Whether the rest is sold out makes no difference to somebody who is in.
        availableSlots: 1,
      },
      now,
    ),
    image: row.images[0] ?? null,
    userId,
    email: row.email,
    slotNumber: row.slot_number,
    tier: row.tier,
    date: row.created_at.toISOString(),
    isAutoEntry: row.is_auto_entry,
    isPrivateEntry: row.is_private,
    isStaff: row.is_staff,
    isWinner: row.winner_entry_id === row.id,
  }))
}

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
    .select(['e.id', 'e.slot_number', 'e.created_at', 'e.is_auto_entry', 'e.is_private', 'e.is_staff'])
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

import { sql } from 'kysely'
import { DEFAULT_ENTRY_LIMITS } from '#features/draw-log/rules.ts'
import type { Context, DataContext, TransactionContext } from '#kernel/context.ts'
import type { DataSubject } from '#kernel/personal-data.ts'
import { refusals } from '#platform/errors.ts'
import { GIVEAWAY_ERRORS } from '../../giveaway/contract.ts'
import { giveawayChanged } from '../../giveaway/queries/live-slots.server.ts'
import { isTheirs, listOpenEntries } from '../queries/entries-of-person.server.ts'

const refuse = refusals(GIVEAWAY_ERRORS)

/** Giveaways without a frozen list that have live entries of the person, in ascending order. */
export async function listUndrawnGiveaways(ctx: DataContext, person: DataSubject): Promise<string[]> {
  return [...new Set((await listOpenEntries(ctx, person)).map(entry => entry.giveawayId))]
}

/**
 * Locks giveaways exclusively, so that no other transaction enters, closes or draws them. @param ids
 * ascending.
 */
export async function lockGiveaways(tx: TransactionContext, ids: readonly string[]): Promise<void> {
  for (const id of ids) await sql`select pg_advisory_xact_lock(giveaway_lock(${id}))`.execute(tx.db)
}

export type Together = { giveawayId: string; giveaway: string; from: number; into: number; limit: number }

/** Bought entries of both accounts in each of these giveaways, and the entry limit. */
export async function listEntriesTogether(
  ctx: DataContext,
  ids: readonly string[],
  from: string,
  into: string,
): Promise<Together[]> {
  const { rows } = await sql<Together>`
    select g.id as "giveawayId", g.title as giveaway, coalesce(f.entry_count, 0)::int as "from", coalesce(i.entry_count, 0)::int as "into",
      coalesce(g.entry_limit, (${DEFAULT_ENTRY_LIMITS}::jsonb ->> g.tier::text)::int) as "limit"
    from giveaway g
    left join giveaway_participant f on f.giveaway_id = g.id and f.user_id = ${from}
    left join giveaway_participant i on i.giveaway_id = g.id and i.user_id = ${into}
    where g.id = any(${[...ids]}::uuid[]) order by g.title, g.id`.execute(ctx.db)
  return rows
}

/** Number of the person's live entries in frozen lists. */
export async function readPastEntryCount(ctx: Context, person: DataSubject): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from giveaway_entry e
    where is_list_final(e.giveaway_id) and ${isTheirs(person)} and e.removed_at is null`.execute(ctx.db)
  return rows[0]!.n
}

/**
 * Moves all entries to another account of the same person, after `lockGiveaways`. Draw lists stay
 * unchanged. `moveAllCredits` moves the credits separately.
 * @throws already_frozen while a list with such an entry waits for its round.
 */
export async function moveEntries(tx: TransactionContext, from: DataSubject, into: DataSubject): Promise<void> {
  if (await isAwaitingRound(tx, from)) throw refuse('already_frozen')
  await sql`
    with gone as (
      delete from giveaway_participant where user_id = ${from.userId} returning giveaway_id, entry_count
    )
    insert into giveaway_participant as p (giveaway_id, user_id, entry_count)
    select giveaway_id, ${into.userId}, entry_count from gone order by giveaway_id
    on conflict (giveaway_id, user_id) do update set entry_count = p.entry_count + excluded.entry_count`.execute(tx.db)
  await sql`
    update giveaway_entry e set user_id = ${into.userId}, mail_email = case when mail_email is not null then ${into.email}::text end
    where ${isTheirs(from)}`.execute(tx.db)
  if (from.email !== null)
    await sql`update mail_sender set user_id = ${into.userId} where user_id = ${from.userId}
      or (user_id is null and email = ${from.email} and erased_at is null)`.execute(tx.db)
  await sql`
    update auto_entry a set user_id = ${into.userId} where user_id = ${from.userId}
      and not exists (select from auto_entry b where b.giveaway_id = a.giveaway_id and b.user_id = ${into.userId})`.execute(
    tx.db,
  )
  // If both accounts have a wish, auto-entry stays on only if it is on in both.
  await sql`
    insert into auto_entry_preference as w (user_id, enabled, changed_at)
    select ${into.userId}, enabled, changed_at from auto_entry_preference where user_id = ${from.userId}
    on conflict (user_id) do update set enabled = w.enabled and excluded.enabled, changed_at = ${tx.now()}`.execute(
    tx.db,
  )
}

/** Whether the person has an entry in a frozen list whose winner is still to be drawn. */
async function isAwaitingRound(ctx: DataContext, person: DataSubject): Promise<boolean> {
  const { rows } = await sql`
    select from giveaway_entry e join draw_freeze f on f.giveaway_id = e.giveaway_id and f.slip = 0
    where ${isTheirs(person)} and e.removed_at is null and not exists (select from draw d where d.giveaway_id = e.giveaway_id) limit 1`.execute(
    ctx.db,
  )
  return rows.length > 0
}

/** Refreshes these giveaways' pages after entries changed owner. */
export function tellEntriesMoved(ctx: Context, giveawayIds: readonly string[]): void {
  for (const id of giveawayIds) giveawayChanged(ctx, id)
}

import { listHash } from '@redoubt/draw/entries/replay.ts'
import { commitmentOf } from '@redoubt/draw/round/order.ts'
import { sql } from 'kysely'
import { DEFAULT_ENTRY_LIMITS } from '#features/draw-log/rules.ts'
import { openSeed } from '#features/draw-log/tree/commands/giveaway-seeds.server.ts'
import { findCreateLeaf } from '#features/draw-log/tree/commands/log-giveaway.server.ts'
import type { GiveawayDebug } from '#features/giveaways/giveaway/admin-contract.ts'
import { GIVEAWAY_ERRORS } from '#features/giveaways/giveaway/contract.ts'
import { COUNTS_FOR_LIMIT } from '#features/giveaways/giveaway/queries/entry-conditions.server.ts'
import { readGiveawayAlertCounts } from '#features/notifications/queries/giveaway-alerts.server.ts'
import type { Context } from '#kernel/context.ts'
import { refusals } from '#platform/errors.ts'
import { BrokenSeal } from '#platform/secrets/seal.server.ts'
import { readDrawProof } from './draw-proof.server.ts'
import { listEntriesToFreeze } from './entries-to-freeze.server.ts'
import { listFaultsOfEvidence } from './evidence.server.ts'

const refuse = refusals(GIVEAWAY_ERRORS)

/**
 * Diagnostic data of a giveaway for staff: entries by kind, slots, credits by the ledger, results of auto-entry and announcements, the
 * list's hash, and all inconsistencies. Contains no names and no secrets.
 * @throws giveaway_not_found
 */
export async function readDebug(ctx: Context, giveawayId: string): Promise<GiveawayDebug> {
  const found = await ctx.db
    .selectFrom('giveaway as g')
    .leftJoin('giveaway_alert as a', 'a.giveaway_id', 'g.id')
    .select([
      'g.id',
      'g.total_slots',
      'g.published_at',
      'g.closed_at',
      'g.closed_reason',
      'g.auto_entered_at',
      'g.tier',
    ])
    .select(['g.commitment', 'a.begun_at'])
    .select(sql<boolean>`is_list_final(g.id)`.as('is_frozen'))
    .where('g.id', '=', giveawayId)
    .where('g.archived_at', 'is', null)
    .executeTakeFirst()
  if (!found) throw refuse('giveaway_not_found')
  const giveaway = found
  const [counts, ledger, autoEntry, messages, list] = await Promise.all([
    countsOf(ctx, giveawayId, giveaway.total_slots),
    ledgerOf(ctx, giveawayId),
    autoEntryOf(ctx, giveawayId),
    readGiveawayAlertCounts(ctx, giveawayId),
    listOf(ctx, giveaway),
  ])
  const { taken, highest, people, overLimit, lateEntries, miscounted, misplaced, ...entries } = counts
  const expected = entries.live - entries.mail + entries.forfeited
  const held = ledger.spent - ledger.returned
  const faults = [
    ...(held === expected ? [] : [`The ledger holds ${held} credits for these entries; it should be ${expected}.`]),
    ...said(ledger.unpaid, n => `${n} entries were not paid with exactly one credit.`),
    ...said(miscounted, n => `${n} people have another number of entries than their limit counts.`),
    ...said(overLimit, n => `${n} people hold more entries than the limit allows.`),
    ...said(misplaced, n => `${n} entries have a number that belongs to another kind.`),
    ...said(lateEntries, n => `${n} bought entries are younger than the close.`),
    ...(giveaway.published_at === null && entries.live > 0 ? ['A draft has entries.'] : []),
    ...(giveaway.closed_reason === 'cancelled' && entries.live > 0 ? ['It was cancelled, and has entries.'] : []),
    ...(await faultsOfSeed(ctx, giveaway)),
    ...list.faults,
  ]
  return {
    entries,
    people,
    slots: { total: giveaway.total_slots, taken, free: giveaway.total_slots - taken, highest },
    ledger: { spent: ledger.spent, returned: ledger.returned, held, expected },
    autoEntry: { ranAt: giveaway.auto_entered_at?.toISOString() ?? null, ...autoEntry },
    announcement: { begunAt: giveaway.begun_at?.toISOString() ?? null, messages },
    list: { entries: list.entries, hash: list.hash, isFrozen: giveaway.is_frozen },
    draw: list.draw,
    commitment: giveaway.commitment,
    faults,
    checkedAt: ctx.now().toISOString(),
  }
}

/** The secret is public after the freeze, so that it is checked before. */
async function faultsOfSeed(
  ctx: Context,
  giveaway: { id: string; commitment: string; is_frozen: boolean },
): Promise<string[]> {
  if (giveaway.is_frozen) return []
  const created = await findCreateLeaf(ctx, giveaway.id)
  try {
    const seed = await openSeed(ctx, giveaway.id)
    const commitment = created?.create.commitment ?? giveaway.commitment
    return commitmentOf(giveaway.id, seed) === commitment ? [] : ['The secret is not the one that was committed to.']
  } catch (error) {
    if (!(error instanceof BrokenSeal)) throw error
    return ['The secret does not open: its row was changed, or another AUTH_SECRET sealed it.']
  }
}

const said = (n: number, sentence: (n: number) => string) => (n > 0 ? [sentence(n)] : [])

type Counts = GiveawayDebug['entries'] & {
  taken: number
  highest: number | null
  people: number
  overLimit: number
  lateEntries: number
  miscounted: number
  misplaced: number
}

async function countsOf(ctx: Context, giveawayId: string, totalSlots: number): Promise<Counts> {
  const { rows } = await sql<Counts>`
    with e as (
        select user_id, slot_number, created_at, removed_at, is_private, is_auto_entry, is_staff, is_forfeited, mail_email
        from giveaway_entry where giveaway_id = ${giveawayId}
      ), live as (select * from e where removed_at is null),
      bought as (
        select e.user_id, count(*)::int as n from giveaway_entry e where e.giveaway_id = ${giveawayId} and ${COUNTS_FOR_LIMIT} group by 1
      )
    select c.*,
      (select count(*)::int from giveaway_participant p full join bought b on b.user_id = p.user_id
        where coalesce(p.giveaway_id, ${giveawayId}) = ${giveawayId} and coalesce(p.entry_count, 0) <> coalesce(b.n, 0)) as miscounted,
      (select count(*)::int from bought where n > coalesce(g.entry_limit, (${DEFAULT_ENTRY_LIMITS}::jsonb ->> g.tier::text)::int)) as "overLimit",
      (select count(*)::int from live where not is_private and created_at > g.closed_at) as "lateEntries"
    from giveaway g cross join (
      select count(*) filter (where removed_at is null)::int as live,
        count(*) filter (where removed_at is null and not is_private and not is_auto_entry and not is_staff)::int as credit,
        count(*) filter (where removed_at is null and is_auto_entry)::int as auto,
        count(*) filter (where removed_at is null and is_private)::int as mail,
        count(*) filter (where removed_at is null and is_staff)::int as staff,
        count(*) filter (where removed_at is not null)::int as removed,
        count(*) filter (where is_forfeited)::int as forfeited,
        count(*) filter (where removed_at is null and slot_number <= ${totalSlots})::int as taken,
        max(slot_number) filter (where removed_at is null and not is_private) as highest,
        count(distinct coalesce(user_id::text, lower(mail_email))) filter (where removed_at is null)::int as people,
        count(*) filter (where removed_at is null and is_private <> (slot_number > ${totalSlots}))::int as misplaced
      from e
    ) c where g.id = ${giveawayId}`.execute(ctx.db)
  return rows[0]!
}

/** Ledger sums of these entries. `unpaid` counts entries that do not hold exactly one credit, or hold one although it was returned. */
async function ledgerOf(ctx: Context, giveawayId: string) {
  const { rows } = await sql<{ spent: number; returned: number; unpaid: number }>`
    with paid as (
      select e.id, e.removed_at is null or e.is_forfeited as is_held,
        coalesce(sum(t.amount) filter (where t.kind = 'entry'), 0) as spent,
        coalesce(sum(t.amount) filter (where t.kind = 'entry_returned'), 0) as returned
      from giveaway_entry e
      left join credit_transfer t on t.kind in ('entry', 'entry_returned') and t.source_type = 'entry' and t.source_id = e.id::text
      where e.giveaway_id = ${giveawayId} and not e.is_private group by e.id
    )
    select coalesce(sum(spent), 0)::int as spent, coalesce(sum(returned), 0)::int as returned,
      count(*) filter (where spent - returned <> is_held::int)::int as unpaid from paid`.execute(ctx.db)
  return rows[0]!
}

async function autoEntryOf(ctx: Context, giveawayId: string) {
  const { rows } = await sql<{ outcome: string; n: number }>`
    select coalesce(skipped, 'entered') as outcome, count(*)::int as n
    from auto_entry where giveaway_id = ${giveawayId} group by 1`.execute(ctx.db)
  const by = Object.fromEntries(rows.map(({ outcome, n }) => [outcome, n]))
  const { entered = 0, ...skipped } = by
  return { entered, skipped }
}

type List = { entries: number; hash: string; draw: GiveawayDebug['draw']; faults: string[] }

/** The frozen list, with its whole evidence checked; before the freeze, the list that a freeze would take now. */
async function listOf(ctx: Context, giveaway: { id: string; is_frozen: boolean }): Promise<List> {
  const proof = giveaway.is_frozen ? await readDrawProof(ctx, giveaway.id).catch(() => null) : null
  if (!proof?.frozen) {
    const list = await listEntriesToFreeze(ctx, giveaway.id)
    return { entries: list.length, hash: listHash(giveaway.id, list), draw: null, faults: [] }
  }
  const { frozen, result } = proof
  const draw = {
    round: proof.round!,
    drawsAt: proof.drawsAt!,
    witnessedAt: frozen.witnessedAt,
    slips: frozen.slips.length,
    drawnAt: result?.drawnAt ?? null,
  }
  const faults = frozen.witnessedAt ? await listFaultsOfEvidence(ctx, giveaway.id) : []
  return { entries: frozen.entries, hash: frozen.listHash, draw, faults }
}

import { sql } from 'kysely'
import type { Context, DataContext } from '#kernel/context.ts'
import { refusals } from '#platform/errors.ts'
import { type DrawProof, GIVEAWAY_ERRORS } from '../../contract.ts'
import { maskedName } from '../../rules.ts'
import type { DrawEntry } from '../draw.ts'

const refuse = refusals(GIVEAWAY_ERRORS)

/** A drawn prize and its winner. Names and addresses of deleted accounts are gone. */
export type DrawnEntry = Awaited<ReturnType<typeof readEntries>>[number]

const readEntries = (ctx: DataContext, ids: readonly string[]) =>
  ctx.db
    .selectFrom('giveaway_entry as e')
    .innerJoin('giveaway as g', 'g.id', 'e.giveaway_id')
    .innerJoin('draw as d', 'd.giveaway_id', 'e.giveaway_id')
    .leftJoin('users as u', 'u.id', 'e.user_id')
    .select(['e.id', 'e.giveaway_id as giveawayId', 'e.slot_number as slot', 'e.created_at as enteredAt'])
    .select([
      'e.user_id as userId',
      'u.phone',
      'u.birth_date as birthDate',
      'g.title',
      'g.slug',
      'g.tier',
      'g.value_cents as valueCents',
    ])
    .select(['g.ends_at as endsAt', 'd.drawn_at as drawnAt', 'd.is_early as isEarly', 'd.reason', 'd.method'])
    .select(eb => [
      eb.fn.coalesce('u.email', 'e.mail_email', sql<string>`''`).as('email'),
      eb.fn.coalesce('u.name', 'e.mail_name', sql<string>`'Entrant'`).as('name'),
      sql<boolean>`u.deleted_at is not null`.as('hasLeft'),
      // A mail-in entrant without an account at that time may be a member of staff now.
      sql<boolean>`coalesce(u.role <> 'user', exists (select from users s where s.email = e.mail_email and s.role <> 'user'))`.as(
        'isStaff',
      ),
      sql<boolean>`coalesce(not u.enabled and u.deleted_at is null, false)`.as('isDisabled'),
    ])
    .where('e.id', 'in', [...ids])
    .execute()

/** Drawn entries by id. Unknown ids are absent. */
export async function drawnEntriesOf(ctx: DataContext, ids: readonly string[]): Promise<Map<string, DrawnEntry>> {
  const rows = ids.length > 0 ? await readEntries(ctx, ids) : []
  return new Map(rows.map(row => [row.id, row]))
}

/**
 * The public result of a draw: everything needed to repeat the draw (see `draw.ts`), and the promoted alternates.
 * The result of a members-only giveaway is as public as every other, so that everyone may check it.
 * @throws giveaway_not_found for an unknown or undrawn giveaway.
 */
export async function drawProofOf(ctx: Context, giveawayId: string): Promise<DrawProof> {
  const row = await ctx.db
    .selectFrom('draw as d')
    .innerJoin('giveaway as g', 'g.id', 'd.giveaway_id')
    .innerJoin('drawn_winner as now', 'now.giveaway_id', 'd.giveaway_id')
    .leftJoin('giveaway_entry as e', 'e.id', 'now.entry_id')
    .leftJoin('users as u', 'u.id', 'e.user_id')
    .select([
      'd.algorithm',
      'd.seed',
      'd.list_hash',
      'd.list',
      'd.winner_slot',
      'd.drawn_at',
      'd.is_early',
      'd.drawn_by_role',
      'd.reason',
    ])
    .select(['g.commitment', 'now.entry_id'])
    .select(eb => eb.fn.coalesce('u.name', 'e.mail_name').as('name'))
    .where('d.giveaway_id', '=', giveawayId)
    .executeTakeFirst()
  if (!row) throw refuse('giveaway_not_found')
  return {
    giveawayId,
    algorithm: row.algorithm,
    commitment: row.commitment,
    seed: row.seed,
    listHash: row.list_hash,
    list: (row.list as unknown as DrawEntry[]).map(([slot, pseudonym]) => [slot, pseudonym]),
    winnerSlot: row.winner_slot,
    winner: row.entry_id ? maskedName(row.name ?? 'Entrant') : 'Nobody',
    order: await orderOf(ctx, giveawayId, row.winner_slot),
    drawnAt: row.drawn_at.toISOString(),
    early: row.is_early,
    role: row.drawn_by_role as 'system' | 'admin',
    reason: row.reason,
  }
}

/**
 * Places of a drawn order that held the prize, each with the moment of its loss. The current holder has none; if no alternate was left,
 * the last place has one too.
 */
async function orderOf(ctx: Context, giveawayId: string, firstSlot: number): Promise<DrawProof['order']> {
  const promotions = await ctx.db
    .selectFrom('draw_alternate')
    .select(['promoted_at', 'next_slot'])
    .where('giveaway_id', '=', giveawayId)
    .orderBy('place')
    .execute()
  const slots = [firstSlot, ...promotions.flatMap(({ next_slot: slot }) => (slot === null ? [] : [slot]))]
  return slots.map((slot, index) => ({ slot, passedAt: promotions[index]?.promoted_at.toISOString() ?? null }))
}

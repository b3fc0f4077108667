import type { Context } from '#adapters/context.ts'
import { refusals } from '#platform/errors.ts'
import { toDollars } from '#platform/money.ts'
import type { GiveawayWinners } from '../admin-contract.ts'
import { type DrawProof, GIVEAWAY_ERRORS } from '../contract.ts'
import type { DrawEntry } from '../draw.ts'
import { hiddenFrom, maskedName } from '../rules.ts'

const refuse = refusals(GIVEAWAY_ERRORS)

const draws = (ctx: Context) =>
  ctx.db
    .selectFrom('draw as d')
    .innerJoin('giveaway as g', 'g.id', 'd.giveaway_id')
    .innerJoin('giveaway_entry as e', 'e.id', 'd.winner_entry_id')
    .leftJoin('users as u', 'u.id', 'e.user_id')
    .select(['d.giveaway_id', 'd.drawn_at', 'd.method', 'd.is_early', 'd.reason', 'd.winner_slot', 'd.drawn_by_role'])
    .select(['g.title', 'g.tier', 'g.value_cents', 'g.ends_at', 'g.commitment', 'g.starts_at', 'g.early_access_at'])
    .select(['g.subscription_visibility_only', 'e.id as entry_id', 'e.created_at'])
    .select(eb => [
      eb.fn.coalesce('u.email', 'e.mail_email').as('email'),
      eb.fn.coalesce('u.name', 'e.mail_name').as('name'),
    ])

/** Winners by giveaway, the latest draw first, at most 500: for admins. @param giveawayId of one giveaway only. */
export async function listWinners(ctx: Context, giveawayId?: string): Promise<GiveawayWinners[]> {
  const rows = await draws(ctx)
    .$if(giveawayId !== undefined, query => query.where('d.giveaway_id', '=', giveawayId!))
    .orderBy('d.drawn_at', 'desc')
    .limit(500)
    .execute()
  return rows.map(row => ({
    giveawayId: row.giveaway_id,
    giveaway: {
      title: row.title,
      tier: row.tier,
      value: toDollars(row.value_cents),
      endDate: row.ends_at?.toISOString() ?? null,
    },
    winners: [
      {
        id: row.entry_id,
        email: row.email ?? '',
        slotNumber: row.winner_slot,
        date: row.created_at.toISOString(),
        tier: row.tier,
        selectedAt: row.drawn_at.toISOString(),
        method: row.method as 'automatic' | 'random',
        early: row.is_early,
        reason: row.reason,
      },
    ],
    totalWinners: 1,
  }))
}

/**
 * The public result of a draw: everything needed to do it again (see `draw.ts`).
 * @throws giveaway_not_found when there is none, or not yet, or the caller may not see the giveaway.
 */
export async function drawProofOf(ctx: Context, giveawayId: string): Promise<DrawProof> {
  const row = await draws(ctx)
    .select(['d.algorithm', 'd.seed', 'd.list', 'd.list_hash'])
    .where('d.giveaway_id', '=', giveawayId)
    .executeTakeFirst()
  const terms = row && {
    startsAt: row.starts_at,
    earlyAccessAt: row.early_access_at,
    subscriptionVisibilityOnly: row.subscription_visibility_only,
  }
  if (!row || hiddenFrom(ctx.actor, terms!, ctx.now())) throw refuse('giveaway_not_found')
  return {
    giveawayId,
    algorithm: row.algorithm,
    commitment: row.commitment,
    seed: row.seed,
    listHash: row.list_hash,
    list: (row.list as unknown as DrawEntry[]).map(([slot, pseudonym]) => [slot, pseudonym]),
    winnerSlot: row.winner_slot,
    winner: maskedName(row.name ?? 'Entrant'),
    drawnAt: row.drawn_at.toISOString(),
    early: row.is_early,
    role: row.drawn_by_role as 'system' | 'admin',
    reason: row.reason,
  }
}

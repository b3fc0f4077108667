import { sha256Hex } from '@redoubt/draw/bytes.ts'
import { PLACES_OF_LEAF, parseFreeze } from '@redoubt/draw/log/log-leaf.ts'
import { sql } from 'kysely'
import { gapSecondsOf } from '#features/draw-log/rules.ts'
import { findCreateLeaf } from '#features/draw-log/tree/commands/log-giveaway.server.ts'
import { roundFrom } from '#features/giveaways/giveaway/commands/round-from.server.ts'
import { GIVEAWAY_ERRORS } from '#features/giveaways/giveaway/contract.ts'
import { viewerOf } from '#features/giveaways/giveaway/queries/viewer.server.ts'
import { freezeDateOf, hiddenFrom, maskedName, zoneOfGiveaway } from '#features/giveaways/giveaway/rules.ts'
import type { Context, DataContext } from '#kernel/context.ts'
import { refusals } from '#platform/errors.ts'
import type { DrawProof } from '../contract.ts'
import type { ReasonClass } from '../rules.ts'
import { findTimestamp } from '../timestamps/timestamp.server.ts'

const refuse = refusals(GIVEAWAY_ERRORS)

type Giveaway = NonNullable<Awaited<ReturnType<typeof giveawayFor>>>

/**
 * How a giveaway is or was drawn, for callers who see the giveaway; for all callers once its list is frozen.
 * @throws giveaway_not_found, also for a draft, a cancelled giveaway and a draw of an earlier release.
 */
export async function readDrawProof(ctx: Context, giveawayId: string): Promise<DrawProof> {
  const giveaway = await giveawayFor(ctx, giveawayId)
  if (!giveaway || giveaway.closed_reason === 'cancelled') throw refuse('giveaway_not_found')
  const freezes = await freezesOf(ctx, giveawayId)
  const isFrozen = freezes.length > 0
  if (!isFrozen && (giveaway.isDrawn || !isShown(ctx, giveaway))) throw refuse('giveaway_not_found')
  const [created, counts, cards, times] = await Promise.all([
    findCreateLeaf(ctx, giveawayId),
    countsOf(ctx, giveawayId),
    cardsOf(ctx, giveawayId),
    timesOf(ctx, giveaway, freezes),
  ])
  const { chain, publicKey, period, genesis } = ctx.beacon.chain
  const frozen = isFrozen ? await frozenOf(ctx, giveawayId, freezes) : null
  const result = isFrozen ? await resultOf(ctx, giveawayId) : null
  const manifest = isFrozen ? parseFreeze(freezes[0]!.manifest) : null
  return {
    giveawayId,
    state: result ? 'drawn' : frozen ? 'frozen' : giveaway.closed_at ? 'closed' : 'entering',
    commitment: created?.create.commitment ?? giveaway.commitment,
    counts: manifest ? countsIn(manifest) : counts,
    cards,
    beacon: { chain, publicKey, period, genesis },
    gapSeconds: created?.create.gap ?? gapSecondsOf(ctx.settings.draw, giveaway),
    marginSeconds: created?.create.margin ?? ctx.settings.draw.marginSeconds,
    witnesses: ctx.witnesses.map(({ name, owner, isOurs }) => ({ name, owner, isOurs })),
    areAllOurs: ctx.witnesses.every(({ isOurs }) => isOurs),
    ...times,
    frozen,
    result,
  }
}

const giveawayFor = (ctx: DataContext, giveawayId: string) =>
  ctx.db
    .selectFrom('giveaway as g')
    .select(['g.closed_at', 'g.closed_reason', 'g.ends_at', 'g.freezes_at', 'g.published_at'])
    .select(['g.value_cents', 'g.highest_value_cents'])
    .select(['g.commitment', 'g.starts_at as startsAt', 'g.early_access_at as earlyAccessAt'])
    .select('g.subscription_visibility_only as subscriptionVisibilityOnly')
    .select(sql<boolean>`exists (select from draw d where d.giveaway_id = g.id)`.as('isDrawn'))
    .where('g.id', '=', giveawayId)
    .where('g.archived_at', 'is', null)
    .executeTakeFirst()

const isShown = (ctx: Context, giveaway: Giveaway) =>
  !hiddenFrom(viewerOf(ctx), { ...giveaway, isDraft: giveaway.published_at === null }, ctx.now())

const freezesOf = (ctx: DataContext, giveawayId: string) =>
  ctx.db
    .selectFrom('draw_freeze')
    .select(['slip', 'manifest', 'round', 'draws_at', 'frozen_at', 'is_early', 'reason', 'frozen_by'])
    .where('giveaway_id', '=', giveawayId)
    .orderBy('slip')
    .execute()

type Freezes = Awaited<ReturnType<typeof freezesOf>>

/** The freeze and its round: as they are, as the close fixed them, or as they follow from the planned end. */
async function timesOf(ctx: Context, giveaway: Giveaway, freezes: Freezes) {
  const last = freezes.at(-1)
  if (last)
    return {
      freezesAt: freezes[0]!.frozen_at.toISOString(),
      round: last.round,
      drawsAt: last.draws_at.toISOString(),
    }
  const closesAt = giveaway.closed_at ?? giveaway.ends_at
  const freezesAt =
    giveaway.freezes_at ??
    (closesAt && freezeDateOf(closesAt, ctx.settings.mailInHours, zoneOfGiveaway(giveaway, ctx.now())))
  if (!freezesAt) return { freezesAt: null, round: null, drawsAt: null }
  const { round, time } = await roundFrom(ctx.beacon.chain, freezesAt, gapSecondsOf(ctx.settings.draw, giveaway))
  return { freezesAt: freezesAt.toISOString(), round, drawsAt: new Date(time * 1000).toISOString() }
}

const countsIn = ({ credit, auto, mail, staff }: ReturnType<typeof parseFreeze>) => ({ credit, auto, mail, staff })

async function countsOf(ctx: DataContext, giveawayId: string): Promise<DrawProof['counts']> {
  const { rows } = await sql<DrawProof['counts']>`
    select count(*) filter (where not is_staff and not is_private and not is_auto_entry)::int as credit,
      count(*) filter (where not is_staff and is_auto_entry)::int as auto,
      count(*) filter (where not is_staff and is_private)::int as mail, count(*) filter (where is_staff)::int as staff
    from giveaway_entry where giveaway_id = ${giveawayId} and removed_at is null and dispute_id is null`.execute(ctx.db)
  return rows[0]!
}

/** Cards in the draw by the day on which they came. */
async function cardsOf(ctx: DataContext, giveawayId: string): Promise<DrawProof['cards']> {
  const { rows } = await sql<{ day: string; count: number }>`
    select coalesce(mail_received_on, shop_day(created_at))::text as day, count(*)::int as count from giveaway_entry
    where giveaway_id = ${giveawayId} and is_private and removed_at is null and not is_staff group by 1 order by 1`.execute(
    ctx.db,
  )
  return rows
}

async function frozenOf(ctx: DataContext, giveawayId: string, freezes: Freezes): Promise<DrawProof['frozen']> {
  const quorum = await ctx.db
    .selectFrom('freeze_quorum')
    .select(['slip', 'reached_at as reachedAt'])
    .where('giveaway_id', '=', giveawayId)
    .executeTakeFirst()
  const stamped = await findTimestamp(ctx, giveawayId)
  const decisive = freezes.find(({ slip }) => slip === quorum?.slip) ?? freezes.at(-1)!
  const { manifest, is_early: early, frozen_by: frozenBy, reason } = decisive
  const { seed, list } = parseFreeze(manifest)
  return {
    manifest,
    manifestHash: sha256Hex(manifest),
    frozenAt: freezes[0]!.frozen_at.toISOString(),
    entries: list.size,
    listHash: list.hash,
    seed,
    early,
    role: frozenBy ? 'admin' : 'system',
    reason,
    witnessedAt: quorum?.reachedAt.toISOString() ?? null,
    timestamp: stamped ? { authority: stamped.authority, at: stamped.at.toISOString() } : null,
    slips: freezes
      .filter(({ slip }) => slip < decisive.slip)
      .map(({ round, draws_at: drawsAt }) => ({ round: round, drawsAt: drawsAt.toISOString() })),
  }
}

async function resultOf(ctx: DataContext, giveawayId: string): Promise<DrawProof['result']> {
  const row = await ctx.db
    .selectFrom('draw as d')
    .innerJoin('drawn_winner as now', 'now.giveaway_id', 'd.giveaway_id')
    .leftJoin('giveaway_entry as e', 'e.id', 'now.entry_id')
    .leftJoin('users as u', 'u.id', 'e.user_id')
    .select(['d.signature', 'd.places', 'd.winner_slot', 'd.drawn_at', 'now.entry_id'])
    .select(eb => eb.fn.coalesce('u.name', 'e.mail_name').as('name'))
    .where('d.giveaway_id', '=', giveawayId)
    .executeTakeFirst()
  if (!row?.signature) return null
  return {
    signature: row.signature,
    places: (row.places ?? []).slice(0, PLACES_OF_LEAF),
    winnerSlot: row.winner_slot,
    winner: row.entry_id ? maskedName(row.name ?? 'Entrant') : 'No winner',
    order: await orderOf(ctx, giveawayId, row.winner_slot),
    drawnAt: row.drawn_at.toISOString(),
  }
}

/**
 * Places of a drawn order that held the prize, each with the moment of its loss. The current holder has none; if no alternate was left,
 * the last place has one too.
 */
async function orderOf(
  ctx: DataContext,
  giveawayId: string,
  firstSlot: number,
): Promise<NonNullable<DrawProof['result']>['order']> {
  const passes = await ctx.db
    .selectFrom('draw_alternate')
    .select(['promoted_at', 'next_slot', 'reason_class', 'notice_hash', 'log_index'])
    .where('giveaway_id', '=', giveawayId)
    .orderBy('place')
    .execute()
  const slots = [firstSlot, ...passes.flatMap(({ next_slot: slot }) => (slot === null ? [] : [slot]))]
  return slots.map((slot, index) => {
    const pass = passes[index]
    return {
      slot,
      passedAt: pass?.promoted_at.toISOString() ?? null,
      passed: pass ? passedOf(pass) : null,
    }
  })
}

type Pass = { reason_class: string | null; notice_hash: string | null; log_index: number | null }

/** What the log says of a prize that passed on; null for one of an earlier release. */
const passedOf = ({ reason_class: reasonClass, notice_hash: noticeHash, log_index: logIndex }: Pass) =>
  reasonClass && noticeHash && logIndex !== null
    ? { reasonClass: reasonClass as ReasonClass, noticeHash, logIndex }
    : null

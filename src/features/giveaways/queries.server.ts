import { type SqlBool, sql } from 'kysely'
import type { Actor, Context } from '#adapters/context.ts'
import { refusals } from '#platform/errors.ts'
import { toDollars } from '#platform/money.ts'
import type { Tier } from '#platform/tiers.ts'
import { GIVEAWAY_ERRORS, type Giveaway, type MyEntry, type SlotBoard } from './contract.ts'
import { liveSlotsOf } from './live-slots.server.ts'
import { drawingDateOf, entryLimitOf, isVisibleTo, maskedName, stateOf } from './rules.ts'

const refuse = refusals(GIVEAWAY_ERRORS)
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The id of a giveaway named by its id or its slug. @throws giveaway_not_found */
export async function giveawayIdOf(ctx: Context, idOrSlug: string): Promise<string> {
  if (UUID.test(idOrSlug)) return idOrSlug.toLowerCase()
  const row = await ctx.db.selectFrom('giveaway').select('id').where('slug', '=', idOrSlug).executeTakeFirst()
  if (!row) throw refuse('giveaway_not_found')
  return row.id
}

/** Giveaways with what is derived from their entries; there are no counters to keep in step. */
const giveaways = (ctx: Context) =>
  ctx.db
    .selectFrom('giveaway as g')
    .leftJoin('draw as d', 'd.giveaway_id', 'g.id')
    .leftJoin('giveaway_entry as w', 'w.id', 'd.winner_entry_id')
    .leftJoin('users as u', 'u.id', 'w.user_id')
    .leftJoinLateral(
      eb =>
        eb
          .selectFrom('giveaway_entry as e')
          .select(e => [
            e.fn.countAll<number>().as('entries'),
            e.fn.countAll<number>().filterWhere('e.slot_number', '<=', e.ref('g.total_slots')).as('taken'),
          ])
          .whereRef('e.giveaway_id', '=', 'g.id')
          .where('e.removed_at', 'is', null)
          .as('n'),
      join => join.onTrue(),
    )
    .selectAll('g')
    .select(['n.entries', 'n.taken', 'd.drawn_at', 'd.winner_slot'])
    .select(eb => eb.fn.coalesce('u.name', 'w.mail_name').as('winner_name'))
    .where('g.archived_at', 'is', null)

type Row = Awaited<ReturnType<ReturnType<typeof giveaways>['executeTakeFirstOrThrow']>>

function shown(ctx: Context, row: Row): Giveaway {
  const availableSlots = Math.max(0, row.total_slots - (row.taken ?? 0))
  const moments = {
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    earlyAccessAt: row.early_access_at,
    closedAt: row.closed_at,
    drawnAt: row.drawn_at,
    availableSlots,
  }
  const now = ctx.now()
  const state = stateOf(moments, now)
  const closesAt = row.closed_at ?? row.ends_at
  const drawDate = row.drawn_at ?? (closesAt && drawingDateOf(closesAt, ctx.settings.mailInHours))
  return {
    id: row.id,
    slug: row.slug,
    title: row.title,
    description: row.description,
    image: row.images[0] ?? null,
    images: row.images,
    tier: row.tier,
    category: row.category,
    value: toDollars(row.value_cents),
    totalSlots: row.total_slots,
    availableSlots,
    entriesCount: row.entries ?? 0,
    entryLimit: entryLimitOf({ tier: row.tier, entryLimit: row.entry_limit }),
    startDate: row.starts_at.toISOString(),
    endDate: row.ends_at?.toISOString() ?? null,
    earlyAccessDate: row.early_access_at.toISOString(),
    status: state === 'drawn' ? 'completed' : state === 'closed' ? 'closed' : 'active',
    state,
    isActive: state !== 'drawn' && state !== 'closed',
    subscriptionVisibilityOnly: row.subscription_visibility_only,
    commitment: row.commitment,
    closedAt: state === 'closed' || state === 'drawn' ? (closesAt?.toISOString() ?? null) : null,
    drawDate: drawDate?.toISOString() ?? null,
    winner:
      row.winner_slot === null
        ? null
        : { slotNumber: row.winner_slot, displayName: maskedName(row.winner_name ?? 'Entrant') },
  }
}

const isShownTo = (actor: Actor, row: Row, now: Date) =>
  isVisibleTo(actor, { startsAt: row.starts_at, subscriptionVisibilityOnly: row.subscription_visibility_only }, now)

/**
 * The giveaways that the caller may see.
 * @param input.past those that are closed or drawn, newest first (at most 100), instead of those that are not, soonest end first.
 */
export async function listGiveaways(ctx: Context, input: { past: boolean }): Promise<Giveaway[]> {
  const now = ctx.now()
  const isPast = sql<SqlBool>`(g.closed_at is not null or g.ends_at <= ${now})`
  const rows = await giveaways(ctx)
    .where(input.past ? isPast : sql<SqlBool>`not coalesce(${isPast}, false)`)
    .orderBy(sql`coalesce(g.closed_at, g.ends_at)`, input.past ? 'desc' : 'asc')
    .orderBy('g.id', 'desc')
    .limit(input.past ? 100 : 500)
    .execute()
  return rows.filter(row => isShownTo(ctx.actor, row, now)).map(row => shown(ctx, row))
}

/** One giveaway by id or slug. @throws giveaway_not_found, also for one that the caller may not see. */
export async function giveawayOf(ctx: Context, idOrSlug: string): Promise<Giveaway> {
  const row = await giveaways(ctx)
    .where(UUID.test(idOrSlug) ? 'g.id' : 'g.slug', '=', idOrSlug)
    .executeTakeFirst()
  if (!row || !isShownTo(ctx.actor, row, ctx.now())) throw refuse('giveaway_not_found')
  return shown(ctx, row)
}

/** Which slots are taken, without anybody's identity; `mine` for a caller with a token. @throws giveaway_not_found */
export async function slotBoardOf(ctx: Context, idOrSlug: string): Promise<SlotBoard> {
  const id = await giveawayIdOf(ctx, idOrSlug)
  const live = await liveSlotsOf(ctx, id)
  if (!live.isVisibleTo(ctx.actor, ctx.now())) throw refuse('giveaway_not_found')
  const taken = [...live.taken].sort((a, b) => a - b)
  if (!ctx.actor) return { totalSlots: live.totalSlots, taken }
  const mine = await ctx.db
    .selectFrom('giveaway_entry')
    .select('slot_number')
    .where('giveaway_id', '=', id)
    .where('user_id', '=', ctx.actor.userId)
    .where('removed_at', 'is', null)
    .orderBy('slot_number')
    .execute()
  return { totalSlots: live.totalSlots, taken, mine: mine.map(row => row.slot_number) }
}

/** A user's live entries, newest first, at most 500. */
export async function listEntriesOfUser(ctx: Context, userId: string): Promise<MyEntry[]> {
  const rows = await ctx.db
    .selectFrom('giveaway_entry as e')
    .innerJoin('giveaway as g', 'g.id', 'e.giveaway_id')
    .innerJoin('users as u', 'u.id', 'e.user_id')
    .leftJoin('draw as d', 'd.giveaway_id', 'g.id')
    .select([
      'e.id',
      'e.giveaway_id',
      'e.slot_number',
      'e.created_at',
      'e.is_auto_entry',
      'e.is_private',
      'e.is_staff',
      'g.title',
      'g.slug',
      'g.tier',
      'g.images',
      'g.starts_at',
      'g.ends_at',
      'g.early_access_at',
      'g.closed_at',
      'd.drawn_at',
      'd.winner_entry_id',
      'u.email',
    ])
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
    tier: row.tier as Tier,
    date: row.created_at.toISOString(),
    isAutoEntry: row.is_auto_entry,
    isPrivateEntry: row.is_private,
    isStaff: row.is_staff,
    isWinner: row.winner_entry_id === row.id,
  }))
}

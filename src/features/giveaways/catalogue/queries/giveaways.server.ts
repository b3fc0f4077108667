import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { asc, desc, keyset } from '#kernel/api/keyset.server.ts'
import type { Context } from '#kernel/context.ts'
import { escapeLike } from '#platform/db/escape-like.server.ts'
import { refusals } from '#platform/errors.ts'
import { isUuid } from '#platform/values/uuid.ts'
import { personRefusal } from '../../entries/refusals/entry-refusal.ts'
import {
  GIVEAWAY_ERRORS,
  type Giveaway,
  type GiveawayEntry,
  type GiveawayPage,
  type GiveawayQuery,
  type SlotBoard,
} from '../../giveaway/contract.ts'
import type { Entrant, EntryTerms } from '../../giveaway/eligibility/rules.ts'
import { IS_FROZEN, IS_IN_DRAW } from '../../giveaway/queries/entry-conditions.server.ts'
import { readGiveawayId } from '../../giveaway/queries/giveaway-param.server.ts'
import {
  type GiveawayRow,
  giveawayRows,
  type ShownGiveaway,
  shownGiveaway,
} from '../../giveaway/queries/giveaway-row.server.ts'
import { drawnCountOf, readLiveSlots } from '../../giveaway/queries/live-slots.server.ts'
import { viewerOf } from '../../giveaway/queries/viewer.server.ts'
import { type Hidden, hiddenFrom, timeLeftInWords } from '../../giveaway/rules.ts'

const refuse = refusals(GIVEAWAY_ERRORS)

const hiddenRow = (ctx: Context, row: GiveawayRow) =>
  hiddenFrom(
    viewerOf(ctx),
    {
      startsAt: row.starts_at,
      earlyAccessAt: row.early_access_at,
      subscriptionVisibilityOnly: row.subscription_visibility_only,
      isDraft: row.published_at === null,
      isFrozen: row.is_frozen,
    },
    ctx.now(),
  )

/** Running giveaways in one answer. */
const MOST = 500

const SOONEST = keyset(asc('coalesce(g.closed_at, g.ends_at)', 'timestamptz', 'last'), desc('g.id', 'uuid'))
const LATEST = keyset(desc('coalesce(g.closed_at, g.ends_at)', 'timestamptz'), desc('g.id', 'uuid'))

/**
 * Giveaways that the caller may see. Drafts are in no list for shoppers.
 * @param query.past `true` for a page of closed or drawn giveaways, latest first; `false` for all running ones, soonest end first.
 * @throws invalid_input for an unknown cursor.
 */
export async function listGiveaways(ctx: Context, { past, limit, cursor }: GiveawayQuery): Promise<GiveawayPage> {
  const isPast = sql<SqlBool>`coalesce(g.closed_at is not null or g.ends_at <= ${ctx.now()}, false)`
  const order = past === 'true' ? LATEST : SOONEST
  const visible = giveawayRows(ctx)
    .where('g.published_at', 'is not', null)
    .where(past === 'true' ? isPast : sql<SqlBool>`not ${isPast}`)
    .where(isVisible(ctx))
  const { shown, nextCursor } = await order.read(visible, past === 'true' ? { limit, cursor } : { limit: MOST })
  const giveaways = await withOwnEntries(
    ctx,
    shown.map(row => shownGiveaway(ctx, row)),
  )
  return { giveaways, nextCursor: past === 'true' ? nextCursor : null }
}

/** Running giveaways that the caller may see, with all words in the title, soonest end first. */
export async function findLiveGiveaways(
  ctx: Context,
  words: readonly string[],
  limit: number,
): Promise<ShownGiveaway[]> {
  if (words.length === 0) return []
  const rows = await giveawayRows(ctx)
    .where('g.published_at', 'is not', null)
    .where(sql<SqlBool>`not coalesce(g.closed_at is not null or g.ends_at <= ${ctx.now()}, false)`)
    .where(isVisible(ctx))
    .where(eb => eb.and(words.map(word => eb('g.title', 'ilike', `%${escapeLike(word)}%`))))
    .orderBy(SOONEST.by)
    .limit(limit)
    .execute()
  return rows.map(row => shownGiveaway(ctx, row))
}

/** SQL condition: the caller sees the published `giveaway g`. Equals `hiddenFrom`; in SQL, so that every page is full. */
function isVisible(ctx: Context): RawBuilder<SqlBool> {
  const { isAdmin = false, isSubscriber = false } = ctx.actor ?? {}
  const opens = sql.ref(isSubscriber ? 'g.early_access_at' : 'g.starts_at')
  return sql<SqlBool>`(${isAdmin} or ${IS_FROZEN}
    or (${opens} <= ${ctx.now()} and (${isSubscriber} or not g.subscription_visibility_only)))`
}

/** True for a deleted giveaway that guests saw: its page answers 410, so that search engines forget it. */
async function wasPublic(ctx: Context, idOrSlug: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('giveaway as g')
    .select('g.id')
    .where(isUuid(idOrSlug) ? 'g.id' : 'g.slug', '=', idOrSlug)
    .where('g.published_at', 'is not', null)
    .where('g.starts_at', '<=', ctx.now())
    .where('g.subscription_visibility_only', '=', false)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * One giveaway by id or slug.
 * @throws giveaway_not_found, hidden_until_early_access or hidden_until_start (all 404) when the caller may not see the giveaway. The
 * latter two give the opening time in `opensAt` and the title in `name`.
 */
export async function readGiveaway(ctx: Context, idOrSlug: string): Promise<Giveaway> {
  const row = await giveawayRows(ctx)
    .where(isUuid(idOrSlug) ? 'g.id' : 'g.slug', '=', idOrSlug)
    .executeTakeFirst()
  const hidden = row ? hiddenRow(ctx, row) : 'giveaway_not_found'
  if (!row || hidden === 'giveaway_not_found')
    throw refuse('giveaway_not_found', !row && (await wasPublic(ctx, idOrSlug)) ? { gone: true } : {})
  if (!hidden) return (await withOwnEntries(ctx, [shownGiveaway(ctx, row)]))[0]!
  const opensAt = hidden === 'hidden_until_start' ? row.starts_at : row.early_access_at
  const left = timeLeftInWords(+opensAt - +ctx.now())
  throw refuse(hidden satisfies Hidden, { name: row.title, opensAt: opensAt.toISOString(), left })
}

/**
 * A giveaway whose official rules the caller may read. Everyone may, from the start on, also where only members see the giveaway and
 * enter by credit, because everyone may enter it free by mail. Before the start the rules are as hidden as the giveaway.
 * @throws as `readGiveaway` does.
 */
export async function readGiveawayWithRules(
  ctx: Context,
  idOrSlug: string,
): Promise<Pick<Giveaway, 'id' | 'slug' | 'title'>> {
  const row = await ctx.db
    .selectFrom('giveaway')
    .select(['id', 'slug', 'title'])
    .where(isUuid(idOrSlug) ? 'id' : 'slug', '=', idOrSlug)
    .where('archived_at', 'is', null)
    .where('published_at', 'is not', null)
    .where('starts_at', '<=', ctx.now())
    .executeTakeFirst()
  return row ?? readGiveaway(ctx, idOrSlug)
}

/** The taken slots, without identities; `mine` for a caller with a token. @throws as `readGiveaway` does. */
export async function readSlotBoard(ctx: Context, idOrSlug: string): Promise<SlotBoard> {
  const id = await readGiveawayId(ctx, idOrSlug)
  const live = await readLiveSlots(ctx, id)
  const hidden = live.hiddenFrom(viewerOf(ctx), ctx.now())
  if (hidden) throw refuse(hidden satisfies Hidden, { left: timeLeftInWords(+live.opensAt(hidden) - +ctx.now()) })
  const board = {
    totalSlots: live.totalSlots,
    taken: inOrder(live.taken),
    staff: inOrder(live.staff),
    odds: { own: 0, all: drawnCountOf(live) },
  }
  if (!ctx.actor) return board
  const { own, ...mine } = await ownStandingOf(ctx, id, ctx.actor.userId)
  return { ...board, ...mine, odds: { ...board.odds, own } }
}

const inOrder = (slots: Iterable<number>) => [...slots].sort((a, b) => a - b)

type Own = Required<Entrant> & EntryTerms & { mine: number[]; own: number; limitUsed: number }

/** A user's numbers, how many of them are in the draw, how many count for the entry limit, and whether the terms refuse the user. */
async function ownStandingOf(ctx: Context, giveawayId: string, userId: string) {
  const { rows } = await sql<Own>`
    select n.mine, n.own, coalesce(p.entry_count, 0) as "limitUsed", g.eligible_states as "eligibleStates", g.minimum_age as "minimumAge",
      u.birth_date::text as "birthDate", a.country, a.state
    from giveaway g join users u on u.id = ${userId}
      left join shipping_address a on a.user_id = u.id
      left join giveaway_participant p on p.giveaway_id = g.id and p.user_id = u.id
      cross join lateral (
        select coalesce(array_agg(e.slot_number order by e.slot_number), '{}') as mine, count(*) filter (where ${IS_IN_DRAW})::int as own
        from giveaway_entry e where e.giveaway_id = g.id and e.user_id = u.id and e.removed_at is null
      ) n
    where g.id = ${giveawayId}`.execute(ctx.db)
  const { mine, own, limitUsed, birthDate, country, state, ...terms } = rows[0]!
  const { minimumAge } = ctx.settings
  const refusal = personRefusal(terms, { birthDate, country, state }, { now: ctx.now(), minimumAge })
  return { mine, own, limitUsed, ineligible: refusal as SlotBoard['ineligible'] }
}

/** Adds the caller's live entries, by slot, and odds to giveaways. Guest responses are shared, so they hold no entries. */
async function withOwnEntries(ctx: Context, giveaways: ShownGiveaway[]): Promise<Giveaway[]> {
  const entries = new Map<string, GiveawayEntry[]>(giveaways.map(({ id }) => [id, []]))
  const own = new Map<string, number>()
  if (ctx.actor && entries.size > 0) {
    const rows = await ctx.db
      .selectFrom('giveaway_entry as e')
      .innerJoin('giveaway as g', 'g.id', 'e.giveaway_id')
      .innerJoin('users as u', 'u.id', 'e.user_id')
      .select(['e.id', 'e.giveaway_id', 'e.slot_number', 'e.created_at', 'e.is_auto_entry', 'g.tier', 'u.email'])
      .select(IS_IN_DRAW.as('isInDraw'))
      .where('e.user_id', '=', ctx.actor.userId)
      .where('e.giveaway_id', 'in', [...entries.keys()])
      .where('e.removed_at', 'is', null)
      .orderBy('e.slot_number')
      .execute()
    for (const row of rows) {
      own.set(row.giveaway_id, (own.get(row.giveaway_id) ?? 0) + Number(row.isInDraw))
      entries.get(row.giveaway_id)!.push({
        id: row.id,
        giveawayId: row.giveaway_id,
        userId: ctx.actor.userId,
        email: row.email,
        slotNumber: row.slot_number,
        tier: row.tier,
        date: row.created_at.toISOString(),
        isAutoEntry: row.is_auto_entry,
      })
    }
  }
  return giveaways.map(({ entriesInDraw, ...giveaway }) => ({
    ...giveaway,
    odds: { own: own.get(giveaway.id) ?? 0, all: entriesInDraw },
    entries: entries.get(giveaway.id)!,
  }))
}

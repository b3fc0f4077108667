import { type SqlBool, sql } from 'kysely'
import type { Context } from '#kernel/context.ts'
import { refusals } from '#platform/errors.ts'
import { isUuid } from '#platform/values/uuid.ts'
import { GIVEAWAY_ERRORS, type Giveaway, type GiveawayEntry, type SlotBoard } from '../../contract.ts'
import { liveSlotsOf } from '../../entries/live-slots.server.ts'
import { type Hidden, hiddenFrom } from '../../rules.ts'
import { viewerOf } from '../viewer.server.ts'
import { type GiveawayRow, giveawayRows, shownGiveaway } from './giveaway-row.server.ts'

const refuse = refusals(GIVEAWAY_ERRORS)

/** Resolves an id or slug to the giveaway's id. @throws giveaway_not_found */
export async function giveawayIdOf(ctx: Context, idOrSlug: string): Promise<string> {
  if (isUuid(idOrSlug)) return idOrSlug.toLowerCase()
  const row = await ctx.db.selectFrom('giveaway').select('id').where('slug', '=', idOrSlug).executeTakeFirst()
  if (!row) throw refuse('giveaway_not_found')
  return row.id
}

const hiddenRow = (ctx: Context, row: GiveawayRow) =>
  hiddenFrom(
    viewerOf(ctx),
    {
      startsAt: row.starts_at,
      earlyAccessAt: row.early_access_at,
      subscriptionVisibilityOnly: row.subscription_visibility_only,
      isDraft: row.published_at === null,
    },
    ctx.now(),
  )

/**
 * Giveaways that the caller may see. Drafts are in no list for shoppers.
 * @param input.past true for closed or drawn giveaways, newest first (at most 100); false for running ones, soonest end first.
 */
export async function listGiveaways(ctx: Context, input: { past: boolean }): Promise<Giveaway[]> {
  const now = ctx.now()
  const isPast = sql<SqlBool>`(g.closed_at is not null or g.ends_at <= ${now})`
  const rows = await giveawayRows(ctx)
    .where('g.published_at', 'is not', null)
    .where(input.past ? isPast : sql<SqlBool>`not coalesce(${isPast}, false)`)
    .orderBy(sql`coalesce(g.closed_at, g.ends_at)`, input.past ? 'desc' : 'asc')
    .orderBy('g.id', 'desc')
    .limit(input.past ? 100 : 500)
    .execute()
  const seen = rows.filter(row => !hiddenRow(ctx, row))
  return withOwnEntries(
    ctx,
    seen.map(row => shownGiveaway(ctx, row)),
  )
}

/**
 * One giveaway by id or slug.
 * @throws giveaway_not_found, hidden_until_early_access or hidden_until_start (all 404) when the caller may not see the giveaway. The
 * latter two give the opening time in `opensAt` and the title in `name`.
 */
export async function giveawayOf(ctx: Context, idOrSlug: string): Promise<Giveaway> {
  const row = await giveawayRows(ctx)
    .where(isUuid(idOrSlug) ? 'g.id' : 'g.slug', '=', idOrSlug)
    .executeTakeFirst()
  const hidden = row ? hiddenRow(ctx, row) : 'giveaway_not_found'
  if (!row || hidden === 'giveaway_not_found') throw refuse('giveaway_not_found')
  if (!hidden) return (await withOwnEntries(ctx, [shownGiveaway(ctx, row)]))[0]!
  const opensAt = hidden === 'hidden_until_start' ? row.starts_at : row.early_access_at
  throw refuse(hidden satisfies Hidden, { name: row.title, opensAt: opensAt.toISOString() })
}

/** The taken slots, without identities; `mine` for a caller with a token. @throws as `giveawayOf` does. */
export async function slotBoardOf(ctx: Context, idOrSlug: string): Promise<SlotBoard> {
  const id = await giveawayIdOf(ctx, idOrSlug)
  const live = await liveSlotsOf(ctx, id)
  const hidden = live.hiddenFrom(viewerOf(ctx), ctx.now())
  if (hidden) throw refuse(hidden satisfies Hidden)
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

/** Adds the caller's live entries, by slot, to giveaways. Guest responses are shared, so they hold no entries. */
async function withOwnEntries(ctx: Context, giveaways: Omit<Giveaway, 'entries'>[]): Promise<Giveaway[]> {
  const entries = new Map<string, GiveawayEntry[]>(giveaways.map(({ id }) => [id, []]))
  if (ctx.actor && entries.size > 0) {
    const rows = await ctx.db
      .selectFrom('giveaway_entry as e')
      .innerJoin('giveaway as g', 'g.id', 'e.giveaway_id')
      .innerJoin('users as u', 'u.id', 'e.user_id')
      .select(['e.id', 'e.giveaway_id', 'e.slot_number', 'e.created_at', 'e.is_auto_entry', 'g.tier', 'u.email'])
      .where('e.user_id', '=', ctx.actor.userId)
      .where('e.giveaway_id', 'in', [...entries.keys()])
      .where('e.removed_at', 'is', null)
      .orderBy('e.slot_number')
      .execute()
    for (const row of rows)
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
  return giveaways.map(giveaway => ({ ...giveaway, entries: entries.get(giveaway.id)! }))
}

import { type SqlBool, sql } from 'kysely'
import type { Actor, Context } from '#adapters/context.ts'
import { refusals } from '#platform/errors.ts'
import { toDollars } from '#platform/money.ts'
import { isUuid } from '#platform/uuid.ts'
import type { AdminGiveaway } from '../admin-contract.ts'
import { GIVEAWAY_ERRORS, type Giveaway, type SlotBoard } from '../contract.ts'
import { liveSlotsOf } from '../live-slots.server.ts'
import { drawingDateOf, entryLimitOf, hiddenFrom, maskedName, stateOf } from '../rules.ts'
import { withOwnEntries } from './own-entries.server.ts'

const refuse = refusals(GIVEAWAY_ERRORS)

/** The id of a giveaway named by its id or its slug. @throws giveaway_not_found */
export async function giveawayIdOf(ctx: Context, idOrSlug: string): Promise<string> {
  if (isUuid(idOrSlug)) return idOrSlug.toLowerCase()
  const row = await ctx.db.selectFrom('giveaway').select('id').where('slug', '=', idOrSlug).executeTakeFirst()
  if (!row) throw refuse('giveaway_not_found')
  return row.id
}

/** Giveaways with what is derived from their entries; there are no counters to keep in step. */
const giveaways = (ctx: Context) =>
  ctx.db
    .selectFrom('giveaway as g')
    .leftJoin('drawn_winner as d', 'd.giveaway_id', 'g.id')
    .leftJoin('giveaway_entry as w', 'w.id', 'd.entry_id')
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
    .select(['n.entries', 'n.taken', 'd.drawn_at', 'd.slot as winner_slot'])
    .select(eb => eb.fn.coalesce('u.name', 'w.mail_name').as('winner_name'))
    .select(
      sql<StoredPicture[]>`coalesce((
        select json_agg(json_build_object('key', f.key, 'placeholder', f.placeholder, 'width', f.width, 'height', f.height)
          order by i.position)
        from unnest(g.images) with ordinality as i (image, position) join picture f on f.key = substr(i.image, 4)), '[]')`.as(
        'pictures',
      ),
    )
    .where('g.archived_at', 'is', null)

type StoredPicture = { key: string; placeholder: string; width: number; height: number }
type Row = Awaited<ReturnType<ReturnType<typeof giveaways>['executeTakeFirstOrThrow']>>

function shown(ctx: Context, row: Row): Omit<Giveaway, 'entries'> {
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
    pictures: row.pictures.map(({ key, ...picture }) => ({ src: ctx.storage.publicUrl(key), ...picture })),
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

const hiddenRow = (actor: Actor, row: Row, now: Date) =>
  hiddenFrom(
    actor,
    {
      startsAt: row.starts_at,
      earlyAccessAt: row.early_access_at,
      subscriptionVisibilityOnly: row.subscription_visibility_only,
    },
    now,
  )

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
  const seen = rows.filter(row => !hiddenRow(ctx.actor, row, now))
  return withOwnEntries(
    ctx,
    seen.map(row => shown(ctx, row)),
  )
}

/**
 * One giveaway by id or slug.
 * @throws giveaway_not_found, hidden_until_early_access or hidden_until_start, all 404, for one that the caller may not see;
 * the latter two say in `opensAt` when they will, and in `name` what it is called.
 */
export async function giveawayOf(ctx: Context, idOrSlug: string): Promise<Giveaway> {
  const row = await giveaways(ctx)
    .where(isUuid(idOrSlug) ? 'g.id' : 'g.slug', '=', idOrSlug)
    .executeTakeFirst()
  const hidden = row ? hiddenRow(ctx.actor, row, ctx.now()) : 'giveaway_not_found'
  if (!row || hidden === 'giveaway_not_found') throw refuse('giveaway_not_found')
  if (!hidden) return (await withOwnEntries(ctx, [shown(ctx, row)]))[0]!
  const opensAt = hidden === 'hidden_until_start' ? row.starts_at : row.early_access_at
  throw refuse(hidden, { name: row.title, opensAt: opensAt.toISOString() })
}

/** The giveaways for the admin area: all that are not deleted, newest first, at most 500. */
export async function listAdminGiveaways(ctx: Context): Promise<AdminGiveaway[]> {
  const rows = await giveaways(ctx).orderBy('g.created_at', 'desc').orderBy('g.id', 'desc').limit(500).execute()
  return rows.map(row => shownToAdmin(ctx, row))
}

/** One giveaway as an admin sees it. @throws giveaway_not_found */
export async function adminGiveawayOf(ctx: Context, id: string): Promise<AdminGiveaway> {
  const row = await giveaways(ctx).where('g.id', '=', id).executeTakeFirst()
  if (!row) throw refuse('giveaway_not_found')
  return shownToAdmin(ctx, row)
}

const shownToAdmin = (ctx: Context, row: Row): AdminGiveaway => ({
  ...shown(ctx, row),
  ownEntryLimit: row.entry_limit,
  sendPremiumEmails: row.send_premium_emails,
  sendFreeUserEmails: row.send_free_user_emails,
  sendPremiumSMS: row.send_premium_sms,
  sendFreeUserSMS: row.send_free_user_sms,
})

/** Which slots are taken, without anybody's identity; `mine` for a caller with a token. @throws as `giveawayOf` does. */
export async function slotBoardOf(ctx: Context, idOrSlug: string): Promise<SlotBoard> {
  const id = await giveawayIdOf(ctx, idOrSlug)
  const live = await liveSlotsOf(ctx, id)
  const hidden = live.hiddenFrom(ctx.actor, ctx.now())
  if (hidden) throw refuse(hidden)
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

import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { desc, keyset } from '#kernel/api/keyset.server.ts'
import type { Context } from '#kernel/context.ts'
import { toDollars } from '#kernel/values/money.ts'
import { escapeLike } from '#platform/db/escape-like.server.ts'
import { refusals } from '#platform/errors.ts'
import {
  ADMIN_STATES,
  type AdminGiveaway,
  type AdminGiveawaysQuery,
  type AdminState,
  type GiveawayCounts,
} from '../../giveaway/admin-contract.ts'
import { GIVEAWAY_ERRORS } from '../../giveaway/contract.ts'
import { NOTICES } from '../../giveaway/giveaway-fields.ts'
import { giveawayRows, shownGiveaway } from '../../giveaway/queries/giveaway-row.server.ts'
import { areTwoPersons } from '../../two-persons/queries.server.ts'

const refuse = refusals(GIVEAWAY_ERRORS)

const NEWEST = keyset(desc('g.created_at', 'timestamptz'), desc('g.id', 'uuid'))

/** Counting stops here; larger shops show "1,000+". */
const COUNTED = 1000

/**
 * A page of giveaways for the admin area: all that are not deleted, newest first.
 * @param query.status as in `stateOf`; `open` includes sold-out giveaways.
 * @param query.q part of the title.
 * @throws invalid_input for an unknown cursor.
 */
export async function listAdminGiveaways(
  ctx: Context,
  { status, q, ...page }: AdminGiveawaysQuery,
): Promise<{ giveaways: AdminGiveaway[]; nextCursor: string | null }> {
  const found = adminRows(ctx)
    .$if(status !== undefined, query => query.where(stands(status!, ctx.now())))
    .$if(Boolean(q), query => query.where('g.title', 'ilike', `%${escapeLike(q!)}%`))
  const { shown, nextCursor } = await NEWEST.read(found, page)
  return { giveaways: shown.map(row => shownToAdmin(ctx, row)), nextCursor }
}

/** One giveaway with its staff fields. @throws giveaway_not_found */
export async function readAdminGiveaway(ctx: Context, id: string): Promise<AdminGiveaway> {
  const row = await adminRows(ctx).where('g.id', '=', id).executeTakeFirst()
  if (!row) throw refuse('giveaway_not_found')
  return shownToAdmin(ctx, row)
}

/** Number of giveaways in each state, each counted up to `limit`. */
export async function readGiveawayCounts(ctx: Context): Promise<GiveawayCounts> {
  const now = ctx.now()
  const counted = ADMIN_STATES.map(
    state => sql`(select count(*)::int from (
      select from giveaway g where g.archived_at is null and ${stands(state, now)} limit ${COUNTED}) one) as ${sql.ref(state)}`,
  )
  const { rows } = await sql<Record<AdminState, number>>`select ${sql.join(counted)}`.execute(ctx.db)
  return { counts: rows[0]!, limit: COUNTED }
}

/** Number of giveaways that accept entries now, at least from members. */
export async function readActiveCount(ctx: Context): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from giveaway
    where closed_at is null and archived_at is null and published_at is not null
      and early_access_at <= ${ctx.now()} and coalesce(ends_at > ${ctx.now()}, true)`.execute(ctx.db)
  return rows[0]!.count
}

const IS_DRAWN = sql`exists (select from draw where draw.giveaway_id = g.id)`

/** SQL condition for a state of `giveaway g`, matching `stateOf` in rules.ts. */
function stands(state: AdminState, now: Date): RawBuilder<SqlBool> {
  const isClosed = sql`(g.closed_at is not null or coalesce(g.ends_at <= ${now}, false))`
  const isLive = sql`(g.published_at is not null and not ${isClosed})`
  switch (state) {
    case 'draft':
      return sql`g.published_at is null`
    case 'upcoming':
      return sql`(${isLive} and g.starts_at > ${now} and g.early_access_at > ${now})`
    case 'early-access':
      return sql`(${isLive} and g.starts_at > ${now} and g.early_access_at <= ${now})`
    case 'open':
      return sql`(${isLive} and g.starts_at <= ${now})`
    case 'closed':
      return sql`(g.published_at is not null and ${isClosed} and not ${IS_DRAWN})`
    case 'drawn':
      return sql`${IS_DRAWN}`
  }
}

const adminRows = (ctx: Context) =>
  giveawayRows(ctx)
    .leftJoin('giveaway_alert as a', 'a.giveaway_id', 'g.id')
    .select('a.begun_at')
    .select(areTwoPersons(ctx, sql`g.id`).as('takes_two_persons'))

type AdminRow = Awaited<ReturnType<ReturnType<typeof adminRows>['executeTakeFirstOrThrow']>>

const shownToAdmin = (ctx: Context, row: AdminRow): AdminGiveaway => ({
  ...shownGiveaway(ctx, row),
  version: row.version,
  updatedAt: row.updated_at.toISOString(),
  ownEntryLimit: row.entry_limit,
  ownMinimumAge: row.minimum_age,
  imageAlts: row.image_alts as Record<string, string>,
  highestValue: row.highest_value_cents === null ? null : toDollars(row.highest_value_cents),
  takesTwoPersons: row.takes_two_persons,
  isDraft: row.published_at === null,
  announcedAt: row.begun_at?.toISOString() ?? null,
  relistedAs: row.relisted_as,
  ...NOTICES.valuesOfRow(row),
})

import { sql } from 'kysely'
import { entryLimitOf, gapSecondsOf } from '#features/draw-log/rules.ts'
import type { Context } from '#kernel/context.ts'
import type { Giveaway } from '../contract.ts'
import { minimumAgeOf } from '../eligibility/rules.ts'
import { GIVEAWAY, PUBLIC } from '../giveaway-fields.ts'
import { freezeDateOf, maskedName, stateOf, zoneOfGiveaway } from '../rules.ts'
import { IS_FROZEN, IS_IN_DRAW } from './entry-conditions.server.ts'

/** Columns of `giveaway` that the code reads as a whole row. The explicit list keeps results stable when a later version adds a column. */
export const GIVEAWAY_COLUMNS = [
  ...GIVEAWAY.columns,
  ...(['id', 'slug', 'highest_value_cents', 'widest_states', 'settings_since', 'commitment', 'rules_version'] as const),
  ...([
    'auto_entered_at',
    'closed_at',
    'closed_by',
    'closed_reason',
    'closed_note',
    'freezes_at',
    'relisted_as',
  ] as const),
  ...(['archived_at', 'published_at', 'created_at', 'updated_at', 'version'] as const),
] as const

/** `GIVEAWAY_COLUMNS` for queries that alias the table as `g`. */
export const GIVEAWAY_COLUMNS_OF_G = GIVEAWAY_COLUMNS.map(column => `g.${column}` as const)

/** Giveaways with values derived from their entries. No stored counters exist that could drift. */
export const giveawayRows = (ctx: Context) =>
  ctx.db
    .selectFrom('giveaway as g')
    .leftJoin('drawn_winner as d', 'd.giveaway_id', 'g.id')
    .leftJoin('giveaway_entry as w', 'w.id', 'd.entry_id')
    .leftJoin('users as u', 'u.id', 'w.user_id')
    .leftJoin('giveaway as r', join => join.onRef('r.id', '=', 'g.relisted_as').on('r.archived_at', 'is', null))
    .leftJoinLateral(
      eb =>
        eb
          .selectFrom('draw_freeze as f')
          .select(['f.frozen_at', 'f.draws_at'])
          .whereRef('f.giveaway_id', '=', 'g.id')
          .orderBy('f.slip', 'desc')
          .limit(1)
          .as('f'),
      join => join.onTrue(),
    )
    .leftJoinLateral(
      eb =>
        eb
          .selectFrom('giveaway_entry as e')
          .select(e => [
            e.fn.countAll<number>().as('entries'),
            e.fn.countAll<number>().filterWhere(IS_IN_DRAW).as('in_draw'),
            e.fn.countAll<number>().filterWhere('e.slot_number', '<=', e.ref('g.total_slots')).as('taken'),
          ])
          .whereRef('e.giveaway_id', '=', 'g.id')
          .where('e.removed_at', 'is', null)
          .as('n'),
      join => join.onTrue(),
    )
    .select(GIVEAWAY_COLUMNS_OF_G)
    .select(IS_FROZEN.as('is_frozen'))
    .select(['f.frozen_at', 'f.draws_at'])
    .select(['n.entries', 'n.in_draw', 'n.taken', 'd.drawn_at', 'd.slot as winner_slot', 'r.slug as goes_on_at'])
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
export type GiveawayRow = Awaited<ReturnType<ReturnType<typeof giveawayRows>['executeTakeFirstOrThrow']>>

/** A giveaway in API form, without what belongs to the caller. */
export type ShownGiveaway = Omit<Giveaway, 'entries' | 'odds'> & { entriesInDraw: number }

export function shownGiveaway(ctx: Context, row: GiveawayRow): ShownGiveaway {
  const availableSlots = Math.max(0, row.total_slots - (row.taken ?? 0))
  const moments = {
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    earlyAccessAt: row.early_access_at,
    closedAt: row.closed_at,
    drawnAt: row.drawn_at,
    availableSlots,
    isDraft: row.published_at === null,
  }
  const now = ctx.now()
  const state = stateOf(moments, now)
  const closesAt = row.closed_at ?? row.ends_at
  const drawDate = drawDateOf(ctx, row)
  const isClosed = state === 'closed' || state === 'drawn'
  const { imageAlts, ...values } = PUBLIC.valuesOfRow(row)
  return {
    ...values,
    id: row.id,
    slug: row.slug,
    image: row.images[0] ?? null,
    pictures: row.pictures.map(({ key, ...picture }) => ({
      src: ctx.storage.publicUrl(key),
      ...picture,
      alt: imageAlts[`s3:${key}`] ?? '',
    })),
    availableSlots,
    entriesCount: row.entries ?? 0,
    entriesInDraw: row.in_draw ?? 0,
    entryLimit: entryLimitOf({ tier: row.tier, entryLimit: row.entry_limit }),
    status: state === 'drawn' ? 'completed' : state === 'closed' ? 'closed' : 'active',
    state,
    isActive: state !== 'draft' && state !== 'drawn' && state !== 'closed',
    minimumAge: minimumAgeOf(row.minimum_age, ctx.settings),
    commitment: row.commitment,
    closedAt: isClosed ? (closesAt?.toISOString() ?? null) : null,
    timeZone: zoneOfGiveaway(row, now),
    frozenAt: row.frozen_at?.toISOString() ?? null,
    drawDate: isNeverDrawn(row, drawDate, now) ? null : (drawDate?.toISOString() ?? null),
    winner:
      row.winner_slot === null
        ? null
        : { slotNumber: row.winner_slot, displayName: maskedName(row.winner_name ?? 'Entrant') },
    closing: isClosed ? closingOf(row) : null,
  }
}

/** What the moment of a draw follows from. `draws_at` is the newest freeze's. */
export const DRAW_DATE_COLUMNS = [
  'g.closed_at',
  'g.closed_reason',
  'g.ends_at',
  'g.freezes_at',
  'g.published_at',
  'g.value_cents',
  'g.highest_value_cents',
] as const
type DrawDateRow = Pick<
  GiveawayRow,
  | 'drawn_at'
  | 'draws_at'
  | 'closed_at'
  | 'closed_reason'
  | 'ends_at'
  | 'freezes_at'
  | 'published_at'
  | 'value_cents'
  | 'highest_value_cents'
>

/** When the winner is or was drawn: by the round of the freeze, or some seconds after the gap that follows the planned freeze. */
export function drawDateOf({ settings, now }: Context, row: DrawDateRow): Date | null {
  if (row.drawn_at ?? row.draws_at) return row.drawn_at ?? row.draws_at
  const closesAt = row.closed_at ?? row.ends_at
  if (row.closed_reason === 'cancelled' || !closesAt) return null
  const freezesAt = row.freezes_at ?? freezeDateOf(closesAt, settings.mailInHours, zoneOfGiveaway(row, now()))
  return new Date(+freezesAt + gapSecondsOf(settings.draw, row) * 1000)
}

/** It had no entries when its draw was due, so no list is sealed. */
const isNeverDrawn = (row: GiveawayRow, drawDate: Date | null, now: Date) =>
  drawDate !== null && drawDate <= now && row.frozen_at === null && row.drawn_at === null && !row.in_draw

/** A giveaway whose end has passed counts as ended before the worker closes it. */
const closingOf = (row: GiveawayRow): Giveaway['closing'] => ({
  reason: (row.closed_reason ?? 'ended') as NonNullable<Giveaway['closing']>['reason'],
  note: row.closed_note,
  goesOnAt: row.goes_on_at,
})

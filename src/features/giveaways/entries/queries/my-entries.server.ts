import { type SqlBool, sql } from 'kysely'
import { type EntryReceipt, NO_RECEIPT, readReceipts } from '#features/draw-log/tree/queries/entry-receipts.server.ts'
import { readReceiptKey } from '#features/draw-log/tree/queries/receipts.server.ts'
import { requireOwnSession } from '#features/identity/sessions/commands/revoke.server.ts'
import { desc, keyset } from '#kernel/api/keyset.server.ts'
import type { Context } from '#kernel/context.ts'
import { IS_IN_DRAW } from '../../giveaway/queries/entry-conditions.server.ts'
import { DRAW_DATE_COLUMNS, drawDateOf } from '../../giveaway/queries/giveaway-row.server.ts'
import { type Odds, stateOf } from '../../giveaway/rules.ts'
import type { MyEntries, MyEntriesQuery, MyEntry } from '../contract.ts'

const NEWEST = keyset(desc('e.created_at', 'timestamptz'), desc('e.id', 'uuid'))

/**
 * A page of a user's live entries, newest first.
 * @param page.past `true` for giveaways that are over, `false` for running ones; both when omitted.
 * @param page.cursor the `nextCursor` of the previous page.
 */
export async function listEntriesOfUser(ctx: Context, userId: string, page: MyEntriesQuery): Promise<MyEntries> {
  const entries = entriesOf(ctx, userId, page)
  const [{ shown, nextCursor }, { total }] = await Promise.all([
    NEWEST.read(withDetails(entries), page),
    entries.select(eb => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  const isOwn = ctx.actor?.userId === userId
  // After the read, so that a token of before the first proof lists nothing that the proof gave to the account.
  if (isOwn) await requireOwnSession(ctx)
  const odds = await oddsIn(ctx, [...new Set(shown.map(row => row.giveaway_id))], userId)
  const own = shown.map(row => ({ id: row.id, giveawayId: row.giveaway_id, personId: userId }))
  // The holder's secret proves who holds an entry, so staff do not get it.
  const receipts = isOwn ? await readReceipts(ctx, own) : undefined
  return {
    entries: shown.map(row => ({
      ...myEntryOf(ctx, row, userId),
      odds: odds.get(row.giveaway_id)!,
      ...(receipts?.get(row.id) ?? NO_RECEIPT),
    })),
    total,
    nextCursor,
    receiptKey: await readReceiptKey(ctx),
  }
}

function entriesOf(ctx: Context, userId: string, { past, giveawayId }: MyEntriesQuery) {
  const isPast = sql<SqlBool>`(g.closed_at is not null or coalesce(g.ends_at <= ${ctx.now()}, false))`
  return (
    ctx.db
      .selectFrom('giveaway_entry as e')
      .innerJoin('giveaway as g', 'g.id', 'e.giveaway_id')
      .where('e.user_id', '=', userId)
      .where('e.removed_at', 'is', null)
      // Entries of the address are shown after the account's mailbox is proven.
      .where(eb =>
        eb.or([
          eb('e.is_private', '=', false),
          eb(eb.selectFrom('users').select('mailbox_unproven').where('id', '=', userId), '=', false),
        ]),
      )
      .$if(giveawayId !== undefined, query => query.where('e.giveaway_id', '=', giveawayId!))
      .$if(past !== undefined, query => query.where(past === 'true' ? isPast : sql<SqlBool>`not ${isPast}`))
  )
}

const withDetails = (entries: ReturnType<typeof entriesOf>) =>
  entries
    .innerJoin('users as u', 'u.id', 'e.user_id')
    .leftJoin('drawn_winner as d', 'd.giveaway_id', 'g.id')
    .leftJoin('picture as p', join => join.on('p.key', '=', sql<string>`substr(g.images[1], 4)`))
    .leftJoinLateral(
      eb =>
        eb
          .selectFrom('draw_freeze as f')
          .select('f.draws_at')
          .whereRef('f.giveaway_id', '=', 'g.id')
          .orderBy('f.slip', 'desc')
          .limit(1)
          .as('f'),
      join => join.onTrue(),
    )
    .select(['e.id', 'e.giveaway_id', 'e.slot_number', 'e.created_at', 'e.is_auto_entry', 'e.is_private', 'e.is_staff'])
    .select(IS_IN_DRAW.as('is_in_draw'))
    .select(['g.title', 'g.slug', 'g.tier', 'g.images', 'g.starts_at', 'g.early_access_at'])
    .select(DRAW_DATE_COLUMNS)
    .select(['f.draws_at', 'p.key as picture_key', 'p.placeholder'])
    .select(['d.drawn_at', 'd.entry_id as winner_entry_id', 'd.slot as winner_slot', 'u.email'])

type EntryRow = Awaited<ReturnType<ReturnType<typeof withDetails>['executeTakeFirstOrThrow']>>

/** The user's odds in each of these giveaways. */
async function oddsIn(ctx: Context, giveawayIds: readonly string[], userId: string): Promise<Map<string, Odds>> {
  const { rows } = await sql<Odds & { id: string }>`
    select e.giveaway_id as id, count(*)::int as "all", count(*) filter (where e.user_id = ${userId})::int as own
    from giveaway_entry e
    where e.giveaway_id = any(${[...giveawayIds]}::uuid[]) and e.removed_at is null and ${IS_IN_DRAW} group by 1`.execute(
    ctx.db,
  )
  const found = new Map(rows.map(({ id, own, all }) => [id, { own, all }]))
  return new Map(giveawayIds.map(id => [id, found.get(id) ?? { own: 0, all: 0 }]))
}

const myEntryOf = (ctx: Context, row: EntryRow, userId: string): Omit<MyEntry, 'odds' | keyof EntryReceipt> => ({
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
      // Entrants do not need to know whether the remaining slots are sold out.
      availableSlots: 1,
    },
    ctx.now(),
  ),
  giveawayEndDate: row.ends_at?.toISOString() ?? null,
  giveawayDrawDate: drawDateOf(ctx, row)?.toISOString() ?? null,
  image: row.images[0] ?? null,
  picture:
    row.picture_key === null ? null : { src: ctx.storage.publicUrl(row.picture_key), placeholder: row.placeholder! },
  userId,
  email: row.email,
  slotNumber: row.slot_number,
  tier: row.tier,
  date: row.created_at.toISOString(),
  isAutoEntry: row.is_auto_entry,
  isPrivateEntry: row.is_private,
  isStaff: row.is_staff,
  isInDraw: row.is_in_draw,
  isWinner: row.winner_entry_id === row.id,
  winnerSlot: row.winner_slot,
})

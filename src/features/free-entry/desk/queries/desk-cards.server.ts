import { sql } from 'kysely'
import { readNames } from '#features/identity/user/queries.server.ts'
import { asc, desc, keyset } from '#kernel/api/keyset.server.ts'
import type { Context } from '#kernel/context.ts'
import type { CardReason } from '../../cards/card-reasons.ts'
import type { DeskQuery, DeskRow, DeskStage } from '../contract.ts'
import { deskWindowOf } from './card-problem.server.ts'

/** Work is done in the order of the mail; what is done is read from its end. */
const OLDEST = keyset(asc('c.number', 'integer'))
const NEWEST = keyset(desc('c.number', 'integer'))

/** A page of the desk's queue, over all giveaways or of one. */
export async function listDeskCards(
  ctx: Context,
  query: DeskQuery,
): Promise<{ cards: DeskRow[]; nextCursor: string | null }> {
  const order = query.stage === 'opened' || query.stage === 'waiting' ? OLDEST : NEWEST
  const cards = rowsOf(ctx)
    .where('c.state', '=', query.stage)
    .$if(query.giveawayId !== undefined, rows => rows.where('c.giveaway_id', '=', query.giveawayId!))
  const { shown, nextCursor } = await order.read(cards, query)
  const readers = await readNames(
    ctx,
    shown.flatMap(row => readerOf(ctx, row) ?? []),
  )
  return { cards: shown.map(row => shownRow(ctx, row, readers)), nextCursor }
}

const rowsOf = (ctx: Context) =>
  ctx.db
    .selectFrom('mail_card as c')
    .innerJoin('giveaway as g', 'g.id', 'c.giveaway_id')
    .leftJoin('mail_sender as s', 's.id', 'c.sender_id')
    .leftJoin('mail_card_scan as p', 'p.card_number', 'c.number')
    .select(['c.number', 'c.state', 'c.reason', 'c.received_on', 'c.taken_by', 'c.taken_until', 's.name as sender'])
    .select(['g.id', 'g.title', 'g.starts_at', 'g.ends_at', 'g.closed_at', 'g.published_at', 'p.card_number as scan'])

type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['executeTakeFirstOrThrow']>>

/** The other person who reads a card now. */
const readerOf = (ctx: Context, { taken_by, taken_until }: Row): string | null =>
  taken_by && taken_by !== ctx.actor?.userId && taken_until && taken_until > ctx.now() ? taken_by : null

function shownRow(ctx: Context, row: Row, readers: ReadonlyMap<string, string>): DeskRow {
  const reader = readerOf(ctx, row)
  const { last } = deskWindowOf(ctx, row)
  return {
    number: row.number,
    state: row.state as DeskStage,
    reason: row.reason as CardReason | null,
    giveaway: { id: row.id, title: row.title },
    receivedOn: row.received_on,
    isLate: last !== null && row.received_on > last,
    sender: row.sender,
    hasScan: row.scan !== null,
    takenBy: reader && (readers.get(reader) ?? 'Another person'),
  }
}

/** Counting stops here, so that a mountain of mail costs no more than a stack. */
const LIMIT = 1000

/** How many cards are to be typed and to be confirmed. */
export async function readDeskCounts(
  ctx: Context,
): Promise<{ counts: { opened: number; waiting: number }; limit: number }> {
  const count = (state: string) => sql<number>`(
    select count(*) from (select from mail_card where state = ${state} limit ${LIMIT}) found)::int`
  const { rows } = await sql<{ opened: number; waiting: number }>`
    select ${count('opened')} as opened, ${count('waiting')} as waiting`.execute(ctx.db)
  return { counts: rows[0]!, limit: LIMIT }
}

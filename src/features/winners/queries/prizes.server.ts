import type { Selectable } from 'kysely'
import { type DrawnEntry, drawnEntriesOf } from '#features/giveaways/draws/queries/winners.server.ts'
import type { Context } from '#kernel/context.ts'
import { toDollars } from '#kernel/values/money.ts'
import type { Winner as WinnerTable } from '#platform/db/tables.ts'
import { refusals } from '#platform/errors.ts'
import { isUuid } from '#platform/values/uuid.ts'
import { type Prize, type PrizeAddress, WINNER_ERRORS } from '../contract.ts'
import { isKeyOf } from '../prize/answer-link.server.ts'
import type { State } from '../rules.ts'
import { WINNER_COLUMNS } from '../winner-columns.server.ts'
import { papersOf } from './papers.server.ts'
import { parcelOf } from './winner.server.ts'

const refuse = refusals(WINNER_ERRORS)

type Row = Selectable<WinnerTable>

/**
 * A prize of the caller, who is signed in as its winner or holds the key from the e-mail.
 * @throws prize_not_found
 */
export async function prizeOf(ctx: Context, id: string, key: string | undefined): Promise<Prize> {
  const row = isUuid(id)
    ? await ctx.db.selectFrom('winner').select(WINNER_COLUMNS).where('id', '=', id).executeTakeFirst()
    : undefined
  const prize = row && (await drawnEntriesOf(ctx, [row.id])).get(row.id)
  if (!row || !prize || !isTheirs(ctx, row, key)) throw refuse('prize_not_found')
  return shown(ctx, row, prize)
}

const isTheirs = (ctx: Context, { id, user_id: userId }: Row, key: string | undefined) =>
  (userId !== null && userId === ctx.actor?.userId) || (key !== undefined && isKeyOf(ctx, id, key))

/** The user's prizes, latest first; at most 20. */
export async function listPrizes(ctx: Context, userId: string): Promise<Prize[]> {
  const rows = await ctx.db
    .selectFrom('winner')
    .select(WINNER_COLUMNS)
    .where('user_id', '=', userId)
    .orderBy('selected_at', 'desc')
    .limit(20)
    .execute()
  const prizes = await drawnEntriesOf(
    ctx,
    rows.map(({ id }) => id),
  )
  return Promise.all(rows.map(row => shown(ctx, row, prizes.get(row.id)!)))
}

async function shown(ctx: Context, row: Row, prize: DrawnEntry): Promise<Prize> {
  const state = row.state as State
  const isOver = row.answer_due_at !== null && row.answer_due_at < ctx.now()
  const isSignedIn = row.user_id !== null && row.user_id === ctx.actor?.userId
  const papers = await papersOf(ctx, row.id)
  return {
    id: row.id,
    giveaway: { title: prize.title, slug: prize.slug, tier: prize.tier, value: toDollars(prize.valueCents) },
    slotNumber: prize.slot,
    state,
    answerBy: row.answer_due_at?.toISOString() ?? null,
    isOwn: isSignedIn,
    canAnswer: (state === 'drawn' || state === 'notified') && !isOver,
    canCorrect: state === 'accepted',
    papers: papers.map(({ statusAt, ...paper }) => ({ ...paper, statusAt: statusAt.toISOString() })),
    ...parcelOf(row),
    shipTo: isSignedIn ? (row.ship_to as PrizeAddress | null) : null,
  }
}

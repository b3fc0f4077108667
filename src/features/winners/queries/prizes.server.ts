import { requireOwnSession } from '#features/identity/sessions/commands/revoke.server.ts'
import type { Context } from '#kernel/context.ts'
import { toDollars } from '#kernel/values/money.ts'
import { refusals } from '#platform/errors.ts'
import { type Prize, type PrizeAddress, WINNER_ERRORS } from '../contract.ts'
import { isKeyOf } from '../emails/answer-link.server.ts'
import { findWinner, isOwnPrize, listPapers, parcelOf, readPrizes, WINNER_COLUMNS, type Won } from './winners.server.ts'

const refuse = refusals(WINNER_ERRORS)

/**
 * A prize of the caller, who is signed in as its winner or holds the key from the e-mail.
 * @throws prize_not_found
 */
export async function readPrize(ctx: Context, id: string, key: string | undefined): Promise<Prize> {
  const won = await findWinner(ctx, id)
  if (!won || !(await isTheirs(ctx, won, key))) throw refuse('prize_not_found')
  return shown(ctx, won)
}

/** The session is read after the prize: a prize that the first proof gave to the account is no prize of its maker's ended session. */
async function isTheirs(ctx: Context, won: Won, key: string | undefined): Promise<boolean> {
  if (key !== undefined && isKeyOf(ctx, won.row.id, key)) return true
  if (!isOwnPrize(ctx, won)) return false
  await requireOwnSession(ctx)
  return true
}

/** The user's prizes, latest first; at most 20. */
export async function listPrizes(ctx: Context, userId: string): Promise<Prize[]> {
  const rows = await ctx.db
    .selectFrom('winner')
    .select(WINNER_COLUMNS)
    .where('user_id', '=', userId)
    .orderBy('selected_at', 'desc')
    .orderBy('id', 'desc')
    .limit(20)
    .execute()
  const prizes = await readPrizes(ctx, rows)
  await requireOwnSession(ctx)
  const won = rows.map((row): Won => ({ row: row as Won['row'], prize: prizes.get(row.id)! }))
  return Promise.all(won.filter(one => isOwnPrize(ctx, one)).map(one => shown(ctx, one)))
}

async function shown(ctx: Context, won: Won): Promise<Prize> {
  const { row, prize } = won
  const { state } = row
  const isOver = row.answer_due_at !== null && row.answer_due_at < ctx.now()
  const isSignedIn = isOwnPrize(ctx, won)
  const papers = await listPapers(ctx, row.id)
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

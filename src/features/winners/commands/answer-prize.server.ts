import type { Context } from '#adapters/context.ts'
import { drawnEntriesOf } from '#features/giveaways/queries/winners.server.ts'
import { refusals } from '#platform/errors.ts'
import { type PrizeAddress, WINNER_ERRORS } from '../contract.ts'
import { acceptedEmail } from '../emails.server.ts'
import { FROM, type PaperKind, papersFor, type State } from '../rules.ts'
import { endWinner } from './end-winner.server.ts'
import { type Locked, moveWinner } from './move-winner.server.ts'
import { sendToWinner } from './write-to-winner.server.ts'

const refuse = refusals(WINNER_ERRORS)

/** Why a prize that the winner does not want passed on, as it stands for good. */
export const DECLINED = 'Declined by the winner.'
const UNANSWERED: readonly State[] = ['drawn', 'notified']

/** The winner takes the prize and says where it goes. @throws answer_too_late, answered. */
export const acceptPrize = (ctx: Context, id: string, shipTo: PrizeAddress): Promise<void> =>
  asWinner(
    moveWinner(ctx, id, { action: 'accepted the prize', from: UNANSWERED }, async (inner, locked) => {
      const { answer_due_at: dueAt } = locked.row
      if (dueAt && dueAt < inner.now()) throw refuse('answer_too_late')
      return accepted(inner, locked, shipTo)
    }),
  )

/** The winner says otherwise where the prize goes, before it has left. @throws answered */
export const correctAddress = (ctx: Context, id: string, shipTo: PrizeAddress): Promise<void> =>
  asWinner(
    moveWinner(ctx, id, { action: 'corrected the address', from: ['accepted'] }, async () => ({
      ship_to: JSON.stringify(shipTo),
    })),
  )

/** Staff note an answer that came by phone or letter. @throws winner_not_found, winner_moved. */
export const acceptForWinner = (
  ctx: Context,
  id: string,
  input: { shipTo: PrizeAddress; reason: string },
): Promise<void> =>
  moveWinner(ctx, id, { action: 'noted the answer', from: FROM.accept, reason: input.reason }, (inner, locked) =>
    accepted(inner, locked, input.shipTo),
  )

/** The winner does not want the prize; it passes on. @throws answered */
export const declinePrize = (ctx: Context, id: string, reason: string | undefined): Promise<void> =>
  asWinner(
    endWinner(ctx, id, {
      as: 'declined',
      reason: DECLINED,
      words: reason,
      from: [...UNANSWERED, 'accepted'],
      action: 'declined the prize',
    }),
  )

/** A winner who comes too late reads it as theirs, not as staff do. */
const asWinner = (moving: Promise<void>): Promise<void> =>
  moving.catch(error => {
    if (error.code === 'winner_moved') throw refuse('answered', error.details)
    throw error
  })

async function accepted(ctx: Context, locked: Locked, shipTo: PrizeAddress) {
  const now = ctx.now()
  const papers = await papersAskedOf(ctx, locked, now.getUTCFullYear())
  if (papers.length > 0)
    await ctx.db
      .insertInto('winner_paper')
      .values(papers.map(kind => ({ winner_id: locked.row.id, kind, asked_at: now, status_at: now })))
      .execute()
  await sendToWinner(ctx, locked, { kind: 'papers', email: acceptedEmail(ctx, locked.prize, papers) })
  return {
    state: 'accepted' as const,
    answered_at: now,
    // Whoever answered was told.
    notified_at: locked.row.notified_at ?? now,
    ship_to: JSON.stringify(shipTo),
  }
}

/** By the value of this prize and of the person's others that were accepted in the calendar year (UTC). */
async function papersAskedOf(ctx: Context, { row, prize }: Locked, year: number): Promise<PaperKind[]> {
  const others = row.user_id
    ? await ctx.db
        .selectFrom('winner')
        .select('id')
        .where('user_id', '=', row.user_id)
        .where('id', '!=', row.id)
        .where('ended_at', 'is', null)
        .where('answered_at', '>=', new Date(Date.UTC(year, 0)))
        .execute()
    : []
  const won = await drawnEntriesOf(
    ctx,
    others.map(({ id }) => id),
  )
  const otherCents = [...won.values()].reduce((sum, { valueCents }) => sum + valueCents, 0)
  return papersFor({ valueCents: prize.valueCents, otherCents, year })
}

import { readEntryTerms, requireEligible } from '#features/giveaways/eligibility/queries/eligibility.server.ts'
import { findProfile } from '#features/identity/user/queries.server.ts'
import type { Context, DataContext, TransactionContext } from '#kernel/context.ts'
import { regionOf } from '#kernel/shipping/us-states.ts'
import { refusals, refuse as refuseAny } from '#platform/errors.ts'
import { type PrizeAddress, WINNER_ERRORS } from '../contract.ts'
import { acceptedEmail } from '../emails/emails.server.ts'
import { readPrizes, type Won } from '../queries/winners.server.ts'
import { type PaperKind, papersFor, type State } from '../rules.ts'
import { endWinner } from './end-winner.server.ts'
import { moveWinner, sendToWinner } from './move-winner.server.ts'
import { placeOf } from './tell-change.server.ts'

const refuse = refusals(WINNER_ERRORS)

/** The permanent reason of a declined prize. */
export const DECLINED = 'Declined by the winner.'
const UNANSWERED: readonly State[] = ['drawn', 'notified']

/** The winner accepts the prize and gives the address. @throws answer_too_late, answered, a refusal of ELIGIBILITY_ERRORS. */
export const acceptPrize = (ctx: Context, id: string, shipTo: PrizeAddress): Promise<void> =>
  asWinner(
    moveWinner(ctx, id, { action: 'accepted the prize', from: UNANSWERED, hasEmail: true }, async (tx, locked) => {
      const { answer_due_at: dueAt } = locked.row
      if (dueAt && dueAt < tx.now()) throw refuse('answer_too_late')
      return accepted(tx, locked, shipTo)
    }),
  )

/** The winner corrects the address before the prize ships. @throws answered */
export const correctAddress = (ctx: Context, id: string, shipTo: PrizeAddress): Promise<void> =>
  asWinner(
    moveWinner(ctx, id, { action: 'corrected the address', from: ['accepted'] }, async (tx, locked) => {
      await requireEligibleHome(tx, locked, shipTo)
      return { ship_to: shipTo }
    }),
  )

/** The winner declines, and the prize passes on to the next alternate. @throws answered */
export const declinePrize = (ctx: Context, id: string, reason: string | undefined): Promise<void> =>
  asWinner(
    endWinner(ctx, id, {
      as: 'declined',
      reasonClass: 'declined',
      reason: DECLINED,
      words: reason,
      from: [...UNANSWERED, 'accepted'],
      action: 'declined the prize',
    }),
  )

/** Translates conflicts into the winner's error messages. */
export const asWinner = (moving: Promise<void>): Promise<void> =>
  moving.catch(error => {
    if (error.code === 'winner_moved') throw refuse('answered', error.details)
    throw error
  })

/** A prize goes to a person whom the giveaway's terms admit, at a home in a state of theirs. */
export async function requireEligibleHome(tx: TransactionContext, { row }: Won, { state, country }: PrizeAddress) {
  const birthDate = row.user_id ? ((await findProfile(tx, row.user_id))?.birthDate ?? undefined) : undefined
  if (!regionOf(state)) throw refuseAny('invalid_input', {}, { 'shipTo.state': ['Write the state as NY or New York.'] })
  requireEligible(tx, await readEntryTerms(tx, row.giveaway_id), { birthDate, state, country })
}

/** The prize becomes `accepted`, with the papers that its value asks for. @returns the changes to the winner's row. */
export async function accepted(tx: TransactionContext, locked: Won, shipTo: PrizeAddress) {
  await requireEligibleHome(tx, locked, shipTo)
  const now = tx.now()
  const papers = await papersAskedOf(tx, locked, now.getUTCFullYear())
  if (papers.length > 0)
    await tx.db
      .insertInto('winner_paper')
      .values(papers.map(kind => ({ winner_id: locked.row.id, kind, asked_at: now, status_at: now })))
      .execute()
  await sendToWinner(tx, locked, {
    kind: 'papers',
    email: acceptedEmail(tx, { prize: locked.prize, papers, place: placeOf(shipTo) }),
  })
  return {
    state: 'accepted' as const,
    answered_at: now,
    // A winner who answered was notified.
    notified_at: locked.row.notified_at ?? now,
    ship_to: shipTo,
  }
}

/** Papers required by the value of this prize and the person's other accepted prizes in the calendar year (UTC). */
async function papersAskedOf(ctx: DataContext, { row, prize }: Won, year: number): Promise<PaperKind[]> {
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
  const won = await readPrizes(ctx, others)
  const otherCents = [...won.values()].reduce((sum, { countedCents }) => sum + countedCents, 0)
  return papersFor({ countedCents: prize.countedCents, otherCents, year })
}

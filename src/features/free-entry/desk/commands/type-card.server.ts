import { type LockedGiveaway, lockedGiveaway } from '#features/giveaways/giveaway/commands/locked-giveaway.server.ts'
import { deskTakesTwoPersons } from '#features/giveaways/two-persons/queries.server.ts'
import { readNames } from '#features/identity/user/queries.server.ts'
import { writeAuditLog } from '#kernel/audit-log.server.ts'
import type { Context, TransactionContext } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { requireOneRow } from '#platform/db/one-row.server.ts'
import { refusals } from '#platform/errors.ts'
import { REASON_NAMES } from '../../cards/card-reasons.ts'
import { arrivalDay } from '../../cards/commands/arrival-day.server.ts'
import { readGiveawayOfCard } from '../../cards/commands/confirm-card.server.ts'
import { ensureSender } from '../../cards/commands/ensure-sender.server.ts'
import { proposeRefusal, refusalTakesTwo } from '../../cards/commands/refuse-card.server.ts'
import { cardChanged } from '../../cards/commands/tell-cards.server.ts'
import { tellRefused } from '../../cards/commands/tell-refused.server.ts'
import { CARD_ERRORS } from '../../cards/contract.ts'
import { type CardProblem, MAIL_DESK_ERRORS, type TypedInput } from '../contract.ts'
import { dayProblemOf, findCardProblem } from '../queries/card-problem.server.ts'

const refuse = refusals({ ...CARD_ERRORS, ...MAIL_DESK_ERRORS })

type Typed = { message: string; cardNumber: number; state: 'waiting' | 'refused'; problem: CardProblem | null }

/**
 * Stores what is read on an opened card, once: the second of two desks gets a sentence with the name of the first. The card then waits for
 * a second person, or for its typist where the settings allow that, who sees the rule that refuses it. A card that came late, or whose giveaway is cancelled or sealed, is refused at
 * once, and its sender is told. That a card came late, which its opener noted, is a proposal where the giveaway takes two persons.
 * @throws card_not_found, card_typed, card_decided, invalid_input.
 */
export async function typeCard(ctx: Context, input: TypedInput & { number: number }): Promise<Typed> {
  const { number } = input
  const giveawayId = await readGiveawayOfCard(ctx, number)
  return transact(ctx, async tx => {
    const giveaway = await lockedGiveaway(tx, giveawayId)
    const { receivedOn } = await openedCard(tx, number)
    arrivalDay(tx, { receivedOn, postmarkedOn: input.postmarkedOn })
    // Two cards of one new sender wait for each other here.
    await tx.db.selectFrom('mail_register').select('last_number').forUpdate().execute()
    const sender = await ensureSender(tx, input)
    const dayProblem = dayProblemOf(tx, giveaway, receivedOn)
    const waits = dayProblem !== null && (await refusalTakesTwo(tx, giveaway))
    const needsSecond = await deskTakesTwoPersons(tx, giveaway.id)
    await storeTyped(tx, giveaway, {
      number,
      needsSecond,
      senderId: sender.id,
      postmarkedOn: input.postmarkedOn ?? null,
      dayProblem: waits ? null : dayProblem,
    })
    cardChanged(tx, giveaway.id)
    if (waits) await proposeRefusal(tx, giveaway, { number, reason: 'outside_window' })
    if (dayProblem && !waits) {
      await tellRefused(tx, number)
      const message = `Card ${number} refused: ${REASON_NAMES[dayProblem.reason]}`
      return { message, cardNumber: number, state: 'refused', problem: dayProblem }
    }
    const problem = await findCardProblem(tx, giveaway, { receivedOn, sender })
    const message = `Card ${number} waits for ${needsSecond ? 'a second person' : 'its confirmation'}`
    return { message, cardNumber: number, state: 'waiting', problem }
  })
}

/** An opened card, locked. @throws card_typed, card_decided */
async function openedCard(tx: TransactionContext, number: number): Promise<{ receivedOn: string }> {
  const card = await tx.db
    .selectFrom('mail_card')
    .select(['state', 'typed_by as typedBy', 'received_on as receivedOn'])
    .where('number', '=', number)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (card.state === 'opened') return card
  if (!card.typedBy) throw refuse('card_decided', { number, state: card.state })
  const name = (await readNames(tx, [card.typedBy])).get(card.typedBy) ?? 'another person'
  throw refuse('card_typed', { number, name })
}

type Stored = {
  number: number
  needsSecond: boolean
  senderId: string
  postmarkedOn: string | null
  dayProblem: CardProblem | null
}

async function storeTyped(
  tx: TransactionContext,
  giveaway: LockedGiveaway,
  { number, needsSecond, senderId, postmarkedOn, dayProblem }: Stored,
): Promise<void> {
  const by = tx.actor?.userId ?? null
  const stored = await tx.db
    .updateTable('mail_card')
    .set({
      state: dayProblem ? 'refused' : 'waiting',
      needs_second: needsSecond,
      sender_id: senderId,
      postmarked_on: postmarkedOn,
      typed_by: by,
      typed_at: tx.now(),
      taken_by: null,
      taken_until: null,
      ...(dayProblem && { reason: dayProblem.reason, decided_by: by, decided_at: tx.now() }),
    })
    .where('number', '=', number)
    .where('state', '=', 'opened')
    .executeTakeFirst()
  requireOneRow(stored, `opened card ${number}`)
  await writeAuditLog(tx, {
    action: dayProblem ? 'refused a card' : 'typed a card',
    subject: { type: 'giveaway', id: giveaway.id, label: `Card ${number}, ${giveaway.title}` },
    after: { card: number, postmarkedOn, ...(dayProblem && { reason: dayProblem.reason }) },
  })
}

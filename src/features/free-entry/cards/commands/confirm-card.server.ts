import { lockedUnfrozen } from '#features/giveaways/giveaway/commands/locked-giveaway.server.ts'
import { deskTakesTwoPersons } from '#features/giveaways/two-persons/queries.server.ts'
import { voidProposals } from '#features/proposals/commands/decide-proposal.server.ts'
import type { Context, DataContext, TransactionContext } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { refusals } from '#platform/errors.ts'
import { CARD_ERRORS, type DecidedCard } from '../contract.ts'
import { refuseOutsideWindow } from './arrival-day.server.ts'
import { type Card, enterCard, requireEntriesLeft, slotsInWords } from './enter-card.server.ts'
import { cardChanged } from './tell-cards.server.ts'

const refuse = refusals(CARD_ERRORS)

/**
 * Confirms a waiting card: it becomes an entry, once. The constraint `card_two_persons` refuses the typist, and the guarded update lets
 * one of several concurrent calls through. A card that was typed while one person could confirm it needs a second one again when the
 * setting was off, or the prize was worth more, for a moment since.
 * @throws card_not_found, card_decided, card_not_typed, own_card, card_over_cap, sender_under_age, sender_state_excluded, sender_abroad, already_frozen,
 * mail_too_late, too_early_for_mail.
 */
export async function confirmCard(ctx: Context, number: number): Promise<DecidedCard> {
  const giveawayId = await readGiveawayOfCard(ctx, number)
  return transact(ctx, async tx => {
    const giveaway = await lockedUnfrozen(tx, giveawayId)
    const card = await waitingCard(tx, number)
    const needsSecond = card.needsSecond || (await deskTakesTwoPersons(tx, giveawayId))
    if (needsSecond && card.typedBy === tx.actor?.userId) throw refuse('own_card')
    refuseOutsideWindow(tx, giveaway, card.receivedOn)
    const room = await requireEntriesLeft(tx, giveaway, card.sender)
    const slots = await enterCard(tx, giveaway, card, room)
    await voidProposals(tx, { type: 'card', id: String(number) })
    cardChanged(tx, giveawayId)
    return {
      message: `Card ${number} confirmed: ${slotsInWords(slots)}`,
      cardNumber: number,
      state: 'registered',
      slotNumber: slots[0]!,
    }
  })
}

/** @throws card_not_found */
export async function readGiveawayOfCard(ctx: DataContext, number: number): Promise<string> {
  const card = await ctx.db
    .selectFrom('mail_card')
    .select('giveaway_id')
    .where('number', '=', number)
    .executeTakeFirst()
  if (!card) throw refuse('card_not_found')
  return card.giveaway_id
}

/** A card that is not decided, locked. @throws card_decided */
export async function readUndecidedCard(tx: TransactionContext, number: number) {
  const row = await tx.db
    .selectFrom('mail_card as c')
    .leftJoin('mail_sender as s', 's.id', 'c.sender_id')
    .select(['c.state', 'c.typed_by as typedBy', 'c.needs_second as needsSecond', 'c.received_on as receivedOn'])
    .select(['c.postmarked_on as postmarkedOn', 's.id', 's.name', 's.email', 's.user_id as userId'])
    .where('c.number', '=', number)
    .forUpdate('c')
    .executeTakeFirstOrThrow()
  if (!UNDECIDED.includes(row.state)) throw refuse('card_decided', { number, state: row.state })
  return row
}

const UNDECIDED = ['opened', 'waiting']

/** A waiting card, locked. @throws card_decided, card_not_typed */
async function waitingCard(tx: TransactionContext, number: number): Promise<Card> {
  const { id, name, email, userId, state, ...card } = await readUndecidedCard(tx, number)
  if (state === 'opened') throw refuse('card_not_typed', { number })
  return { number, ...card, channel: 'mail', sender: { id: id!, name: name!, email, userId } }
}

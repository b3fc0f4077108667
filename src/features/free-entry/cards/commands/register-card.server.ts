import {
  type LockedGiveaway,
  lockedGiveaway,
  lockedUnfrozen,
} from '#features/giveaways/giveaway/commands/locked-giveaway.server.ts'
import { GIVEAWAY_ERRORS } from '#features/giveaways/giveaway/contract.ts'
import { takesTwoPersons } from '#features/giveaways/two-persons/queries.server.ts'
import { writeAuditLog } from '#kernel/audit-log.server.ts'
import type { Context, DataContext, TransactionContext } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { refusals } from '#platform/errors.ts'
import type { DecidedCard, PrivateEntryInput, RefusedCardInput } from '../contract.ts'
import { arrivalDay, type Days, refuseOutsideWindow } from './arrival-day.server.ts'
import { ensureSender, type Sender } from './ensure-sender.server.ts'
import { enterCard, requireEntriesLeft, slotsInWords } from './enter-card.server.ts'
import { nextCardNumber } from './next-card-number.server.ts'
import { proposeRefusal, refusalTakesTwo } from './refuse-card.server.ts'
import { cardChanged } from './tell-cards.server.ts'
import { tellRefused } from './tell-refused.server.ts'

const refuse = refusals(GIVEAWAY_ERRORS)

/**
 * Registers a card that staff opened and typed. It gets the shop's next number. A prize below the value in the settings is entered at
 * once; from that value on the card waits for a second person. A refusal leaves no card and no gap, so that the typist can correct the
 * input, or record the card as refused (`refuseNewCard`).
 * @throws already_frozen, already_drawn, too_early_for_mail, mail_too_late, is_draft, giveaway_cancelled, card_over_cap, sender_under_age, invalid_input.
 */
export async function registerCard(
  ctx: Context,
  input: PrivateEntryInput & { giveawayId: string },
): Promise<DecidedCard> {
  return transact(ctx, async tx => {
    const giveaway = await lockedUnfrozen(tx, input.giveawayId)
    const receivedOn = acceptedDay(tx, giveaway, input)
    const number = await nextCardNumber(tx)
    const sender = await ensureSender(tx, input)
    const room = await requireEntriesLeft(tx, giveaway, sender)
    const needsSecond = await takesTwoPersons(tx, giveaway.id)
    const card = { number, sender, needsSecond, receivedOn, postmarkedOn: input.postmarkedOn ?? null }
    await insertCard(tx, giveaway.id, card)
    cardChanged(tx, giveaway.id)
    if (needsSecond) {
      await noteCard(tx, giveaway, 'typed', card)
      return {
        message: `Card ${number} waits for a second person`,
        cardNumber: number,
        state: 'waiting',
        slotNumber: null,
      }
    }
    const typed = { ...card, channel: 'mail', typedBy: tx.actor?.userId ?? null } as const
    const slots = await enterCard(tx, giveaway, typed, room)
    return {
      message: `Private entry added: ${slotsInWords(slots)}`,
      cardNumber: number,
      state: 'registered',
      slotNumber: slots[0]!,
    }
  })
}

/**
 * Records an opened card that is no entry, with its number and the class of the reason. A card that comes after the draw is recorded
 * too, because the register names every card. In a giveaway that takes two persons the card waits for the second. @throws is_draft, giveaway_not_found, invalid_input.
 */
export async function refuseNewCard(
  ctx: Context,
  input: RefusedCardInput & { giveawayId: string },
): Promise<DecidedCard> {
  const { giveawayId, reason, name, address, email, postmarkedOn = null } = input
  return transact(ctx, async tx => {
    const giveaway = await lockedGiveaway(tx, giveawayId)
    if (!giveaway.published_at) throw refuse('is_draft')
    const receivedOn = arrivalDay(tx, input)
    const number = await nextCardNumber(tx)
    const sender = name && (address || email) ? await ensureSender(tx, { name, address, email }) : null
    const card = { number, sender, needsSecond: false, receivedOn, postmarkedOn }
    if (await refusalTakesTwo(tx, giveaway)) {
      await insertCard(tx, giveawayId, { ...card, needsSecond: true })
      await noteCard(tx, giveaway, sender ? 'typed' : 'opened', card)
      await proposeRefusal(tx, giveaway, { number, reason })
      cardChanged(tx, giveawayId)
      const message = `Card ${number}: a second person must confirm that it is no entry`
      return { message, cardNumber: number, state: sender ? 'waiting' : 'opened', slotNumber: null }
    }
    await insertCard(tx, giveawayId, card, reason)
    await noteCard(tx, giveaway, 'refused', card, reason)
    await tellRefused(tx, number)
    cardChanged(tx, giveawayId)
    return { message: `Card ${number} refused`, cardNumber: number, state: 'refused', slotNumber: null }
  })
}

type NewCard = {
  number: number
  sender: Sender | null
  needsSecond: boolean
  receivedOn: string
  postmarkedOn: string | null
}

const insertCard = (tx: TransactionContext, giveawayId: string, card: NewCard, reason?: RefusedCardInput['reason']) =>
  tx.db
    .insertInto('mail_card')
    .values({
      number: card.number,
      giveaway_id: giveawayId,
      sender_id: card.sender?.id ?? null,
      received_on: card.receivedOn,
      postmarked_on: card.postmarkedOn,
      typed_by: tx.actor?.userId ?? null,
      typed_at: tx.now(),
      needs_second: card.needsSecond,
      state: reason ? 'refused' : card.sender ? 'waiting' : 'opened',
      ...(!reason && !card.sender && { opened_at: tx.now(), opened_by: tx.actor?.userId ?? null }),
      ...(reason && { reason, decided_by: tx.actor?.userId ?? null, decided_at: tx.now() }),
    })
    .execute()

/** The audit log names the card, and no word that its sender wrote. */
const noteCard = (tx: TransactionContext, giveaway: LockedGiveaway, action: string, card: NewCard, reason?: string) =>
  writeAuditLog(tx, {
    action: `${action} a card`,
    subject: { type: 'giveaway', id: giveaway.id, label: `Card ${card.number}, ${giveaway.title}` },
    after: {
      card: card.number,
      receivedOn: card.receivedOn,
      postmarkedOn: card.postmarkedOn,
      ...(reason && { reason }),
    },
  })

/** Returns the day of arrival if a card of that day counts. */
function acceptedDay(ctx: DataContext, giveaway: LockedGiveaway, input: Days): string {
  if (!giveaway.published_at) throw refuse('is_draft')
  if (giveaway.closed_reason === 'cancelled') throw refuse('giveaway_cancelled')
  const receivedOn = arrivalDay(ctx, input)
  refuseOutsideWindow(ctx, giveaway, receivedOn)
  return receivedOn
}

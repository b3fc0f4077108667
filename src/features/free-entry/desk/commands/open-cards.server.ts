import { lockedGiveaway } from '#features/giveaways/giveaway/commands/locked-giveaway.server.ts'
import { GIVEAWAY_ERRORS } from '#features/giveaways/giveaway/contract.ts'
import { writeAuditLog } from '#kernel/audit-log.server.ts'
import type { Context } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { refusals } from '#platform/errors.ts'
import { arrivalDay } from '../../cards/commands/arrival-day.server.ts'
import { nextCardNumber } from '../../cards/commands/next-card-number.server.ts'
import { cardChanged } from '../../cards/commands/tell-cards.server.ts'
import type { OpenedInput } from '../contract.ts'
import { noticeOf } from '../queries/card-problem.server.ts'
import { readDeskGiveawayId } from '../queries/desk-giveaways.server.ts'

const refuse = refusals(GIVEAWAY_ERRORS)

type Opened = { message: string; numbers: number[]; notice: string | null }

/**
 * Numbers envelopes that were opened: each gets the shop's next number, in the transaction that writes its row, so that no number is left
 * out. A late card is numbered too, and a card for a cancelled or sealed giveaway; `notice` says so.
 * @throws giveaway_not_found, card_code_unknown, is_draft, invalid_input.
 */
export async function openCards(ctx: Context, input: OpenedInput): Promise<Opened> {
  const giveawayId = await readDeskGiveawayId(ctx, input.giveaway)
  return transact(ctx, async tx => {
    const giveaway = await lockedGiveaway(tx, giveawayId)
    if (!giveaway.published_at) throw refuse('is_draft')
    const receivedOn = arrivalDay(tx, input)
    const by = tx.actor?.userId ?? null
    const numbers: number[] = []
    for (let at = 0; at < input.count; at++) numbers.push(await nextCardNumber(tx))
    const card = {
      giveaway_id: giveawayId,
      received_on: receivedOn,
      typed_at: tx.now(),
      opened_at: tx.now(),
      opened_by: by,
    }
    await tx.db
      .insertInto('mail_card')
      .values(numbers.map(number => ({ number, ...card, needs_second: true, state: 'opened' })))
      .execute()
    await writeAuditLog(tx, {
      action: 'opened cards',
      subject: { type: 'giveaway', id: giveawayId, label: `${inWords(numbers)}, ${giveaway.title}` },
      after: { first: numbers[0]!, count: numbers.length, receivedOn },
    })
    cardChanged(tx, giveawayId)
    return {
      message: `${inWords(numbers)}. Write ${numbers.length === 1 ? 'the number' : 'the numbers'} on ${numbers.length === 1 ? 'the card' : 'the cards'}.`,
      numbers,
      notice: noticeOf(tx, giveaway, receivedOn),
    }
  })
}

const inWords = (numbers: readonly number[]): string =>
  numbers.length === 1 ? `Card ${numbers[0]}` : `Cards ${numbers[0]} to ${numbers.at(-1)}`

import { z } from 'zod'
import { type LockedGiveaway, lockedGiveaway } from '#features/giveaways/giveaway/commands/locked-giveaway.server.ts'
import { mustPropose } from '#features/giveaways/two-persons/commands/must-propose.server.ts'
import { defineProposalKind, propose } from '#features/proposals/commands/propose.server.ts'
import type { Proposed } from '#features/proposals/contract.ts'
import { writeAuditLog } from '#kernel/audit-log.server.ts'
import type { Context, TransactionContext } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { requireOneRow } from '#platform/db/one-row.server.ts'
import { REASON_NAMES, REFUSAL_REASONS, type RefusalReason } from '../card-reasons.ts'
import type { DecidedCard } from '../contract.ts'
import { readGiveawayOfCard, readUndecidedCard } from './confirm-card.server.ts'
import { cardChanged } from './tell-cards.server.ts'
import { tellRefused } from './tell-refused.server.ts'

type Refusal = { number: number; reason: RefusalReason }

/** Leaves a sender out of a giveaway that takes two persons. */
export const REFUSE_CARD = defineProposalKind({
  name: 'refuse_card',
  title: 'Refuse the card',
  input: z.strictObject({ giveawayId: z.string(), reason: z.enum(REFUSAL_REASONS) }),
  rights: ['entries.confirm'],
  voidAfter: ['card_decided', 'giveaway_not_found'],
  execute: (tx, { subject, input: { giveawayId, reason } }) =>
    refuseLocked(tx, giveawayId, { number: Number(subject.id), reason }),
})

/**
 * Refuses a card that is not decided, typed or not. It stays in the register with its reason. In a giveaway that takes two persons this is a
 * proposal, unless its list is sealed.
 * @throws card_not_found, card_decided, already_proposed.
 */
export async function refuseCard(ctx: Context, refusal: Refusal): Promise<DecidedCard | Proposed> {
  const giveawayId = await readGiveawayOfCard(ctx, refusal.number)
  return transact(ctx, tx => refuseLocked(tx, giveawayId, refusal))
}

async function refuseLocked(
  tx: TransactionContext,
  giveawayId: string,
  { number, reason }: Refusal,
): Promise<DecidedCard | Proposed> {
  const giveaway = await lockedGiveaway(tx, giveawayId)
  const { state } = await readUndecidedCard(tx, number)
  if (await refusalTakesTwo(tx, giveaway)) return proposeRefusal(tx, giveaway, { number, reason })
  const refused = await tx.db
    .updateTable('mail_card')
    .set({ state: 'refused', reason, decided_by: tx.actor?.userId ?? null, decided_at: tx.now() })
    .where('number', '=', number)
    .where('state', '=', state)
    .executeTakeFirst()
  requireOneRow(refused, `${state} card ${number}`)
  await writeAuditLog(tx, {
    action: 'refused a card',
    subject: { type: 'giveaway', id: giveawayId, label: `Card ${number}, ${giveaway.title}` },
    after: { card: number, reason },
  })
  await tellRefused(tx, number)
  cardChanged(tx, giveawayId)
  return {
    message: `Card ${number} refused: ${REASON_NAMES[reason]}`,
    cardNumber: number,
    state: 'refused',
    slotNumber: null,
  }
}

/** Whether a refusal leaves a sender out of a draw that takes two persons. After the seal, and of a cancelled giveaway, it decides nothing. */
export const refusalTakesTwo = async (tx: TransactionContext, giveaway: LockedGiveaway): Promise<boolean> =>
  !giveaway.is_frozen && giveaway.closed_reason !== 'cancelled' && (await mustPropose(tx, giveaway))

/** Proposes to refuse a card of the register, which stays undecided. The proposal has no word that its sender wrote. */
export function proposeRefusal(
  tx: TransactionContext,
  giveaway: LockedGiveaway,
  { number, reason }: Refusal,
): Promise<Proposed> {
  return propose(tx, REFUSE_CARD, {
    subject: { type: 'card', id: String(number), label: `Card ${number}, ${giveaway.title}` },
    people: [],
    input: { giveawayId: giveaway.id, reason },
    reason: REASON_NAMES[reason],
  })
}

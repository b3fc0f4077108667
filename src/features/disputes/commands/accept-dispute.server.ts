import { z } from 'zod'
import { referenceOf } from '#features/orders/order/contract.ts'
import { ACCEPT_DISPUTE } from '#features/orders/order/job-types.server.ts'
import { moneyTakesTwo, reachesThreshold } from '#features/orders/order/queries/money-takes-two.server.ts'
import { requireOthersOrderById } from '#features/orders/order/queries/others-order.server.ts'
import { type DisputedOrder, lockDisputedOrder } from '#features/orders/refunds/commands/dispute-order.server.ts'
import { defineProposalKind, propose } from '#features/proposals/commands/propose.server.ts'
import type { Proposed } from '#features/proposals/contract.ts'
import type { Context, TransactionContext } from '#kernel/context.ts'
import { enqueue, transact } from '#kernel/transaction.server.ts'
import { formatMoney } from '#kernel/values/money.ts'
import { requireOneRow } from '#platform/db/one-row.server.ts'
import { Refusal, refusals } from '#platform/errors.ts'
import { DISPUTE_ERRORS } from '../contract.ts'
import { readDisputeById } from '../queries/disputes.server.ts'
import { isOpen, reasonWords } from '../rules.ts'
import type { StoredDispute } from '../stored-dispute.server.ts'
import { answering, noteAnswer, requireAnswerable } from './answer-dispute.server.ts'

const refuse = refusals(DISPUTE_ERRORS)

/** The bank pays the buyer with the shop's money, from the threshold on. */
export const ACCEPT_DISPUTE_BY_TWO = defineProposalKind({
  name: 'accept_dispute',
  title: 'Accept the dispute',
  input: z.strictObject({ disputeId: z.uuid() }),
  rights: ['orders.refund'],
  voidAfter: ['dispute_not_found', 'dispute_closed'],
  execute: (tx, { input, reason }) => decideToAccept(tx, input.disputeId, reason),
})

/**
 * Accepts a dispute, which is then lost at once. Decided under the lock of its order, so that concurrent acts count together, before the
 * provider is told; from the threshold on, a proposal.
 * @throws dispute_not_found, own_order, dispute_closed, dispute_unmatched, already_proposed, reason_needed, dispute_provider_away.
 */
export async function acceptDispute(
  ctx: Context,
  id: string,
  reason: string | undefined,
): Promise<StoredDispute | Proposed> {
  const proposed = await transact(ctx, tx => decideToAccept(tx, id, reason))
  return proposed ?? tellProvider(ctx, await readDisputeById(ctx, id))
}

async function decideToAccept(
  tx: TransactionContext,
  id: string,
  reason: string | undefined,
): Promise<Proposed | null> {
  const { orderId } = await readDisputeById(tx, id)
  await requireOthersOrderById(tx, orderId)
  const order = orderId ? await lockDisputedOrder(tx, orderId) : null
  const dispute = await readDisputeById(tx, id)
  requireAnswerable(tx, 'accept', dispute)
  // A dispute inquiry takes no money. What was decided before is told to the provider again.
  if (dispute.isInquiry || dispute.acceptedAt) return null
  if (!order && (await reachesThreshold(tx, dispute.openedAt, dispute.amountCents))) throw refuse('dispute_unmatched')
  if (order && (await moneyTakesTwo(tx, order.id, dispute.amountCents))) return proposeFor(tx, dispute, order, reason)
  const written = await tx.db
    .updateTable('dispute')
    .set({ accepted_at: tx.now(), accepted_by: tx.actor?.userId ?? null })
    .where('id', '=', id)
    .executeTakeFirst()
  requireOneRow(written, `dispute ${id}`)
  if (tx.proposal) await enqueue(tx, ACCEPT_DISPUTE, { disputeId: id })
  return null
}

const proposeFor = (
  tx: TransactionContext,
  { id, amountCents, reason: claim, providerId }: StoredDispute,
  order: DisputedOrder,
  reason: string | undefined,
): Promise<Proposed> =>
  propose(tx, ACCEPT_DISPUTE_BY_TWO, {
    subject: { type: 'order', id: order.id, label: referenceOf(order) },
    people: [order.userId],
    input: { disputeId: id },
    facts: [
      { label: 'Goes back', value: formatMoney(amountCents) },
      { label: 'Order', value: formatMoney(order.price.total) },
      { label: 'Dispute', value: `${providerId}, ${reasonWords(claim)}` },
    ],
    reason,
  })

async function tellProvider(ctx: Context, dispute: StoredDispute): Promise<StoredDispute> {
  await answering(ctx, dispute, () => ctx.payments.acceptDispute(dispute.providerId))
  return noteAnswer(ctx, dispute, 'The dispute was accepted.')
}

/** Tells the provider what two persons decided. A dispute that the bank decided in between stays as it is. */
export async function acceptDecided(ctx: Context, id: string): Promise<void> {
  const dispute = await readDisputeById(ctx, id)
  if (!isOpen(dispute.status)) return
  try {
    await tellProvider(ctx, dispute)
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'evidence_refused') throw error
    ctx.log.warn({ err: error, disputeId: id }, 'the dispute was answered otherwise')
  }
}

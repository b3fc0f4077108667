import { addEvent } from '#features/orders/order/commands/order-events.server.ts'
import { requireOthersOrderById } from '#features/orders/order/queries/others-order.server.ts'
import { lockDisputedOrder } from '#features/orders/refunds/commands/dispute-order.server.ts'
import type { Context, DataContext } from '#kernel/context.ts'
import { runCostly } from '#kernel/costly/run-costly.server.ts'
import { readPaperBrand } from '#kernel/pdf/paper-brand.server.ts'
import { sectionPdf } from '#kernel/pdf/section-pdf.server.ts'
import { PaymentError } from '#kernel/ports/payments.ts'
import { transact } from '#kernel/transaction.server.ts'
import { refusals } from '#platform/errors.ts'
import { DISPUTE_ERRORS, type EvidenceBody } from '../contract.ts'
import { readEvidence } from '../evidence/evidence.server.ts'
import { readDisputeById } from '../queries/disputes.server.ts'
import { answerRefusal, type DisputeAction } from '../rules.ts'
import type { StoredDispute } from '../stored-dispute.server.ts'
import { readDispute } from './read-dispute.server.ts'

const refuse = refusals(DISPUTE_ERRORS)

/**
 * Submits the evidence to the bank, once: the PDF, its facts as fields, and staff's summary.
 * @throws dispute_not_found, own_order, dispute_closed, evidence_submitted, evidence_late, evidence_refused, dispute_provider_away.
 */
export async function submitEvidence(ctx: Context, id: string, { summary }: EvidenceBody): Promise<StoredDispute> {
  const dispute = await readDisputeById(ctx, id)
  await requireOthersOrderById(ctx, dispute.orderId)
  requireAnswerable(ctx, 'submit', dispute)
  const evidence = await readEvidence(ctx, dispute)
  const pdf = await runCostly(ctx, 'documents', async () =>
    sectionPdf({ ...evidence, author: ctx.settings.brand.name, brand: await readPaperBrand(ctx), at: ctx.now() }),
  )
  // The bank takes evidence once, so a repeated call cannot submit it twice, with any key.
  const idempotencyKey = `evidence:${id}:${crypto.randomUUID()}`
  const file = { pdf, fileName: evidence.fileName }
  await answering(ctx, dispute, () =>
    ctx.payments.submitEvidence(dispute.providerId, { ...evidence.fields, ...file, summary, idempotencyKey }),
  )
  return noteAnswer(ctx, dispute, 'Evidence submitted.')
}

/** Why the dispute takes no answer now. @throws dispute_closed, evidence_submitted, evidence_late. */
export function requireAnswerable(ctx: DataContext, action: DisputeAction, dispute: StoredDispute): void {
  const refusal = answerRefusal(action, dispute, ctx.now())
  if (refusal) throw refuse(refusal)
}

/** Runs a call of the provider. @throws evidence_refused for one that the provider knows as answered; dispute_provider_away. */
export async function answering(ctx: Context, dispute: StoredDispute, call: () => Promise<unknown>): Promise<void> {
  try {
    await call()
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error
    if (error.kind !== 'invalid') throw refuse('dispute_provider_away')
    // The dispute was answered in the provider's dashboard or decided by the bank, so our state is outdated.
    await readDispute(ctx, dispute.providerId)
    throw refuse('evidence_refused')
  }
}

/** Records who answered, once, and reads the dispute's current state. */
export async function noteAnswer(ctx: Context, { id, providerId, orderId }: StoredDispute, note: string) {
  await transact(ctx, async tx => {
    // Locks the order before its dispute, as in `readDispute`.
    if (orderId) await lockDisputedOrder(tx, orderId)
    const { numUpdatedRows } = await tx.db
      .updateTable('dispute')
      .set({ answered_at: tx.now(), answered_by: tx.actor?.userId ?? null })
      .where('id', '=', id)
      .where('answered_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 1n && orderId) {
      await addEvent(tx, orderId, { kind: 'dispute_answered', note })
    }
  })
  await readDispute(ctx, providerId)
  return readDisputeById(ctx, id)
}

import { readProductNames } from '#features/catalog/queries/product-names.server.ts'
import { actorOf } from '#kernel/api/api.server.ts'
import { writeAuditLog } from '#kernel/audit-log.server.ts'
import type { Context, TransactionContext } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { refusals, refuse as refuseAny } from '#platform/errors.ts'
import { REVIEW_ERRORS } from '../contract.ts'
import type { ReviewStatus } from '../rules.ts'
import { reviewsChanged } from './write-review.server.ts'

const refuse = refusals(REVIEW_ERRORS)

/** @throws review_not_found */
async function lockReview(tx: TransactionContext, id: string) {
  const review = await tx.db
    .selectFrom('product_review')
    .select(['id', 'product_id', 'status', 'version', 'answer'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!review) throw refuse('review_not_found')
  const names = await readProductNames(tx, [review.product_id])
  return {
    ...review,
    subject: { type: 'review' as const, id, label: `Review of ${names.get(review.product_id) ?? 'a product'}` },
  }
}

type Decision = { version: number } & (
  | { status: 'published'; reason?: undefined }
  | { status: 'rejected'; reason: string }
)

/**
 * Publishes or rejects a review, and settles its reports.
 * @throws review_not_found; version_conflict when the writer or a colleague changed the review since staff read it
 */
export async function moderateReview(ctx: Context, id: string, { version, status, reason }: Decision): Promise<void> {
  const { userId } = actorOf(ctx)
  await transact(ctx, async tx => {
    const review = await lockReview(tx, id)
    if (review.version !== version) throw refuseAny('version_conflict', { version: review.version })
    await tx.db
      .updateTable('product_review')
      .set({ status, rejection_reason: reason ?? null, report_count: 0, version: version + 1 })
      .set({ moderated_by: userId, moderated_at: tx.now() })
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await writeAuditLog(tx, {
      action: status === 'published' ? 'approved' : 'rejected',
      subject: review.subject,
      before: { status: review.status as ReviewStatus },
      after: { status },
      reason: reason ?? null,
    })
    reviewsChanged(tx, review.product_id)
  })
}

/** Sets the shop's answer under a review; null removes it. @throws review_not_found */
export async function answerReview(ctx: Context, id: string, answer: string | null): Promise<void> {
  const { userId } = actorOf(ctx)
  await transact(ctx, async tx => {
    const review = await lockReview(tx, id)
    if (review.answer === answer) return
    await tx.db
      .updateTable('product_review')
      .set({ answer, answered_at: answer === null ? null : tx.now() })
      .set({ answered_by: answer === null ? null : userId })
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await writeAuditLog(tx, {
      action: answer === null ? 'removed the answer' : 'answered',
      subject: review.subject,
      before: { answer: review.answer },
      after: { answer },
    })
    reviewsChanged(tx, review.product_id)
  })
}

import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { readRating } from '#features/catalog/queries/products.server.ts'
import { readNames } from '#features/identity/user/queries.server.ts'
import { actorOf } from '#kernel/api/api.server.ts'
import type { Context, TransactionContext } from '#kernel/context.ts'
import { tellStaff } from '#kernel/realtime-topics.server.ts'
import { transact } from '#kernel/transaction.server.ts'
import { refusals } from '#platform/errors.ts'
import { newId } from '#platform/values/ids.server.ts'
import { type MyReview, type NewReview, REVIEW_ERRORS, type ReviewChange } from '../contract.ts'
import { readVerifiedOrder } from '../queries/own-review.server.ts'
import { findReviewRow, ownReviewOfRow, type ReviewRow } from '../queries/public-reviews.server.ts'
import { authorOf } from '../rules.ts'
import { setPhotos } from './review-photos.server.ts'

const refuse = refusals(REVIEW_ERRORS)

/** Pages that show a product's reviews or sums are read again after the commit. */
export function reviewsChanged(tx: TransactionContext, productId: string): void {
  tx.onCommit(ctx => ctx.changed('products', `product:${productId}`))
}

/**
 * Stores the caller's review of a product. Staff decide about it before it is shown.
 * @throws product_not_found; review_needs_purchase, review_needs_delivery; review_exists; invalid_input for unknown photos
 */
export async function writeReview(ctx: Context, idOrSlug: string, input: NewReview): Promise<MyReview> {
  const { userId } = actorOf(ctx)
  const { productId } = await readRating(ctx, idOrSlug)
  return transact(ctx, async tx => {
    const orderId = await readVerifiedOrder(tx, userId, productId)
    const names = await readNames(tx, [userId])
    const id = newId()
    const { rating, title, body, photos } = input
    const { numInsertedOrUpdatedRows } = await tx.db
      .insertInto('product_review')
      .values({
        id,
        product_id: productId,
        user_id: userId,
        order_id: orderId,
        author: authorOf(names.get(userId) ?? ''),
        ...{ rating, title, body },
        created_at: tx.now(),
      })
      .onConflict(conflict => conflict.columns(['user_id', 'product_id']).doNothing())
      .executeTakeFirst()
    if (!numInsertedOrUpdatedRows) throw refuse('review_exists')
    await setPhotos(tx, { reviewId: id, userId, photos, before: [] })
    tx.onCommit(ctx => tellStaff(ctx, 'reviews'))
    return ownReviewOfRow((await findReviewRow(tx, sql`r.id = ${id}`))!, tx.storage)
  })
}

/** Locks a review of the caller. @throws review_not_found */
async function lockOwn(tx: TransactionContext, userId: string, id: string): Promise<ReviewRow> {
  await sql`select from product_review where id = ${id} and user_id = ${userId} for update`.execute(tx.db)
  const row = await findReviewRow(tx, sql`r.id = ${id} and r.user_id = ${userId}`)
  if (!row) throw refuse('review_not_found')
  return row
}

/**
 * Changes the caller's review. The changed wording waits for staff and leaves the page until then; a change of nothing keeps its state.
 * @throws review_not_found; invalid_input for unknown photos
 */
export async function changeReview(ctx: Context, id: string, change: ReviewChange): Promise<MyReview> {
  const { userId } = actorOf(ctx)
  return transact(ctx, async tx => {
    const before = await lockOwn(tx, userId, id)
    const { rating = before.rating, title = before.title, body = before.body } = change
    const known = before.photos.map(({ key }) => `s3:${key}`)
    const { photos = known } = change
    const isSame = isDeepStrictEqual([rating, title, body, photos], [before.rating, before.title, before.body, known])
    if (isSame) return ownReviewOfRow(before, tx.storage)
    await tx.db
      .updateTable('product_review')
      .set({ rating, title, body, status: 'pending', rejection_reason: null, report_count: 0 })
      .set({ edited_at: tx.now(), version: before.version + 1 })
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await setPhotos(tx, { reviewId: id, userId, photos, before: known })
    reviewsChanged(tx, before.product_id)
    tx.onCommit(ctx => tellStaff(ctx, 'reviews'))
    return ownReviewOfRow((await findReviewRow(tx, sql`r.id = ${id}`))!, tx.storage)
  })
}

/** Deletes the caller's review with its photos. The user may write a new one later. @throws review_not_found */
export async function withdrawReview(ctx: Context, id: string): Promise<void> {
  const { userId } = actorOf(ctx)
  await transact(ctx, async tx => {
    const gone = await tx.db
      .deleteFrom('product_review')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returning('product_id')
      .executeTakeFirst()
    if (!gone) throw refuse('review_not_found')
    reviewsChanged(tx, gone.product_id)
    tx.onCommit(ctx => tellStaff(ctx, 'reviews'))
  })
}

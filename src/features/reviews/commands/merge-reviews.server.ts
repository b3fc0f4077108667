import { type RawBuilder, sql } from 'kysely'
import type { TransactionContext } from '#kernel/context.ts'
import { reviewsChanged } from './write-review.server.ts'

/**
 * Deletes reviews one by one in the order of their products, because each deletion locks its product's sums.
 * @param condition on `product_review r`.
 */
export async function deleteReviews(tx: TransactionContext, condition: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ id: string; product_id: string }>`
    select r.id, r.product_id from product_review r where ${condition} order by r.product_id, r.id`.execute(tx.db)
  for (const { id, product_id } of rows) {
    // A concurrent withdrawal by the writer deletes the row first.
    await tx.db.deleteFrom('product_review').where('id', '=', id).execute()
    reviewsChanged(tx, product_id)
  }
}

/**
 * Moves all reviews of a user to another account of the same person. Where both accounts reviewed a product, the remaining account's review
 * stays.
 */
export async function moveReviews(
  tx: TransactionContext,
  { from, into }: { from: string; into: string },
): Promise<void> {
  await deleteReviews(
    tx,
    sql`r.user_id = ${from} and exists (
      select from product_review o where o.user_id = ${into} and o.product_id = r.product_id)`,
  )
  await sql`update product_review set user_id = ${into} where user_id = ${from}`.execute(tx.db)
  await sql`
    delete from review_report r where r.user_id = ${from} and exists (
      select from review_report o where o.user_id = ${into} and o.review_id = r.review_id)`.execute(tx.db)
  await sql`update review_report set user_id = ${into} where user_id = ${from}`.execute(tx.db)
}

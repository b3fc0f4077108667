import { sql } from 'kysely'
import { readRating } from '#features/catalog/queries/products.server.ts'
import { readPurchaseOfProduct } from '#features/orders/history/queries/deliveries.server.ts'
import { actorOf } from '#kernel/api/api.server.ts'
import type { Context, DataContext } from '#kernel/context.ts'
import { refusals } from '#platform/errors.ts'
import { type MyReviewState, REVIEW_ERRORS } from '../contract.ts'
import { findReviewRow, ownReviewOfRow } from './public-reviews.server.ts'

const refuse = refusals(REVIEW_ERRORS)

/**
 * The delivered order that lets a user review a product.
 * @throws review_needs_purchase; review_needs_delivery when the order is still on its way
 */
export async function readVerifiedOrder(ctx: DataContext, userId: string, productId: string): Promise<string> {
  const { deliveredOrderId, hasBought } = await readPurchaseOfProduct(ctx, userId, productId)
  if (deliveredOrderId) return deliveredOrderId
  throw refuse(hasBought ? 'review_needs_delivery' : 'review_needs_purchase')
}

/** The caller's review of a product, or whether one may be written. @throws product_not_found */
export async function readMyReview(ctx: Context, idOrSlug: string): Promise<MyReviewState> {
  const { userId } = actorOf(ctx)
  const { productId } = await readRating(ctx, idOrSlug)
  const row = await findReviewRow(ctx, sql`r.user_id = ${userId} and r.product_id = ${productId}`)
  if (row) return { mayWrite: false, reason: null, review: ownReviewOfRow(row, ctx.storage) }
  const { deliveredOrderId, hasBought } = await readPurchaseOfProduct(ctx, userId, productId)
  if (deliveredOrderId) return { mayWrite: true, reason: null, review: null }
  const { message } = REVIEW_ERRORS[hasBought ? 'review_needs_delivery' : 'review_needs_purchase']
  return { mayWrite: false, reason: message, review: null }
}

import { sql } from 'kysely'
import { photoFolder, storeUploads } from '#adapters/images/uploads.server.ts'
import { hasDelivery } from '#features/orders/history/queries/deliveries.server.ts'
import { type ApiContext, actorOf } from '#kernel/api/api.server.ts'
import type { Context, TransactionContext } from '#kernel/context.ts'
import { refusals, refuse as refuseAny } from '#platform/errors.ts'
import { REVIEW_ERRORS } from '../contract.ts'

const refuse = refusals(REVIEW_ERRORS)

/**
 * Stores one photo for a later review, like a picture of a product: size limits, re-encoded, without metadata.
 * @throws review_needs_delivery for users who can review nothing; the refusals of `storeUploads`
 */
export async function storeReviewPhoto(ctx: Context, c: ApiContext) {
  const { userId } = actorOf(ctx)
  if (!(await hasDelivery(ctx, userId))) throw refuse('review_needs_delivery')
  return storeUploads(ctx, c, photoFolder(ctx, 'reviews', userId), 1)
}

type Photos = { reviewId: string; userId: string; photos: readonly string[]; before: readonly string[] }

/**
 * Gives a review these photos in this order.
 * @param before the review's photos so far, which stay allowed after a merge of accounts.
 * @throws invalid_input for a photo that the writer did not upload, or that is on another review
 */
export async function setPhotos(tx: TransactionContext, { reviewId, userId, photos, before }: Photos): Promise<void> {
  const own = `s3:${photoFolder(tx, 'reviews', userId)}/`
  const unknown = () =>
    refuseAny('invalid_input', {}, { photos: ['A photo is no longer available. Please choose it again.'] })
  if (photos.some(photo => !photo.startsWith(own) && !before.includes(photo))) throw unknown()
  await tx.db.deleteFrom('product_review_picture').where('review_id', '=', reviewId).execute()
  const keys = photos.map(photo => photo.slice('s3:'.length))
  const { numAffectedRows } = await sql`
    insert into product_review_picture (review_id, position, picture_key)
    select ${reviewId}, wanted.position - 1, f.key
    from unnest(${keys}::text[]) with ordinality as wanted (key, position) join picture f on f.key = wanted.key
    for no key update of f
    on conflict do nothing`.execute(tx.db)
  if (Number(numAffectedRows) !== keys.length) throw unknown()
}

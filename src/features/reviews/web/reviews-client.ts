import { clientOf } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import { invalidate } from '#kernel/client/query-client.ts'
import type { ReviewsApi } from '../api.server.ts'

export const reviewsClient = clientOf<ReviewsApi>()

const MINE = 'my-review'

/** The caller's review of a product, or whether one may be written. */
export const ownReviewQuery = (productId: string) => ({
  queryKey: [MINE, productId],
  queryFn: () => call(reviewsClient.products[':id'].reviews.mine.$get({ param: { id: productId } })),
})

export const ownReviewChanged = (productId: string) => invalidate([MINE, productId])

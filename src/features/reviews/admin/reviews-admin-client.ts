import { clientOf } from '#kernel/client/browser.ts'
import { invalidate } from '#kernel/client/query-client.ts'
import type { ReviewsAdminApi } from './api.server.ts'

export const reviewsAdminClient = clientOf<ReviewsAdminApi>().admin.reviews

/** First part of every query key about reviews. */
export const ADMIN_REVIEWS = 'admin-reviews'

export const staffReviewsChanged = () => invalidate([ADMIN_REVIEWS])

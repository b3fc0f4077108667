import { PICTURE_ERRORS } from '#adapters/images/store-picture.server.ts'
import { UploadedPictures, uploadBody } from '#adapters/images/uploads.server.ts'
import { CATALOG_ERRORS } from '#features/catalog/products/contract.ts'
import { access, perHour, showing, z } from '#kernel/api/api.server.ts'
import { byId, defineRoute, newApi } from '#kernel/api/define-route.server.ts'
import { pick } from '#platform/errors.ts'
import { reportReview } from './commands/report-review.server.ts'
import { storeReviewPhoto } from './commands/review-photos.server.ts'
import { changeReview, withdrawReview, writeReview } from './commands/write-review.server.ts'
import {
  MyReview,
  MyReviewState,
  NewReview,
  REPORTED,
  REVIEW_ERRORS,
  ReportBody,
  ReviewChange,
  ReviewDone,
  ReviewList,
  ReviewsQuery,
  WITHDRAWN,
} from './contract.ts'
import { readMyReview } from './queries/own-review.server.ts'
import { listReviews } from './queries/public-reviews.server.ts'

const byProduct = z.object({ id: z.string().max(140).meta({ description: 'Id or slug' }) })
/** A writer corrects a review some times; only a program writes more often. */
const WRITING = perHour(100)
const UPLOADS = perHour(40)
const REPORTS = perHour(20)

export const reviewsApi = () =>
  newApi(
    defineRoute('get', '/products/{id}/reviews', access('anyone'), {
      summary: 'List a product’s published reviews, newest, highest or lowest first, with totals by stars',
      params: byProduct,
      query: ReviewsQuery,
      answers: ReviewList,
      refuses: [pick(CATALOG_ERRORS, 'product_not_found')],
      handler: async ({ ctx, params, query, c }) => {
        const { productId, ...found } = await listReviews(ctx, params.id, query)
        showing(c, `product:${productId}`)
        return found
      },
    }),

    defineRoute('get', '/products/{id}/reviews/mine', access('user'), {
      summary: 'Get the caller’s review of a product, or whether the caller may write a review',
      params: byProduct,
      answers: MyReviewState,
      refuses: [pick(CATALOG_ERRORS, 'product_not_found')],
      handler: ({ ctx, params }) => readMyReview(ctx, params.id),
    }),

    defineRoute('post', '/products/{id}/reviews', access('user', WRITING), {
      summary:
        'Create a review of a product from a delivered order; once per user and product; shown after staff approve it',
      params: byProduct,
      body: NewReview,
      answers: MyReview,
      refuses: [REVIEW_ERRORS, pick(CATALOG_ERRORS, 'product_not_found')],
      handler: ({ ctx, params, body }) => writeReview(ctx, params.id, body),
    }),

    defineRoute('patch', '/reviews/{id}', access('user', WRITING), {
      summary: 'Update the caller’s review; the new wording waits for approval by staff',
      params: byId,
      body: ReviewChange,
      answers: MyReview,
      refuses: [pick(REVIEW_ERRORS, 'review_not_found')],
      handler: ({ ctx, params, body }) => changeReview(ctx, params.id, body),
    }),

    defineRoute('delete', '/reviews/{id}', access('user', WRITING), {
      summary: 'Delete the caller’s review, with its photos',
      params: byId,
      answers: ReviewDone,
      refuses: [pick(REVIEW_ERRORS, 'review_not_found')],
      handler: async ({ ctx, params }) => {
        await withdrawReview(ctx, params.id)
        return { success: true as const, message: WITHDRAWN }
      },
    }),

    defineRoute('post', '/reviews/{id}/report', access('user', REPORTS), {
      summary: 'Report a review that breaks the rules to staff; once per user and review',
      params: byId,
      body: ReportBody,
      answers: ReviewDone,
      refuses: [pick(REVIEW_ERRORS, 'review_is_yours', 'review_not_found')],
      handler: async ({ ctx, params, body }) => {
        await reportReview(ctx, params.id, body.reason)
        return { success: true as const, message: REPORTED }
      },
    }),

    defineRoute('post', '/my/review-pictures', access('user', UPLOADS), {
      summary: 'Upload a single photo for a review',
      ...uploadBody,
      answers: UploadedPictures,
      refuses: [pick(REVIEW_ERRORS, 'review_needs_delivery'), PICTURE_ERRORS],
      handler: ({ ctx, c }) => storeReviewPhoto(ctx, c),
    }),
  )

export type ReviewsApi = ReturnType<typeof reviewsApi>

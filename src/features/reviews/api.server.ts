import { UploadedPictures, uploadBody } from '#adapters/images/uploads.server.ts'
import { access, answers, createRoute, jsonBody, newApi, showing, z } from '#kernel/api/api.server.ts'
import { reportReview } from './commands/report-review.server.ts'
import { storeReviewPhoto } from './commands/review-photos.server.ts'
import { changeReview, withdrawReview, writeReview } from './commands/write-review.server.ts'
import {
  MyReview,
  MyReviewState,
  NewReview,
  REPORTED,
  ReportBody,
  ReviewChange,
  ReviewDone,
  ReviewList,
  ReviewsQuery,
  WITHDRAWN,
} from './contract.ts'
import { myReviewOf } from './queries/own-review.server.ts'
import { reviewsOf } from './queries/public-reviews.server.ts'

const byProduct = z.object({ id: z.string().max(140).meta({ description: 'Id or slug' }) })
const byId = z.object({ id: z.uuid() })

/** A writer corrects a review some times; only a program writes more often. */
const WRITING = { points: 100, seconds: 3600 }
const UPLOADS = { points: 40, seconds: 3600 }
const REPORTS = { points: 20, seconds: 3600 }

const list = createRoute({
  ...access('anyone'),
  method: 'get',
  path: '/products/{id}/reviews',
  summary: 'Published reviews of a product, newest, highest or lowest first, with the sums by stars',
  request: { params: byProduct, query: ReviewsQuery },
  responses: answers(ReviewList),
})

const readMine = createRoute({
  ...access('user'),
  method: 'get',
  path: '/products/{id}/reviews/mine',
  summary: 'The caller’s review of a product, or whether one may be written',
  request: { params: byProduct },
  responses: answers(MyReviewState),
})

const write = createRoute({
  ...access('user', WRITING),
  method: 'post',
  path: '/products/{id}/reviews',
  summary: 'Review a product of a delivered order; one review a user and product, shown after staff approve it',
  request: { params: byProduct, ...jsonBody(NewReview) },
  responses: answers(MyReview),
})

const change = createRoute({
  ...access('user', WRITING),
  method: 'patch',
  path: '/reviews/{id}',
  summary: 'Change a review of one’s own; the new wording waits for staff',
  request: { params: byId, ...jsonBody(ReviewChange) },
  responses: answers(MyReview),
})

const withdraw = createRoute({
  ...access('user', WRITING),
  method: 'delete',
  path: '/reviews/{id}',
  summary: 'Withdraw a review of one’s own, with its photos',
  request: { params: byId },
  responses: answers(ReviewDone),
})

const report = createRoute({
  ...access('user', REPORTS),
  method: 'post',
  path: '/reviews/{id}/report',
  summary: 'Tell staff that a review breaks the rules; once a user and review',
  request: { params: byId, ...jsonBody(ReportBody) },
  responses: answers(ReviewDone),
})

const upload = createRoute({
  ...access('user', UPLOADS),
  method: 'post',
  path: '/my/review-pictures',
  summary: 'Upload one photo for a review',
  request: uploadBody,
  responses: answers(UploadedPictures),
})

export const reviewsApi = () =>
  newApi()
    .openapi(list, async c => {
      const { productId, ...found } = await reviewsOf(c.var.ctx, c.req.valid('param').id, c.req.valid('query'))
      showing(c, `product:${productId}`)
      return c.json(found, 200)
    })
    .openapi(readMine, async c => c.json(await myReviewOf(c.var.ctx, c.req.valid('param').id), 200))
    .openapi(write, async c => c.json(await writeReview(c.var.ctx, c.req.valid('param').id, c.req.valid('json')), 200))
    .openapi(change, async c =>
      c.json(await changeReview(c.var.ctx, c.req.valid('param').id, c.req.valid('json')), 200),
    )
    .openapi(withdraw, async c => {
      await withdrawReview(c.var.ctx, c.req.valid('param').id)
      return c.json({ success: true as const, message: WITHDRAWN }, 200)
    })
    .openapi(report, async c => {
      await reportReview(c.var.ctx, c.req.valid('param').id, c.req.valid('json').reason)
      return c.json({ success: true as const, message: REPORTED }, 200)
    })
    .openapi(upload, async c => c.json(await storeReviewPhoto(c.var.ctx, c), 200))

export type ReviewsApi = ReturnType<typeof reviewsApi>

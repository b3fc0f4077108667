import { UploadedPictures, uploadBody } from '#adapters/images/uploads.server.ts'
import { access, byId, defineRoute, newApi, perHour, showing, z } from '#kernel/api/api.server.ts'
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
/** A writer corrects a review some times; only a program writes more often. */
const WRITING = perHour(100)
const UPLOADS = perHour(40)
const REPORTS = perHour(20)

const list = defineRoute('get', '/products/{id}/reviews', access('anyone'), {
  summary: 'List a product’s published reviews, newest, highest or lowest first, with totals by stars',
  params: byProduct,
  query: ReviewsQuery,
  answers: ReviewList,
})

const readMine = defineRoute('get', '/products/{id}/reviews/mine', access('user'), {
  summary: 'Get the caller’s review of a product, or whether the caller may write a review',
  params: byProduct,
  answers: MyReviewState,
})

const write = defineRoute('post', '/products/{id}/reviews', access('user', WRITING), {
  summary:
    'Create a review of a product from a delivered order; once per user and product; shown after staff approve it',
  params: byProduct,
  body: NewReview,
  answers: MyReview,
})

const change = defineRoute('patch', '/reviews/{id}', access('user', WRITING), {
  summary: 'Update the caller’s review; the new wording waits for approval by staff',
  params: byId,
  body: ReviewChange,
  answers: MyReview,
})

const withdraw = defineRoute('delete', '/reviews/{id}', access('user', WRITING), {
  summary: 'Delete the caller’s review, with its photos',
  params: byId,
  answers: ReviewDone,
})

const report = defineRoute('post', '/reviews/{id}/report', access('user', REPORTS), {
  summary: 'Report a review that breaks the rules to staff; once per user and review',
  params: byId,
  body: ReportBody,
  answers: ReviewDone,
})

const upload = defineRoute('post', '/my/review-pictures', access('user', UPLOADS), {
  summary: 'Upload a single photo for a review',
  ...uploadBody,
  answers: UploadedPictures,
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

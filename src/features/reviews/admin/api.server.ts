import { byId, defineRoute, newApi, staff } from '#kernel/api/api.server.ts'
import { readAfter } from '#kernel/api/read-after.server.ts'
import { answerReview, moderateReview } from '../commands/moderate-review.server.ts'
import { StaffReviewsQuery } from '../contract.ts'
import { AnswerBody, ApproveBody, RejectBody, ReviewCounts, StaffReview, StaffReviewList } from './contract.ts'
import { countWaitingReviews, listStaffReviews, staffReviewOf } from './queries/staff-reviews.server.ts'

const list = defineRoute('get', '/admin/reviews', staff('reviews.moderate'), {
  summary: 'List pending reviews, oldest first, or the reviews of a status',
  query: StaffReviewsQuery,
  answers: StaffReviewList,
})

const counts = defineRoute('get', '/admin/reviews/counts', staff('reviews.moderate'), {
  summary: 'Count pending reviews, up to a limit',
  answers: ReviewCounts,
})

const approve = defineRoute('post', '/admin/reviews/{id}/approve', staff('reviews.moderate'), {
  summary: 'Publish a review in the wording that staff read, and close its reports',
  params: byId,
  body: ApproveBody,
  answers: StaffReview,
})

const reject = defineRoute('post', '/admin/reviews/{id}/reject', staff('reviews.moderate'), {
  summary: 'Reject a review, with a reason for its writer',
  params: byId,
  body: RejectBody,
  answers: StaffReview,
})

const answer = defineRoute('put', '/admin/reviews/{id}/answer', staff('reviews.moderate'), {
  summary: 'Set the shop’s answer to a review',
  params: byId,
  body: AnswerBody,
  answers: StaffReview,
})

const removeAnswer = defineRoute('delete', '/admin/reviews/{id}/answer', staff('reviews.moderate'), {
  summary: 'Delete the shop’s answer to a review',
  params: byId,
  answers: StaffReview,
})

export const reviewsAdminApi = () =>
  newApi()
    .openapi(list, async c => c.json(await listStaffReviews(c.var.ctx, c.req.valid('query')), 200))
    .openapi(counts, async c => c.json(await countWaitingReviews(c.var.ctx), 200))
    .openapi(approve, async c =>
      c.json(await readAfter(c, staffReviewOf, moderateReview, { ...c.req.valid('json'), status: 'published' }), 200),
    )
    .openapi(reject, async c =>
      c.json(await readAfter(c, staffReviewOf, moderateReview, { ...c.req.valid('json'), status: 'rejected' }), 200),
    )
    .openapi(answer, async c =>
      c.json(await readAfter(c, staffReviewOf, answerReview, c.req.valid('json').answer), 200),
    )
    .openapi(removeAnswer, async c => c.json(await readAfter(c, staffReviewOf, answerReview, null), 200))

export type ReviewsAdminApi = ReturnType<typeof reviewsAdminApi>

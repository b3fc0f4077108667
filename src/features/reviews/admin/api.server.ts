import { staff } from '#kernel/api/api.server.ts'
import { byId, defineRoute, newApi } from '#kernel/api/define-route.server.ts'
import { readAfter } from '#kernel/api/read-after.server.ts'
import { COMMON_ERRORS, pick } from '#platform/errors.ts'
import { answerReview, moderateReview } from '../commands/moderate-review.server.ts'
import { REVIEW_ERRORS, StaffReviewsQuery } from '../contract.ts'
import { AnswerBody, ApproveBody, RejectBody, ReviewCounts, StaffReview, StaffReviewList } from './contract.ts'
import { listStaffReviews, readStaffReview, readWaitingReviewCount } from './queries/staff-reviews.server.ts'

export const reviewsAdminApi = () =>
  newApi(
    defineRoute('get', '/admin/reviews', staff('reviews.moderate'), {
      summary: 'List pending reviews, oldest first, or the reviews of a status',
      query: StaffReviewsQuery,
      answers: StaffReviewList,
      handler: ({ ctx, query }) => listStaffReviews(ctx, query),
    }),

    defineRoute('get', '/admin/reviews/counts', staff('reviews.moderate'), {
      summary: 'Count pending reviews, up to a limit',
      answers: ReviewCounts,
      handler: ({ ctx }) => readWaitingReviewCount(ctx),
    }),

    defineRoute('post', '/admin/reviews/{id}/approve', staff('reviews.moderate'), {
      summary: 'Publish a review in the wording that staff read, and close its reports',
      params: byId,
      body: ApproveBody,
      answers: StaffReview,
      refuses: [pick(REVIEW_ERRORS, 'review_not_found'), pick(COMMON_ERRORS, 'version_conflict')],
      handler: call => readAfter(call, readStaffReview, moderateReview, { ...call.body, status: 'published' }),
    }),

    defineRoute('post', '/admin/reviews/{id}/reject', staff('reviews.moderate'), {
      summary: 'Reject a review, with a reason for its writer',
      params: byId,
      body: RejectBody,
      answers: StaffReview,
      refuses: [pick(REVIEW_ERRORS, 'review_not_found'), pick(COMMON_ERRORS, 'version_conflict')],
      handler: call => readAfter(call, readStaffReview, moderateReview, { ...call.body, status: 'rejected' }),
    }),

    defineRoute('put', '/admin/reviews/{id}/answer', staff('reviews.moderate'), {
      summary: 'Set the shop’s answer to a review',
      params: byId,
      body: AnswerBody,
      answers: StaffReview,
      refuses: [pick(REVIEW_ERRORS, 'review_not_found')],
      handler: call => readAfter(call, readStaffReview, answerReview, call.body.answer),
    }),

    defineRoute('delete', '/admin/reviews/{id}/answer', staff('reviews.moderate'), {
      summary: 'Delete the shop’s answer to a review',
      params: byId,
      answers: StaffReview,
      refuses: [pick(REVIEW_ERRORS, 'review_not_found')],
      handler: call => readAfter(call, readStaffReview, answerReview, null),
    }),
  )

export type ReviewsAdminApi = ReturnType<typeof reviewsAdminApi>

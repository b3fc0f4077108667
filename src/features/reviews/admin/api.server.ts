import { defineRoute, newApi, staff, z } from '#kernel/api/api.server.ts'
import type { Context } from '#kernel/context.ts'
import { answerReview, moderateReview } from '../commands/moderate-review.server.ts'
import { StaffReviewsQuery } from '../contract.ts'
import { countWaitingReviews, listStaffReviews, staffReviewOf } from '../queries/staff-reviews.server.ts'
import { AnswerBody, ApproveBody, RejectBody, ReviewCounts, StaffReview, StaffReviewList } from './contract.ts'

const byId = z.object({ id: z.uuid() })

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

/** Changes a review, then reads it. */
async function after(ctx: Context, id: string, change: Promise<void>) {
  await change
  return staffReviewOf(ctx, id)
}

export const reviewsAdminApi = () =>
  newApi()
    .openapi(list, async c => c.json(await listStaffReviews(c.var.ctx, c.req.valid('query')), 200))
    .openapi(counts, async c => c.json(await countWaitingReviews(c.var.ctx), 200))
    .openapi(approve, async c => {
      const { ctx } = c.var
      const { id } = c.req.valid('param')
      return c.json(await after(ctx, id, moderateReview(ctx, id, { ...c.req.valid('json'), status: 'published' })), 200)
    })
    .openapi(reject, async c => {
      const { ctx } = c.var
      const { id } = c.req.valid('param')
      return c.json(await after(ctx, id, moderateReview(ctx, id, { ...c.req.valid('json'), status: 'rejected' })), 200)
    })
    .openapi(answer, async c => {
      const { ctx } = c.var
      const { id } = c.req.valid('param')
      return c.json(await after(ctx, id, answerReview(ctx, id, c.req.valid('json').answer)), 200)
    })
    .openapi(removeAnswer, async c => {
      const { ctx } = c.var
      const { id } = c.req.valid('param')
      return c.json(await after(ctx, id, answerReview(ctx, id, null)), 200)
    })

export type ReviewsAdminApi = ReturnType<typeof reviewsAdminApi>

import { defineRoute, newApi, staff, z } from '#kernel/api/api.server.ts'
import type { Context } from '#kernel/context.ts'
import { answerReview, moderateReview } from '../commands/moderate-review.server.ts'
import { StaffReviewsQuery } from '../contract.ts'
import { countWaitingReviews, listStaffReviews, staffReviewOf } from '../queries/staff-reviews.server.ts'
import { AnswerBody, ApproveBody, RejectBody, ReviewCounts, StaffReview, StaffReviewList } from './contract.ts'

const byId = z.object({ id: z.uuid() })

const list = defineRoute('get', '/admin/reviews', staff('reviews.moderate'), {
  summary: 'Reviews that wait for a decision, oldest first; or those of a status',
  query: StaffReviewsQuery,
  answers: StaffReviewList,
})

const counts = defineRoute('get', '/admin/reviews/counts', staff('reviews.moderate'), {
  summary: 'How many reviews wait for a decision, up to a limit',
  answers: ReviewCounts,
})

const approve = defineRoute('post', '/admin/reviews/{id}/approve', staff('reviews.moderate'), {
  summary: 'Publish a review as it was read, and settle its reports',
  params: byId,
  body: ApproveBody,
  answers: StaffReview,
})

const reject = defineRoute('post', '/admin/reviews/{id}/reject', staff('reviews.moderate'), {
  summary: 'Keep a review off the page, with a reason for its writer',
  params: byId,
  body: RejectBody,
  answers: StaffReview,
})

const answer = defineRoute('put', '/admin/reviews/{id}/answer', staff('reviews.moderate'), {
  summary: 'Answer a review in the name of the shop',
  params: byId,
  body: AnswerBody,
  answers: StaffReview,
})

const removeAnswer = defineRoute('delete', '/admin/reviews/{id}/answer', staff('reviews.moderate'), {
  summary: 'Remove the shop’s answer from a review',
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

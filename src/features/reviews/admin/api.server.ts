import { answers, createRoute, jsonBody, newApi, staff, z } from '#kernel/api/api.server.ts'
import type { Context } from '#kernel/context.ts'
import { answerReview, moderateReview } from '../commands/moderate-review.server.ts'
import { StaffReviewsQuery } from '../contract.ts'
import { countWaitingReviews, listStaffReviews, staffReviewOf } from '../queries/staff-reviews.server.ts'
import { AnswerBody, ApproveBody, RejectBody, ReviewCounts, StaffReview, StaffReviewList } from './contract.ts'

const byId = z.object({ id: z.uuid() })

const list = createRoute({
  ...staff('reviews.moderate'),
  method: 'get',
  path: '/admin/reviews',
  summary: 'Reviews that wait for a decision, oldest first; or those of a status',
  request: { query: StaffReviewsQuery },
  responses: answers(StaffReviewList),
})

const counts = createRoute({
  ...staff('reviews.moderate'),
  method: 'get',
  path: '/admin/reviews/counts',
  summary: 'How many reviews wait for a decision, up to a limit',
  responses: answers(ReviewCounts),
})

const approve = createRoute({
  ...staff('reviews.moderate'),
  method: 'post',
  path: '/admin/reviews/{id}/approve',
  summary: 'Publish a review as it was read, and settle its reports',
  request: { params: byId, ...jsonBody(ApproveBody) },
  responses: answers(StaffReview),
})

const reject = createRoute({
  ...staff('reviews.moderate'),
  method: 'post',
  path: '/admin/reviews/{id}/reject',
  summary: 'Keep a review off the page, with a reason for its writer',
  request: { params: byId, ...jsonBody(RejectBody) },
  responses: answers(StaffReview),
})

const answer = createRoute({
  ...staff('reviews.moderate'),
  method: 'put',
  path: '/admin/reviews/{id}/answer',
  summary: 'Answer a review in the name of the shop',
  request: { params: byId, ...jsonBody(AnswerBody) },
  responses: answers(StaffReview),
})

const removeAnswer = createRoute({
  ...staff('reviews.moderate'),
  method: 'delete',
  path: '/admin/reviews/{id}/answer',
  summary: 'Remove the shop’s answer from a review',
  request: { params: byId },
  responses: answers(StaffReview),
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

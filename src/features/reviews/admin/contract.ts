import { z } from 'zod'
import { model, strictModel } from '#kernel/api/openapi/model.ts'
import { Reason } from '#kernel/values/reason.ts'
import { checkedText, Review } from '../contract.ts'
import { ANSWER_LENGTH, plainText, REVIEW_STATUSES } from '../rules.ts'

/** The version that staff read, so that they never decide about another wording. */
const version = z.int().min(1)

export const ApproveBody = strictModel('ReviewApproval', { version })
export const RejectBody = strictModel('ReviewRejection', { version, reason: Reason })
export const AnswerBody = strictModel('ReviewAnswerBody', { answer: checkedText(plainText, 'Answer', ANSWER_LENGTH) })

export const StaffReview = Review.extend({
  version: z.int(),
  status: z.enum(REVIEW_STATUSES),
  rejectionReason: z.string().nullable(),
  product: z.object({ id: z.string(), name: z.string() }),
  writer: z.object({ id: z.string(), name: z.string() }),
  /** Reports since staff last decided. */
  reportCount: z.int(),
  /** Reasons of the newest reports. */
  reports: z.array(z.string()),
}).meta({ id: 'StaffReview' })
export type StaffReview = z.infer<typeof StaffReview>

export const ReviewCounts = model('ReviewCounts', { counts: z.object({ waiting: z.int() }), limit: z.int() })

export const StaffReviewList = model('StaffReviewList', {
  reviews: z.array(StaffReview),
  nextCursor: z.string().nullable(),
})

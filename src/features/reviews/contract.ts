import { z } from 'zod'
import { model, strictModel } from '#kernel/api/openapi/model.ts'
import { PAGE_QUERY } from '#kernel/api/page-query.ts'
import { ifMissing, ifWrong } from '#kernel/values/inputs/field-sentences.ts'
import { isVisible } from '#kernel/values/inputs/visible.ts'
import { conflict, type ErrorTable, notFound } from '#platform/errors.ts'
import { BODY_LENGTH, MOST_PHOTOS, plainLine, plainText, REVIEW_STATUSES, TITLE_LENGTH } from './rules.ts'

export const REVIEW_ERRORS = {
  review_needs_purchase: conflict('Reviews come from buyers. Buy this product, and tell us how it is.'),
  review_needs_delivery: conflict('You can write a review once your order is delivered.'),
  review_exists: conflict('You have already reviewed this product. Edit your review instead.'),
  review_not_found: notFound('Review not found'),
  review_is_yours: conflict('This is your own review. You can edit or withdraw it.'),
} as const satisfies ErrorTable

export const REVIEW_SORTS = ['newest', 'highest', 'lowest'] as const
export type ReviewSort = (typeof REVIEW_SORTS)[number]

export const ReviewPhoto = model('ReviewPhoto', {
  image: z.string(),
  /** URL without width and extension, as of a product's picture. */
  src: z.string(),
  placeholder: z.string(),
  width: z.int(),
  height: z.int(),
})
export type ReviewPhoto = z.infer<typeof ReviewPhoto>

export const ReviewAnswer = z.object({ text: z.string(), date: z.iso.datetime() })

export const Review = model('Review', {
  id: z.string(),
  author: z.string(),
  rating: z.int(),
  title: z.string(),
  body: z.string(),
  date: z.iso.datetime(),
  /** When the writer last changed it; null for never. */
  editedAt: z.iso.datetime().nullable(),
  photos: z.array(ReviewPhoto),
  /** What the shop answered. */
  answer: ReviewAnswer.nullable(),
})
export type Review = z.infer<typeof Review>

export const ReviewsQuery = z
  .strictObject({
    sort: z.enum(REVIEW_SORTS).default('newest'),
    /** Only reviews with so many stars. */
    stars: z.coerce.number().int().min(1).max(5).optional(),
    limit: z.coerce.number().int().min(1).max(50).default(5),
    page: z.coerce.number().int().min(1).max(10_000).optional(),
    cursor: z.string().max(300).optional(),
  })
  .refine(query => !(query.page && query.cursor), { path: ['cursor'], message: 'Give a page or a cursor, not both.' })
export type ReviewsQuery = z.infer<typeof ReviewsQuery>

export const ReviewSummary = model('ReviewSummary', {
  /** Mean of all stars, one decimal; 0 without reviews. */
  rating: z.number(),
  count: z.int(),
  /** Reviews by stars, from one star to five. */
  stars: z.array(z.int()).length(5),
})
export type ReviewSummary = z.infer<typeof ReviewSummary>

export const ReviewList = model('ReviewList', {
  reviews: z.array(Review),
  /** Reviews that match. */
  total: z.int(),
  summary: ReviewSummary,
  nextCursor: z.string().nullable(),
})
export type ReviewList = z.infer<typeof ReviewList>

/** The raw text may be twice as long as the stored one, because outer spaces do not count. */
const RAW_FACTOR = 2

/**
 * A text with its sentences. The raw length comes first, so that the work is bounded; the limit counts the stored text.
 * @param plainOf returns the stored text.
 */
export function checkedText(plainOf: (text: string) => string, name: string, length: number) {
  const tooLong = `${name} must be ${length} characters or less`
  return z
    .string(ifMissing(`${name} is required`))
    .max(RAW_FACTOR * length, { error: tooLong, abort: true })
    .transform(plainOf)
    .refine(isVisible, { error: `${name} is required`, abort: true })
    .refine(text => text.length <= length, tooLong)
    .meta({ type: 'string', minLength: 1, maxLength: length })
}

const fields = {
  rating: z.int(ifWrong('Choose whole stars')).min(1, 'Choose one to five stars').max(5, 'Choose at most five stars'),
  title: checkedText(plainLine, 'Title', TITLE_LENGTH),
  body: checkedText(plainText, 'Review', BODY_LENGTH),
  /** References that an upload answered. */
  photos: z
    .array(z.string().max(300))
    .max(MOST_PHOTOS, `At most ${MOST_PHOTOS} photos`)
    .refine(photos => new Set(photos).size === photos.length, 'A photo is listed twice'),
}

export const NewReview = strictModel('NewReview', { ...fields, photos: fields.photos.default([]) })
export type NewReview = z.infer<typeof NewReview>

/** A missing field stays unchanged. */
export const ReviewChange = z.strictObject(fields).partial().meta({ id: 'ReviewChange' })
export type ReviewChange = z.infer<typeof ReviewChange>

/** A review as its writer sees it. */
export const MyReview = Review.extend({
  productId: z.string(),
  status: z.enum(REVIEW_STATUSES),
  /** Why staff rejected it. */
  rejectionReason: z.string().nullable(),
}).meta({ id: 'MyReview' })
export type MyReview = z.infer<typeof MyReview>

/** Whether the caller may write a review of a product, and the one that exists. */
export const MyReviewState = model('MyReviewState', {
  mayWrite: z.boolean(),
  /** The sentence for a caller who may not write. */
  reason: z.string().nullable(),
  review: MyReview.nullable(),
})
export type MyReviewState = z.infer<typeof MyReviewState>

export const ReportBody = strictModel('ReviewReport', { reason: checkedText(plainLine, 'Reason', 500) })

export const ReviewDone = z.object({ success: z.literal(true), message: z.string() })

export const WITHDRAWN = 'Your review is withdrawn.'
export const REPORTED = 'Thank you. We will check this review.'

export const StaffReviewsQuery = z.strictObject({
  ...PAGE_QUERY,
  /** Unset: reviews that wait for a decision, because they are new, changed or reported. */
  status: z.enum(['waiting', ...REVIEW_STATUSES, 'reported', 'all']).default('waiting'),
})
export type StaffReviewsQuery = z.infer<typeof StaffReviewsQuery>

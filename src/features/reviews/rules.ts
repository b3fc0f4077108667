export const STARS = [1, 2, 3, 4, 5] as const

export const TITLE_LENGTH = 100
export const BODY_LENGTH = 4000
export const ANSWER_LENGTH = 2000
export const MOST_PHOTOS = 4

/** Path of the photo upload. The body limit of the API allows one picture there. */
export const REVIEW_PICTURES = '/api/my/review-pictures'

/** pending: staff have not read this wording. rejected: only its writer and staff see it. */
export const REVIEW_STATUSES = ['pending', 'published', 'rejected'] as const
export type ReviewStatus = (typeof REVIEW_STATUSES)[number]

/** Days between a delivery and the invitation to review. */
export const INVITED_AFTER_DAYS = 14

/** Control characters except line breaks. PostgreSQL refuses U+0000, and the others have no meaning on a page. */
const CONTROLS = /[^\P{Cc}\n]/gu

/** A text as it is stored: plain, with its line breaks. */
export const plainText = (text: string): string => text.replace(/\r\n?/g, '\n').replace(CONTROLS, '').trim()

/** A text as it is stored, on one line. */
export const plainLine = (text: string): string => plainText(text.replace(/[\r\n\t]/g, ' '))

/** The name beside a review: the first name and the initial of the last, "Sam P." */
export function authorOf(name: string): string {
  const [first = '', ...others] = name.trim().slice(0, 200).split(' ').filter(Boolean)
  const initial = [...(others.at(-1) ?? '')][0]
  const shown = initial ? `${first.slice(0, 100)} ${initial.toUpperCase()}.` : first.slice(0, 100)
  return shown || 'A customer'
}

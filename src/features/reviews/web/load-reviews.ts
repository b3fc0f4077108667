import { clientOf } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import type { Fetch } from '#kernel/client/calls/transport.ts'
import type { ReviewsApi } from '../api.server.ts'
import type { ReviewList, ReviewSort } from '../contract.ts'

export const REVIEWS_ON_A_PAGE = 5

export const SORT_NAMES: Record<ReviewSort, string> = {
  newest: 'Newest',
  highest: 'Highest rating',
  lowest: 'Lowest rating',
}

/** Which reviews a URL shows. */
export type ReviewsView = { page: number; sort: ReviewSort; stars: number | null }
export type ShownReviews = ReviewList & ReviewsView

/** The page, order and stars of the reviews in the URL. Ignores invalid values. */
export function reviewsIn(params: URLSearchParams): ReviewsView {
  const sort = params.get('reviewsSort') ?? ''
  const stars = /^[1-5]$/.exec(params.get('reviewsStars') ?? '')
  return {
    page: Math.min(10_000, Math.max(1, Math.trunc(Number(params.get('reviews'))) || 1)),
    sort: Object.hasOwn(SORT_NAMES, sort) ? (sort as ReviewSort) : 'newest',
    stars: stars && Number(stars[0]),
  }
}

/** Loads the reviews of a product page, on the server and in the browser. */
export async function loadReviews(fetch: Fetch, id: string, view: ReviewsView): Promise<ShownReviews> {
  const { page, sort, stars } = view
  const query = { limit: String(REVIEWS_ON_A_PAGE), page: String(page), sort, ...(stars && { stars: String(stars) }) }
  const list = await call(clientOf<ReviewsApi>(fetch).products[':id'].reviews.$get({ param: { id }, query }))
  return { ...list, ...view }
}

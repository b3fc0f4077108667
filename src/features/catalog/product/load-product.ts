import { data } from 'react-router'
import { clientOf } from '#kernel/client/browser.ts'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import { call } from '#kernel/client/calls/call.ts'
import type { Fetch } from '#kernel/client/calls/transport.ts'
import type { CatalogApi } from '../api.server.ts'
import { cardOf } from '../products/card-product.ts'

export const REVIEWS_ON_A_PAGE = 5

export const REVIEW_SORTS = { newest: 'Newest', highest: 'Highest rating', lowest: 'Lowest rating' } as const
export type ReviewSort = keyof typeof REVIEW_SORTS

/** The page and order of reviews in the URL. Ignores invalid values. */
export function reviewsIn(params: URLSearchParams): { page: number; sort: ReviewSort } {
  const sort = params.get('reviewsSort') ?? ''
  return {
    page: Math.min(10_000, Math.max(1, Math.trunc(Number(params.get('reviews'))) || 1)),
    sort: Object.hasOwn(REVIEW_SORTS, sort) ? (sort as ReviewSort) : 'newest',
  }
}

/**
 * Loads the product page, with one set of calls on the server and in the browser.
 * @throws a 404 response when there is no such product.
 */
export async function loadProduct(fetch: Fetch, id: string, url: string) {
  const { products } = clientOf<CatalogApi>(fetch)
  const param = { id }
  const shown = reviewsIn(new URL(url).searchParams)
  const query = { limit: String(REVIEWS_ON_A_PAGE), page: String(shown.page), sort: shown.sort }
  try {
    const [product, reviews, similar] = await Promise.all([
      call(products[':id'].$get({ param })),
      call(products[':id'].reviews.$get({ param, query })),
      call(products[':id'].similar.$get({ param })),
    ])
    return { product, reviews: { ...reviews, ...shown }, similar: similar.products.map(cardOf) }
  } catch (error) {
    // The API refuses a too long id as invalid input; the visitor gets a 404.
    if (error instanceof ApiError && (error.status === 404 || error.status === 400))
      throw data('Product not found', { status: 404 })
    throw error
  }
}

import { data } from 'react-router'
import { ApiError } from '#platform/client/api-error.ts'
import { clientOf } from '#platform/client/browser.ts'
import { call } from '#platform/client/call.ts'
import type { Fetch } from '#platform/client/transport.ts'
import type { CatalogApi } from '../api.server.ts'
import { cardOf } from '../card-product.ts'

export const REVIEWS_ON_A_PAGE = 5

/** The page of written reviews that an address asks for. */
export const reviewsPageOf = (params: URLSearchParams) =>
  Math.min(10_000, Math.max(1, Math.trunc(Number(params.get('reviews'))) || 1))

/**
 * What a product's page shows: the same calls in the process and in the browser.
 * @throws a 404 answer when there is no such product.
 */
export async function loadProduct(fetch: Fetch, id: string, url: string) {
  const { products } = clientOf<CatalogApi>(fetch)
  const param = { id }
  const reviewsPage = reviewsPageOf(new URL(url).searchParams)
  const query = { limit: String(REVIEWS_ON_A_PAGE), page: String(reviewsPage) }
  try {
    const [product, reviews, similar] = await Promise.all([
      call(products[':id'].$get({ param })),
      call(products[':id'].reviews.$get({ param, query })),
      call(products[':id'].similar.$get({ param })),
    ])
    return { product, reviews, reviewsPage, similar: similar.products.map(cardOf) }
  } catch (error) {
    // An id that is too long is refused as input; to a visitor it is the same as one that is not there.
    if (error instanceof ApiError && (error.status === 404 || error.status === 400))
      throw data('Product not found', { status: 404 })
    throw error
  }
}

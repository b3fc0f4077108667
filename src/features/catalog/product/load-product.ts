import { data } from 'react-router'
import { clientOf } from '#kernel/client/browser.ts'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import { call } from '#kernel/client/calls/call.ts'
import type { Fetch } from '#kernel/client/calls/transport.ts'
import type { CatalogApi } from '../api.server.ts'
import { cardOf } from '../products/card-product.ts'

/** Loads the product page, with one set of calls on the server and in the browser. */
export async function loadProduct(fetch: Fetch, id: string) {
  const { products } = clientOf<CatalogApi>(fetch)
  const param = { id }
  const [product, similar] = await Promise.all([
    call(products[':id'].$get({ param })),
    call(products[':id'].similar.$get({ param })),
  ])
  return { product, similar: similar.products.map(cardOf) }
}

/**
 * Loads the parts of the product page.
 * @throws a 404 response when there is no such product, 410 when it left the store.
 */
export async function orNotFound<T>(loading: Promise<T>): Promise<T> {
  try {
    return await loading
  } catch (error) {
    // The API refuses a too long id as invalid input; the visitor gets a 404.
    if (error instanceof ApiError && (error.status === 404 || error.status === 400))
      throw data('Product not found', { status: error.details.gone === true ? 410 : 404 })
    throw error
  }
}

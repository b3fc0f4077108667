import type { CartItem } from '#features/cart/cart-item.ts'
import type { SavedItem } from '#features/cart/contract.ts'
import { clientOf } from '#kernel/client/browser.ts'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import { call } from '#kernel/client/calls/call.ts'
import type { CatalogApi } from '../api.server.ts'
import { cartItemOf } from './card-product.ts'
import { pricesIn } from './variant-price.ts'

/**
 * Lines of a saved cart with today's names and prices. Products and variants that have left the store are left out.
 * @throws ApiError when the store does not answer.
 */
export async function lookUpItems(saved: readonly SavedItem[]): Promise<CartItem[]> {
  const { products } = clientOf<CatalogApi>()
  const found = await Promise.all(
    saved.map(async ({ productId, variantId, quantity }) => {
      const product = await call(products[':id'].$get({ param: { id: productId } })).catch(unlessGone)
      const variant = product?.variants.find(({ id }) => id === variantId)
      if (!product || (variantId && !variant)) return undefined
      const picture = product.pictures.find(({ image }) => image === variant?.image) ?? product.pictures[0]
      const options = variant && { options: variant.options, left: variant.inStock ? variant.stock : 0 }
      return cartItemOf(
        { ...product, ...pricesIn(product, variant), picture },
        { variantId: variantId ?? null, quantity, ...options },
      )
    }),
  )
  return found.filter(item => item !== undefined)
}

function unlessGone(error: unknown): undefined {
  if (!(error instanceof ApiError) || error.status !== 404) throw error
}

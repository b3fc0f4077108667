import { useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { addToCart } from '#features/cart/cart.ts'
import { clientOf } from '#kernel/client/browser.ts'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import { call } from '#kernel/client/calls/call.ts'
import { toast } from '#ui/feedback/toast.ts'
import type { CatalogApi } from '../api.server.ts'
import { cardOf, cartItemOf } from '../products/card-product.ts'

/** The highlight of a quick-add lasts 1 s. */
const HIGHLIGHT_MS = 1000

/**
 * `quick=` in the URL adds that product to the cart once, then the parameter is removed. A product with several sizes or colors
 * opens instead, because the shopper must choose.
 * @returns the id of the product to highlight, for one second.
 */
export function useQuickAdd(): string | null {
  const [params, setParams] = useSearchParams()
  const navigate = useNavigate()
  const [highlighted, setHighlighted] = useState<string | null>(null)
  const quick = params.get('quick')
  const handled = useRef<string>(undefined)

  useEffect(() => {
    if (!quick) handled.current = undefined
    if (!quick || handled.current === quick) return
    handled.current = quick
    addOnce(quick).then(
      added => {
        if ('choose' in added) return navigate(added.choose, { replace: true })
        setHighlighted(added.id)
        setTimeout(() => setHighlighted(null), HIGHLIGHT_MS)
        return leave()
      },
      error => {
        toast.error(error instanceof ApiError ? error.message : 'An error occurred. Please try again.')
        return leave()
      },
    )
    function leave() {
      setParams(
        now => {
          now.delete('quick')
          return now
        },
        { replace: true, preventScrollReset: true },
      )
    }
  }, [quick, navigate, setParams])

  return highlighted
}

async function addOnce(id: string): Promise<{ id: string } | { choose: string }> {
  const product = cardOf(await call(clientOf<CatalogApi>().products[':id'].$get({ param: { id } })))
  if (!product.inStock) toast.error(`${product.name} is out of stock.`)
  else if (product.variantId === null) {
    toast.info(`Please choose a ${product.choices} first.`)
    return { choose: `/product/${product.slug}` }
  } else addToCart(cartItemOf(product, product))
  return { id: product.id }
}

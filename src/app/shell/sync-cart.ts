import type { CartApi } from '#features/cart/api.server.ts'
import { cart } from '#features/cart/browser/cart.ts'
import { followSavedCart } from '#features/cart/browser/saved-cart.ts'
import { lookUpItems } from '#features/catalog/products/look-up-items.ts'
import { clientOf } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import { inAllTabs } from '#kernel/client/storage/across-tabs.ts'
import { browserStorage } from '#kernel/client/storage/browser-storage.ts'

/** Minimum time in ms between two checks on return to the page. */
const LOOK_AGAIN_MS = 10_000

/** Synchronizes this browser's cart with the account: at once, at every change, and on every return to the page. */
export function syncCart(userId: string) {
  const api = clientOf<CartApi>().my.cart
  const kept = followSavedCart({
    userId,
    store: cart,
    storage: browserStorage,
    lookUp: lookUpItems,
    read() {
      return call(api.$get())
    },
    write: json => call(api.$put({ json })),
    alone: work => inAllTabs('redoubt.cart', work),
  })
  let looked = Date.now()
  function onVisibility() {
    if (document.visibilityState === 'hidden') void kept.flush()
    else if (Date.now() - looked > LOOK_AGAIN_MS) {
      looked = Date.now()
      void kept.look()
    }
  }
  document.addEventListener('visibilitychange', onVisibility)
  void kept.look()
  return {
    ...kept,
    stop() {
      document.removeEventListener('visibilitychange', onVisibility)
      kept.stop()
    },
  }
}

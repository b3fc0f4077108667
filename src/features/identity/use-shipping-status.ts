import { useEffect, useSyncExternalStore } from 'react'
import { session, transport, useSession } from '#platform/client/browser.ts'
import { call } from '#platform/client/call.ts'
import { identity } from './identity-client.ts'
import {
  ADDRESS_UPDATED,
  createShippingStatus,
  type ShippingStatus,
  type ShippingStatusStore,
} from './shipping-status.ts'

let store: ShippingStatusStore | undefined

/** One for the page, made when it is first needed; from then on it hears of what happens, whichever screen is shown. */
function shippingStatus(): ShippingStatusStore {
  if (store) return store
  store = createShippingStatus({
    storage: localStorage,
    async ask() {
      if (!session.state().user) return undefined
      transport.invalidate('/api/my/profile')
      const { id, shippingAddress } = await call(identity.my.profile.$get())
      return { userId: id, isComplete: shippingAddress !== null }
    },
  })
  store.follow(document, window)
  return store
}

/** Says that an address was saved, so that every screen that asks for the status knows it anew. */
export function tellAddressSaved(): void {
  shippingStatus()
  window.dispatchEvent(new Event(ADDRESS_UPDATED))
}

const nothing = () => undefined
const subscribe = (listener: () => void) => shippingStatus().subscribe(listener)

/** Whether the signed-in person's shipping address is complete; undefined until that is known. */
export function useShippingStatus(): ShippingStatus | undefined {
  const userId = useSession().user?.id
  const status = useSyncExternalStore<ShippingStatus | undefined>(subscribe, () => shippingStatus().of(userId), nothing)
  useEffect(() => {
    if (!userId) return
    const shipping = shippingStatus()
    // A failure leaves the status unknown, which no screen acts on.
    if (!shipping.of(userId)) shipping.check().catch(() => {})
  }, [userId])
  return status
}

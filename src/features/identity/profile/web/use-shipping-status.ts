import { useEffect, useSyncExternalStore } from 'react'
import { session, useSession } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import { identity } from '../../web/identity-client.ts'
import {
  ADDRESS_UPDATED,
  createShippingStatus,
  type ShippingStatus,
  type ShippingStatusStore,
} from './shipping-status.ts'

let store: ShippingStatusStore | undefined

/** One store for the page, created on first use. From then on it follows the page's events on every screen. */
function shippingStatus(): ShippingStatusStore {
  if (store) return store
  store = createShippingStatus({
    storage: localStorage,
    async ask() {
      if (!session.state().user) return undefined
      const { id, shippingAddress } = await call(identity.my.profile.$get())
      return { userId: id, isComplete: shippingAddress !== null }
    },
  })
  store.follow(document, window)
  return store
}

/** Announces a saved address, so that every screen with the status fetches it again. */
export function tellAddressSaved(): void {
  shippingStatus()
  window.dispatchEvent(new Event(ADDRESS_UPDATED))
}

const nothing = () => undefined
const subscribe = (listener: () => void) => shippingStatus().subscribe(listener)

/** Whether the signed-in user's shipping address is complete; undefined until known. */
export function useShippingStatus(): ShippingStatus | undefined {
  const userId = useSession().user?.id
  const status = useSyncExternalStore<ShippingStatus | undefined>(subscribe, () => shippingStatus().of(userId), nothing)
  useEffect(() => {
    if (!userId) return
    const shipping = shippingStatus()
    // A failure leaves the status unknown, and screens ignore an unknown status.
    if (!shipping.of(userId)) shipping.check().catch(() => {})
  }, [userId])
  return status
}

import { useEffect } from 'react'
import { session, useUser } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import { browserStorage, type TextStorage } from '#kernel/client/storage/browser-storage.ts'
import { createStore, useStore } from '#kernel/client/store.ts'
import { identity } from '../../web/identity-client.ts'

let store: ShippingStatusStore | undefined

/** One store for the page, created on first use. From then on it follows the page's events on every screen. */
function shippingStatus(): ShippingStatusStore {
  if (store) return store
  store = createShippingStatus({
    storage: browserStorage,
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

/** Made at the first use, which is in the browser. */
const watched = {
  get: () => shippingStatus(),
  subscribe: (listener: () => void) => shippingStatus().subscribe(listener),
}

/** Whether the signed-in user's shipping address is complete; undefined until known. */
export function useShippingStatus(): ShippingStatus | undefined {
  const userId = useUser()?.id
  const status = useStore(watched, undefined, shipping => shipping.of(userId))
  useEffect(() => {
    if (!userId) return
    const shipping = shippingStatus()
    // A failure leaves the status unknown, and screens ignore an unknown status.
    if (!shipping.of(userId)) shipping.check().catch(() => {})
  }, [userId])
  return status
}

/** The status is cached for 5 minutes and fetched at most every 2 s. Without a sign-in, it is fetched once more after 2 s. */
export const KEPT_MS = 5 * 60_000
export const THROTTLE_MS = 2000
export const RETRY_MS = 2000
const KEY = 'redoubt.shipping-status'
/** Dispatched on the window after an address was saved. */
export const ADDRESS_UPDATED = 'shippingAddressUpdated'

type ShippingStatus = 'complete' | 'incomplete'
type Kept = { userId: string; status: ShippingStatus; at: number }

type Options = {
  storage: TextStorage
  /** Fetches whether the address is complete; undefined while no user is signed in (yet). */
  ask: () => Promise<{ userId: string; isComplete: boolean } | undefined>
  now?: () => number
  sleep?: (ms: number) => Promise<void>
}

type ShippingStatusStore = ReturnType<typeof createShippingStatus>

/** Whether the shipping address is complete, shared by all screens, so that each screen needs no request of its own. */
export function createShippingStatus({ storage, ask, now = Date.now, sleep = wait }: Options) {
  const known = createStore(() => readKept(storage))
  let checkedAt = Number.NEGATIVE_INFINITY

  /**
   * Asks the server, unless it was asked in the last 2 s. A failure keeps the known status.
   * @param force asks in any case, because the address was just saved.
   */
  async function check({ force = false } = {}): Promise<void> {
    if (!force && now() - checkedAt < THROTTLE_MS) return
    checkedAt = now()
    const answer = (await ask()) ?? (await sleep(RETRY_MS).then(ask))
    if (!answer) return
    const { userId, isComplete } = answer
    const next: Kept = { userId, status: isComplete ? 'complete' : 'incomplete', at: now() }
    storage.setItem(KEY, JSON.stringify(next))
    known.set(next)
  }
  const checkQuietly = (options?: { force?: boolean }) => check(options).catch(() => {})

  return {
    check,
    /** The known status of a user, if it is not older than 5 minutes. */
    of(userId: string | undefined): ShippingStatus | undefined {
      const kept = known.get()
      return kept && kept.userId === userId && now() - kept.at < KEPT_MS ? kept.status : undefined
    },
    subscribe: known.subscribe,
    /**
     * Asks again when the tab becomes visible or the storage changes, and at once after a saved address. @returns a function that stops
     * this.
     */
    follow(page: Pick<Document, 'addEventListener' | 'removeEventListener' | 'visibilityState'>, window: EventTarget) {
      const onVisible = () => page.visibilityState === 'visible' && void checkQuietly()
      const onStorage = (event: Event) => {
        const { key } = event as StorageEvent
        // Another tab has just asked. Asking again here would make the two tabs ask each other for ever.
        if (key === KEY) known.set(readKept(storage))
        else void checkQuietly()
      }
      const onSaved = () => void checkQuietly({ force: true })
      page.addEventListener('visibilitychange', onVisible)
      window.addEventListener('storage', onStorage)
      window.addEventListener(ADDRESS_UPDATED, onSaved)
      return () => {
        page.removeEventListener('visibilitychange', onVisible)
        window.removeEventListener('storage', onStorage)
        window.removeEventListener(ADDRESS_UPDATED, onSaved)
      }
    },
  }
}

const wait = (ms: number) => new Promise<void>(done => setTimeout(done, ms))

/** The storage may contain any text, because the browser's user can edit it. */
function readKept(storage: Pick<Storage, 'getItem'>): Kept | undefined {
  try {
    const { userId, status, at } = JSON.parse(storage.getItem(KEY) ?? '') as Kept
    const isKept = typeof userId === 'string' && typeof at === 'number' && ['complete', 'incomplete'].includes(status)
    return isKept ? { userId, status, at } : undefined
  } catch {
    return undefined
  }
}

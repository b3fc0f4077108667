/** customer-side.md section 9: the status is kept for 5 minutes, asked for at most every 2 s, and once more after 2 s without a sign-in. */
export const KEPT_MS = 5 * 60_000
export const THROTTLE_MS = 2000
export const RETRY_MS = 2000
const KEY = 'redoubt.shipping-status'
/** Dispatched on the window whenever somebody's address was saved. */
export const ADDRESS_UPDATED = 'shippingAddressUpdated'

export type ShippingStatus = 'complete' | 'incomplete'
type Kept = { userId: string; status: ShippingStatus; at: number }

type Options = {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** Asks whether the address is complete; undefined while nobody is signed in (yet). */
  ask: () => Promise<{ userId: string; isComplete: boolean } | undefined>
  now?: () => number
  sleep?: (ms: number) => Promise<void>
}

export type ShippingStatusStore = ReturnType<typeof createShippingStatus>

/** Whether the shipping address is complete, for every screen that wants to know, without each asking the server. */
export function createShippingStatus({ storage, ask, now = Date.now, sleep = wait }: Options) {
  const listeners = new Set<() => void>()
  let kept = readKept(storage)
  let checkedAt = Number.NEGATIVE_INFINITY

  function become(next: Kept | undefined) {
    kept = next
    for (const listener of listeners) listener()
  }

  /**
   * Asks the server, unless it was asked in the last 2 s. What is known stays when it cannot be asked.
   * @param force asks in any case: the address has just been saved.
   */
  async function check({ force = false } = {}): Promise<void> {
    if (!force && now() - checkedAt < THROTTLE_MS) return
    checkedAt = now()
    const answer = (await ask()) ?? (await sleep(RETRY_MS).then(ask))
    if (!answer) return
    const { userId, isComplete } = answer
    const next: Kept = { userId, status: isComplete ? 'complete' : 'incomplete', at: now() }
    storage.setItem(KEY, JSON.stringify(next))
    become(next)
  }
  const checkQuietly = (options?: { force?: boolean }) => check(options).catch(() => {})

  return {
    check,
    /** What is known of somebody, if it is not older than 5 minutes. */
    of(userId: string | undefined): ShippingStatus | undefined {
      return kept && kept.userId === userId && now() - kept.at < KEPT_MS ? kept.status : undefined
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Asks again when the tab becomes visible, when the storage changes, and at once when an address was saved. @returns how to stop. */
    follow(page: Pick<Document, 'addEventListener' | 'removeEventListener' | 'visibilityState'>, window: EventTarget) {
      const onVisible = () => page.visibilityState === 'visible' && void checkQuietly()
      const onStorage = (event: Event) => {
        const { key } = event as StorageEvent
        // Another tab has just asked; asking again here would have the two ask each other for ever.
        if (key === KEY) become(readKept(storage))
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

/** Whoever uses the browser may have written anything there. */
function readKept(storage: Pick<Storage, 'getItem'>): Kept | undefined {
  try {
    const { userId, status, at } = JSON.parse(storage.getItem(KEY) ?? '') as Kept
    const isKept = typeof userId === 'string' && typeof at === 'number' && ['complete', 'incomplete'].includes(status)
    return isKept ? { userId, status, at } : undefined
  } catch {
    return undefined
  }
}

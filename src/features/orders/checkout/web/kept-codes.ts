import { type CartItem, canBeBought } from '#features/cart/cart-item.ts'
import { MAX_CODES } from '#features/codes/rules.ts'
import { browserStorage, jsonIn } from '#kernel/client/storage/browser-storage.ts'
import { createStore, useStore } from '#kernel/client/store.ts'

const KEPT = 'redoubt.checkout-codes'
const NONE: readonly string[] = []

/** The checkout's codes in this browser. They survive a reload, a declined card and the visit to the payment page. */
function createKeptCodes() {
  const { get, set, subscribe } = createStore(restore)

  function become(next: readonly string[]) {
    if (next.length > 0) browserStorage.setItem(KEPT, JSON.stringify(next))
    else browserStorage.removeItem(KEPT)
    set(next)
  }
  const is = (code: string) => (other: string) => other.toUpperCase() === code.toUpperCase()

  return {
    get,
    subscribe,
    has: (code: string) => get().some(is(code)),
    add: (code: string) => get().some(is(code)) || become([...get(), code].slice(-MAX_CODES)),
    remove: (code: string) => become(get().filter(other => !is(code)(other))),
    clear: () => get().length > 0 && become(NONE),
    /** Called when another tab changed the codes. */
    changedElsewhere(key: string | null) {
      if (key === null || key === KEPT) set(restore())
    },
  }
}

function restore(): readonly string[] {
  const stored = jsonIn(browserStorage, KEPT)
  return Array.isArray(stored) ? stored.filter(code => typeof code === 'string' && code).slice(0, MAX_CODES) : NONE
}

export const codes = createKeptCodes()
if (typeof window !== 'undefined') window.addEventListener('storage', event => codes.changedElsewhere(event.key))

/** The codes of this checkout; empty during server rendering. */
export const useKeptCodes = () => useStore(codes, NONE)

/** No code counts for a membership, so a cart of memberships sends none. The codes stay for the next cart. */
export const takesCodes = (items: readonly CartItem[]) => items.some(item => canBeBought(item) && !item.isSubscription)

/** The kept codes that are sent with a cart. */
export const codesFor = (items: readonly CartItem[], kept: readonly string[]) => (takesCodes(items) ? kept : NONE)

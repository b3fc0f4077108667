import { newRequestKey } from '../orders-client.ts'

/** The payment that this browser opened last, of all its tabs, and the order that it told of last. */
const OPEN = 'redoubt.checkout-payment'
const TOLD = 'redoubt.checkout-told'
/** A payment page closes after 31 minutes; before that one begins anew. */
const GOOD_MS = 25 * 60_000

type Opened = { key: string; cart: string; at: number }

/**
 * The key under which a cart is paid: for the same cart, codes and choices the same in every tab of this browser, so that two
 * tabs, and a second try after a declined card, come to one payment page and one order.
 */
export function paymentKey(cart: string): string {
  const now = Date.now()
  const last = read()
  if (last?.cart === cart && now - last.at < GOOD_MS) return last.key
  const key = newRequestKey()
  write(OPEN, JSON.stringify({ key, cart, at: now } satisfies Opened))
  return key
}

/** That payment is over: paid, given up or refused. @param told the order that this browser has told of now. */
export function forgetPayment(told?: string): void {
  write(OPEN, null)
  if (told) write(TOLD, told)
}

/** Whether this browser has told of a paid order before. */
export function isTold(orderId: string): boolean {
  try {
    return localStorage.getItem(TOLD) === orderId
  } catch {
    return false
  }
}

function read(): Opened | undefined {
  try {
    return JSON.parse(localStorage.getItem(OPEN) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Storage that is full or forbidden only costs what it would have spared. */
function write(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(name)
    else localStorage.setItem(name, value)
  } catch {
    // Each press is a payment of its own then.
  }
}

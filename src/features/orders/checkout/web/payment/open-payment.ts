import { randomId } from '#kernel/client/calls/idempotency-key.ts'

/** Storage keys: the payment opened last in any tab of this browser, and the last order announced as paid. */
const OPEN = 'redoubt.checkout-payment'
const TOLD = 'redoubt.checkout-told'
/** A payment page closes after 31 minutes. After 25 minutes a new payment starts. */
const GOOD_MS = 25 * 60_000

type Opened = { key: string; cart: string; at: number }

/**
 * Idempotency key of a cart's payment. Every tab of this browser uses one key for equal cart, codes and choices. Two tabs, or a second try
 * after a declined card, therefore share one payment page and one order.
 */
export function paymentKey(cart: string): string {
  const now = Date.now()
  const last = read()
  if (last?.cart === cart && now - last.at < GOOD_MS) return last.key
  const key = randomId()
  write(OPEN, JSON.stringify({ key, cart, at: now } satisfies Opened))
  return key
}

/** Clears the payment after it was paid, cancelled or refused. @param told the order announced as paid. */
export function forgetPayment(told?: string): void {
  write(OPEN, null)
  if (told) write(TOLD, told)
}

/** True when this order is the last one announced as paid in this browser. */
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

/** Full or forbidden storage is ignored: the stored values only save repeated work. */
function write(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(name)
    else localStorage.setItem(name, value)
  } catch {
    // Without storage each press starts a separate payment.
  }
}

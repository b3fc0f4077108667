import type Stripe from 'stripe'

/** How long an answer about the key counts. */
const KNOWN_MS = 10 * 60_000
/** A shopper waits for the first answer at the choice of the payment method. */
const PATIENCE_MS = 2000
const CHECKOUT = '/v1/checkout/sessions'

/** The used part of the SDK's event. */
type Answered = { status: number; path: string }

/**
 * Whether Stripe accepts the key for payments, from the answers to all calls of this process: 401 refuses the key, and 403 at checkout
 * sessions refuses a restricted key without the permission. Without a recent answer it asks once.
 * @returns true when Stripe does not answer, because silence says nothing about the key.
 */
export function watchKey(stripe: Stripe): () => Promise<boolean> {
  let isAccepted = true
  let knownUntil = Number.NEGATIVE_INFINITY
  let asking: Promise<void> | undefined
  stripe.on('response', ({ status, path }: Answered) => {
    const isRefused = status === 401 || (status === 403 && path.startsWith(CHECKOUT))
    // Other calls of a key that cannot open checkouts can succeed.
    if (!isRefused && (!status || status >= 500 || !path.startsWith(CHECKOUT))) return
    isAccepted = !isRefused
    knownUntil = performance.now() + KNOWN_MS
  })
  const askOnce = async () => {
    const options = { timeout: PATIENCE_MS, maxNetworkRetries: 0 }
    await stripe.checkout.sessions.list({ limit: 1 }, options).catch(() => undefined)
    asking = undefined
  }
  return async () => {
    if (performance.now() > knownUntil) {
      asking ??= askOnce()
      await asking
    }
    return isAccepted
  }
}

import { setTimeout } from 'node:timers/promises'
import type { PaymentProvider } from '#kernel/ports/payment-providers.ts'
import { PaymentError } from '#kernel/ports/payments.ts'
import { type Breaker, isBroken } from '#platform/breaker.server.ts'

/** A shopper waits for these calls, or a job that retries. Lists and plan changes make several provider calls each. */
const CALL_MS = 6_000
const SEVERAL_CALLS = /^list|^changePlan$|^previewPlanChange$|^submitEvidence$/

/** Calls that do not wait for the provider, or limit themselves. */
const UNGUARDED = new Set(['beginSignature', 'verifyWebhook', 'isConfigured', 'pageMethods'])

export const isProviderAway = (error: unknown): boolean => error instanceof PaymentError && error.kind === 'unreachable'

/**
 * Adds a timeout and a circuit breaker to a provider: a hanging call is abandoned, and calls to a failing provider are paused.
 * The caller gets `unreachable` in both cases and repeats the call with its idempotency key.
 */
export function withBreaker(provider: PaymentProvider, breaker: Breaker, callMs = CALL_MS): PaymentProvider {
  const guarded = Object.entries(provider).map(([name, call]) => {
    if (typeof call !== 'function' || UNGUARDED.has(name)) return [name, call]
    const ask = call as (...args: unknown[]) => Promise<unknown>
    const inTime = SEVERAL_CALLS.test(name) ? ask : (...args: unknown[]) => within(callMs, () => ask(...args))
    return [name, (...args: unknown[]) => breaker.run(() => inTime(...args)).catch(rethrow)]
  })
  return Object.fromEntries(guarded) as PaymentProvider
}

function rethrow(error: unknown): never {
  throw isBroken(error) ? new PaymentError('unreachable', 'The payment provider is not asked while it is away.') : error
}

async function within<T>(callMs: number, work: () => Promise<T>): Promise<T> {
  const done = new AbortController()
  const late = setTimeout(callMs, undefined, { signal: done.signal }).then(
    () => {
      throw new PaymentError('unreachable', `The payment provider did not answer within ${callMs} ms.`)
    },
    () => new Promise<never>(() => {}),
  )
  try {
    return await Promise.race([work(), late])
  } finally {
    done.abort()
  }
}

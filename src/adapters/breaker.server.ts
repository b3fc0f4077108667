import { BrokenCircuitError, CircuitState, ConsecutiveBreaker, circuitBreaker, handleWhen } from 'cockatiel'

/** A provider outside of the shop: what it is called, and since when it is not asked any more. */
export type Outage = { provider: string; since: string }

export type Breaker = {
  provider: string
  /** @throws what `work` throws; BrokenCircuitError at once while the provider is not asked. */
  run: <T>(work: () => Promise<T>) => Promise<T>
  /** Null while the provider answers. */
  outage: () => Outage | null
}

type Config = {
  provider: string
  /** Whether an error says that the provider is away, and not that the request is wrong. */
  isAway: (error: unknown) => boolean
  /** Failed calls in a row after which the provider is left alone. */
  failures?: number
  /** How long it is left alone before one call tries it again. */
  pauseMs?: number
  onChange?: (provider: string, isOpen: boolean) => void
}

/** A circuit breaker on cockatiel (chosen because it has no dependencies and tells its state). */
export function createBreaker({ provider, isAway, failures = 5, pauseMs = 10_000, onChange }: Config): Breaker {
  const policy = circuitBreaker(handleWhen(isAway), {
    halfOpenAfter: pauseMs,
    breaker: new ConsecutiveBreaker(failures),
  })
  let since: Date | null = null
  policy.onBreak(() => {
    since ??= new Date()
    onChange?.(provider, true)
  })
  policy.onReset(() => {
    since = null
    onChange?.(provider, false)
  })
  return {
    provider,
    run: work => policy.execute(work),
    outage: () => (policy.state === CircuitState.Closed || !since ? null : { provider, since: since.toISOString() }),
  }
}

export const isBroken = (error: unknown): boolean => error instanceof BrokenCircuitError

import { BrokenCircuitError, CircuitState, ConsecutiveBreaker, circuitBreaker, handleWhen } from 'cockatiel'
import { inChildSpan, SpanKind } from './tracing/spans.server.ts'

/** A provider outside the shop: its name, and the time since when calls to the provider are blocked. */
export type Outage = { provider: string; since: string }

export type Breaker = {
  provider: string
  /** @throws the errors of `work`; BrokenCircuitError at once while the breaker is open. */
  run: <T>(work: () => Promise<T>) => Promise<T>
  /** Null while the provider answers. */
  outage: () => Outage | null
}

type Config = {
  provider: string
  /** True when an error means that the provider is unreachable, not that the request is wrong. */
  isAway: (error: unknown) => boolean
  /** Consecutive failed calls after which the breaker opens. */
  failures?: number
  /** Milliseconds until one trial call may reach the provider again. */
  pauseMs?: number
  onChange?: (provider: string, isOpen: boolean) => void
}

/** A circuit breaker on cockatiel, which has no dependencies and exposes its state. */
export function createBreaker({ provider, isAway, failures = 5, pauseMs = 4000, onChange }: Config): Breaker {
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
    run: work => policy.execute(() => inChildSpan(`call ${provider}`, { kind: SpanKind.CLIENT }, work)),
    outage: () => (policy.state === CircuitState.Closed || !since ? null : { provider, since: since.toISOString() }),
  }
}

export const isBroken = (error: unknown): boolean => error instanceof BrokenCircuitError

import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Pool } from '../db/database.server.ts'
import { refuse } from '../errors.ts'
import { giveTurnBack, type Pace, takeTurn } from './growing-delay.server.ts'

/** Each key may spend `points` within `seconds`. */
export type Limit = { points: number; seconds: number }

export type RateLimits = {
  /** Counts in this process only: cheap enough for every call. @throws LimitExceededException with `retryAfter` seconds. */
  spend: (name: string, key: string, limit: Limit) => Promise<void>
  /** Counts in the database, so across processes and restarts: for passwords and codes. Returns the points left. */
  spendShared: (name: string, key: string, limit: Limit) => Promise<number>
  /** Refuses when the shared count is spent, without counting: for actions that count only on failure. */
  requireLeft: (name: string, key: string, limit: Limit) => Promise<void>
  /** Takes a turn of a pace shared by all processes, by the caller's clock. @throws LimitExceededException with `retryAfter` seconds. */
  takeTurn: (name: string, key: string, pace: Pace, now: Date) => Promise<void>
  /** Returns a turn after a success. */
  giveTurnBack: (name: string, key: string, now: Date) => Promise<void>
  /** Resets a key's shared count after a success. */
  forgive: (name: string, key: string) => Promise<void>
}

/** Rate limits on rate-limiter-flexible (chosen because one interface counts in memory and in PostgreSQL). */
export function createRateLimits(pool: Pool, on: boolean): RateLimits {
  const local = new Map<string, RateLimiterMemory>()
  const shared = new Map<string, RateLimiterPostgres>()

  const localLimiter = (name: string, { points, seconds }: Limit) => {
    const limiter = local.get(name) ?? new RateLimiterMemory({ points, duration: seconds })
    local.set(name, limiter)
    return limiter
  }
  const sharedLimiter = (name: string, { points, seconds }: Limit) => {
    const options = {
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limit',
      tableCreated: true,
      keyPrefix: name,
      points,
      duration: seconds,
    }
    const limiter = shared.get(name) ?? new RateLimiterPostgres({ ...options, clearExpiredByTimeout: false })
    shared.set(name, limiter)
    return limiter
  }
  const orRefuse = (reason: unknown): never => {
    if (!(reason instanceof RateLimiterRes)) throw reason
    throw refuse('LimitExceededException', { retryAfter: Math.max(1, Math.ceil(reason.msBeforeNext / 1000)) })
  }

  return {
    async spend(name, key, limit) {
      if (on) await localLimiter(name, limit).consume(key).catch(orRefuse)
    },
    async spendShared(name, key, limit) {
      if (!on) return limit.points
      const result = await sharedLimiter(name, limit).consume(key).catch(orRefuse)
      return result.remainingPoints
    },
    async requireLeft(name, key, limit) {
      const result = on ? await sharedLimiter(name, limit).get(key) : null
      if (result && result.consumedPoints >= limit.points) orRefuse(result)
    },
    async takeTurn(name, key, pace, now) {
      if (on) await takeTurn(pool, `${name}:${key}`, pace, now)
    },
    async giveTurnBack(name, key, now) {
      if (on) await giveTurnBack(pool, `${name}:${key}`, now)
    },
    async forgive(name, key) {
      await shared.get(name)?.delete(key)
    },
  }
}

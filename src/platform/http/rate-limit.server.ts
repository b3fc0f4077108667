import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Pool } from '../db/database.server.ts'
import { refuse } from '../errors.ts'

/** Each key may spend `points` within `seconds`. */
export type Limit = { points: number; seconds: number }

export type RateLimits = {
  /**
   * Counts in this process only: cheap enough for every call.
   * @param points that this call costs, for limits of size.
   * @throws LimitExceededException with `retryAfter` seconds.
   */
  spend: (name: string, key: string, limit: Limit, points?: number) => Promise<void>
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
    async spend(name, key, limit, points = 1) {
      if (on) await localLimiter(name, limit).consume(key, points).catch(orRefuse)
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

/** The first `free` tries have no delay. Later delays double from `firstSeconds` up to `capSeconds`. 24 hours without a try reset both. */
export type Pace = { free: number; firstSeconds: number; capSeconds: number }

const FORGET_MS = 24 * 3600 * 1000
/** 2^20 seconds exceed every cap. */
const DOUBLINGS_MAX = 20

/**
 * Takes a turn, or refuses until the delay is over. The row's update is atomic: concurrent callers get only as many turns as `pace` allows.
 * @throws LimitExceededException with `retryAfter` seconds.
 */
async function takeTurn(pool: Pool, key: string, pace: Pace, now: Date): Promise<void> {
  const { rowCount } = await pool.query(
    `insert into growing_delay as d (key, tries, last_at, next_at) values ($1, 1, $2, $2)
     on conflict (key) do update set
       tries = case when d.last_at < $3 then 1 else d.tries + 1 end,
       last_at = $2,
       next_at = $2::timestamptz + make_interval(secs => case
         when d.last_at < $3 or d.tries + 1 < $4 then 0
         else least($6, $5 * power(2, least(d.tries + 1 - $4, ${DOUBLINGS_MAX}))) end)
     where d.next_at <= $2`,
    [key, now, new Date(+now - FORGET_MS), pace.free, pace.firstSeconds, pace.capSeconds],
  )
  if (rowCount === 1) return
  const { rows } = await pool.query<{ next_at: Date }>('select next_at from growing_delay where key = $1', [key])
  const waitMs = +(rows[0]?.next_at ?? now) - +now
  throw refuse('LimitExceededException', { retryAfter: Math.max(1, Math.ceil(waitMs / 1000)) })
}

/** Returns a turn that was not a failure: the turn neither counts nor delays the next one. */
const giveTurnBack = async (pool: Pool, key: string, now: Date): Promise<void> => {
  await pool.query(
    'update growing_delay set tries = greatest(tries - 1, 0), next_at = least(next_at, $2) where key = $1',
    [key, now],
  )
}

/** Deletes rows whose last try is over 24 hours old; a new try would reset them. */
export const forgetTurns = async (pool: Pool, now: Date): Promise<void> => {
  await pool.query('delete from growing_delay where last_at < $1', [new Date(+now - FORGET_MS)])
}

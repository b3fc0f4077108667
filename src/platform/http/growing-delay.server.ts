import type { Pool } from '../db/database.server.ts'
import { refuse } from '../errors.ts'

/** The first `free` tries have no delay. Later delays double from `firstSeconds` up to `capSeconds`. 24 hours without a try reset both. */
export type Pace = { free: number; firstSeconds: number; capSeconds: number }

const FORGET_MS = 24 * 3600 * 1000
/** 2^20 seconds exceed every cap. */
const DOUBLINGS_MAX = 20

/**
 * Takes a turn, or refuses until the delay is over. The row's update is atomic: concurrent callers get only as many turns as `pace` allows.
 * @throws LimitExceededException with `retryAfter` seconds.
 */
export async function takeTurn(pool: Pool, key: string, pace: Pace, now: Date): Promise<void> {
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
export const giveTurnBack = async (pool: Pool, key: string, now: Date): Promise<void> => {
  await pool.query(
    'update growing_delay set tries = greatest(tries - 1, 0), next_at = least(next_at, $2) where key = $1',
    [key, now],
  )
}

/** Deletes rows whose last try is over 24 hours old; a new try would reset them. */
export const forgetTurns = async (pool: Pool, now: Date): Promise<void> => {
  await pool.query('delete from growing_delay where last_at < $1', [new Date(+now - FORGET_MS)])
}

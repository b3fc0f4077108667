import type { Pool } from '../db/database.server.ts'
import { refuse } from '../errors.ts'

/** `free` tries at once; after the last of them each try waits twice as long as the one before, up to `capSeconds`. A quiet day forgets all. */
export type Pace = { free: number; firstSeconds: number; capSeconds: number }

const FORGET_MS = 24 * 3600 * 1000
/** 2^20 seconds are longer than any cap. */
const DOUBLINGS_MAX = 20

/**
 * Takes a turn, or refuses it until the delay is over. The row decides: of many callers at once, as many as the pace allows get one.
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

/** Gives a turn back that turned out to be no failure: it neither counts nor delays the next one. */
export const giveTurnBack = async (pool: Pool, key: string, now: Date): Promise<void> => {
  await pool.query(
    'update growing_delay set tries = greatest(tries - 1, 0), next_at = least(next_at, $2) where key = $1',
    [key, now],
  )
}

/** Deletes the rows that a new try would start again. */
export const forgetTurns = async (pool: Pool, now: Date): Promise<void> => {
  await pool.query('delete from growing_delay where last_at < $1', [new Date(+now - FORGET_MS)])
}

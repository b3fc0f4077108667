import { createHash } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { sql } from 'kysely'
import { DatabaseAway } from '../db/away.server.ts'
import type { Db, Pool } from '../db/database.server.ts'
import { refuse } from '../errors.ts'

/** A first call that has not answered after this long is taken for dead, and the next one may run. */
const STALE_SECONDS = 60
const FINAL = (status: number) => status < 500 && status !== 401 && status !== 429

type Row = { request_hash: string; status: number | null; body: string | null; content_type: string | null }

/**
 * Idempotency-Key on every POST: the same key and body replays the first answer, another body is 422,
 * a first call still running is 409. Keys belong to one caller and one path, and are kept for a day.
 * @param callerOf who is calling: a user's id, or an address for guests; it may refuse who sends too many keys.
 */
export function idempotency(
  pool: Pool,
  callerOf: (c: Parameters<MiddlewareHandler>[0]) => string | Promise<string>,
): MiddlewareHandler {
  return async (c, next) => {
    const key = c.req.header('idempotency-key')
    if (c.req.method !== 'POST' || !key) return next()
    if (key.length > 200) throw refuse('invalid_input')
    const scope = `${await callerOf(c)} ${c.req.path}`
    const hash = createHash('sha256')
      .update(Buffer.from(await c.req.arrayBuffer()))
      .digest('base64url')
    const claimed = await pool.query(
      `insert into idempotency_key as k (scope, key, request_hash) values ($1, $2, $3)
       on conflict (scope, key) do update set created_at = now()
         where k.status is null and k.request_hash = $3 and k.created_at < now() - make_interval(secs => $4)
       returning key`,
      [scope, key, hash, STALE_SECONDS],
    )
    if (claimed.rowCount === 0) return replay(pool, scope, key, hash)
    await next()
    // What is meant for one browser (a cookie) or to be shown once (its route says `no-store`) is secret, and never kept.
    const isSecret = c.res.headers.has('set-cookie') || c.res.headers.get('cache-control') === 'no-store'
    if (!FINAL(c.res.status) || isSecret) {
      await write(pool, 'delete from idempotency_key where scope = $1 and key = $2 and status is null', [scope, key])
      return
    }
    const answer = [c.res.status, c.res.headers.get('content-type'), await c.res.clone().text()]
    await write(
      pool,
      'update idempotency_key set status = $3, content_type = $4, body = $5 where scope = $1 and key = $2',
      [scope, key, ...answer],
    )
  }
}

const AGAIN_MS = 1000
const ATTEMPTS = 30

/**
 * Notes how a call ended. The call is over: when the database goes away just then, its answer stands, and the note follows within
 * seconds of its return. Without it the caller who repeats the call would be told for a minute that it still runs.
 */
async function write(pool: Pool, text: string, values: unknown[], attempts = ATTEMPTS): Promise<void> {
  try {
    await pool.query(text, values)
  } catch (error) {
    if (!(error instanceof DatabaseAway)) throw error
    if (attempts > 0) setTimeout(() => write(pool, text, values, attempts - 1).catch(() => {}), AGAIN_MS).unref()
  }
}

async function replay(pool: Pool, scope: string, key: string, hash: string): Promise<Response> {
  const { rows } = await pool.query<Row>(
    'select request_hash, status, body, content_type from idempotency_key where scope = $1 and key = $2',
    [scope, key],
  )
  const first = rows[0]
  if (!first || first.status === null)
    throw refuse(first && first.request_hash !== hash ? 'idempotency_mismatch' : 'idempotency_running')
  if (first.request_hash !== hash) throw refuse('idempotency_mismatch')
  const headers = { 'content-type': first.content_type ?? 'application/json', 'idempotency-replayed': 'true' }
  return new Response(first.status === 204 ? null : first.body, { status: first.status, headers })
}

/** Forgets keys that are a day old: whoever still repeats such a call means a new one. */
export async function forgetOldKeys(pool: Pool): Promise<void> {
  await pool.query("delete from idempotency_key where created_at < now() - interval '1 day'")
}

/** Forgets the kept answers of one caller, as they may hold what is theirs. @param caller a user's id. */
export const forgetKeysOf = (db: Db, caller: string) =>
  sql`delete from idempotency_key where starts_with(scope, ${`${caller} `})`.execute(db)

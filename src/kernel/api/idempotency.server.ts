import { createHash } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { sql } from 'kysely'
import { DatabaseAway } from '#platform/db/connections/away.server.ts'
import type { Db, Pool } from '#platform/db/database.server.ts'
import { refuse } from '#platform/errors.ts'

/** A call without a response after this long counts as dead, and a retry may run. */
const STALE_SECONDS = 60
const FINAL = (status: number) => status < 500 && status !== 401 && status !== 429

type Row = { request_hash: string; status: number | null; body: string | null; content_type: string | null }

/**
 * Idempotency-Key for every POST. A repeated key and body replays the first response. Another body under the key gets 422.
 * A first call that still runs gets 409. Keys are scoped to one caller and one path, and expire after a day.
 * @param callerOf returns the caller: a user's id, or an address for guests. May refuse a caller that sends too many keys.
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
    // A response with a cookie or `no-store` (shown once) is secret and is never stored.
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
 * Stores the outcome of a call. If the database is away now, the response still goes out and the write is retried up to 30 times.
 * Without the stored outcome, a retry would get "still running" for a minute.
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

/** Deletes keys that are a day old. A later call with such a key counts as new. */
export async function forgetOldKeys(pool: Pool): Promise<void> {
  await pool.query("delete from idempotency_key where created_at < now() - interval '1 day'")
}

/** Deletes one caller's stored responses because they may hold personal data. @param caller a user's id. */
export const forgetKeysOf = (db: Db, caller: string) =>
  sql`delete from idempotency_key where starts_with(scope, ${`${caller} `})`.execute(db)

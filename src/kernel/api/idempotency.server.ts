import { createHash } from 'node:crypto'
import type { Context as HonoContext, MiddlewareHandler } from 'hono'
import { sql } from 'kysely'
import type { Context, IdempotentCall } from '#kernel/context.ts'
import { DatabaseAway } from '#platform/db/connections/away.server.ts'
import type { Db, Pool } from '#platform/db/database.server.ts'
import { Refusal, refuse } from '#platform/errors.ts'

/** A call without a response after this long counts as dead. A retry may run if the dead call committed nothing. */
const STALE_SECONDS = 60
const FINAL = (status: number) => status < 500 && status !== 401 && status !== 429

type Row = {
  request_hash: string
  status: number | null
  body: string | null
  content_type: string | null
  is_lost: boolean
}

/** A larger answer is not stored. Its repeat is answered that the call was saved. */
const KEPT_BYTES = 64 * 1024

export type IdempotencyParts = {
  /** Returns the caller: a user's id, or an address for guests. May refuse a caller that sends too many keys. */
  callerOf: (c: HonoContext) => string | Promise<string>
  /** True for a call that changes nothing: its key is ignored, and nothing is stored. */
  isRead?: (c: HonoContext) => boolean
  /** Paths of calls that resume a lost attempt. They run again after a commit, with `isResumed`. */
  resumed?: ReadonlySet<string>
  /** Whether this many more bytes of the caller's answers may be stored. */
  mayKeep?: (c: HonoContext, bytes: number) => Promise<boolean>
}

/**
 * Idempotency-Key for every POST that changes something. A repeated key and body replays the first response. Another body under the key gets 422.
 * A first call that still runs gets 409, as does one that died after a commit of `transact`: its answer is lost, and running it again would
 * do its work twice. Keys are scoped to one caller and one path, and expire after a day (docs/decisions/0065-one-key-a-write.md).
 * The stored answers of one caller are bounded (docs/decisions/0182-costly-work.md).
 */
export function idempotency(
  pool: Pool,
  { callerOf, isRead = () => false, resumed = new Set(), mayKeep = async () => true }: IdempotencyParts,
): MiddlewareHandler {
  return async (c, next) => {
    const key = c.req.header('idempotency-key')
    if (c.req.method !== 'POST' || !key || isRead(c)) return next()
    if (key.length > 200) throw refuse('invalid_input', {}, { 'Idempotency-Key': ['At most 200 characters.'] })
    const scope = `${await callerOf(c)} ${c.req.path}`
    const hash = hashOf(Buffer.from(await c.req.arrayBuffer()))
    const mayResume = resumed.has(c.req.path)
    const claimed = await pool.query<Pick<IdempotentCall, 'attempt' | 'isResumed'>>(
      `insert into idempotency_key as k (scope, key, request_hash) values ($1, $2, $3)
       on conflict (scope, key) do update set created_at = now(), attempt = k.attempt + 1
         where k.status is null and (not k.committed or $5) and k.request_hash = $3
           and k.created_at < now() - make_interval(secs => $4)
       returning attempt, committed as "isResumed"`,
      [scope, key, hash, STALE_SECONDS, mayResume],
    )
    const [mine] = claimed.rows
    if (!mine) return replay(pool, { scope, key, hash, mayResume })
    const call = { scope, key, ...mine }
    const ctx: Context | undefined = c.get('ctx')
    if (ctx) ctx.idempotentCall = call
    await next()
    // Work that goes on after the answer is no part of the call.
    if (ctx) ctx.idempotentCall = undefined
    // A response with a cookie or `no-store` (shown once) is secret and is never stored.
    const isSecret = c.res.headers.has('set-cookie') || c.res.headers.get('cache-control') === 'no-store'
    if (!FINAL(c.res.status) || isSecret) {
      await write(pool, mayResume || isLost(c.error) ? FREE_UNCOMMITTED : FREE, call)
      return
    }
    await storeAnswer(pool, c.res, { call, mayKeep: bytes => mayKeep(c, bytes) })
  }
}

type Storing = { call: IdempotentCall; mayKeep: (bytes: number) => Promise<boolean> }

/** Stores an answer for the repeats of its call; an answer beyond the bounds is not stored. */
async function storeAnswer(pool: Pool, response: Response, { call, mayKeep }: Storing): Promise<void> {
  const text = await response.clone().text()
  const bytes = Buffer.byteLength(text)
  if (bytes > KEPT_BYTES || !(await mayKeep(bytes))) return write(pool, response.ok ? LOSE : FREE_UNCOMMITTED, call)
  const answer = [response.status, response.headers.get('content-type'), text]
  const stored = `update idempotency_key set status = $4, content_type = $5, body = $6 where ${OF_ATTEMPT}`
  return write(pool, stored, call, answer)
}

/** An absent or blank body is the request that `{}` is: the routes take it so. */
const BLANK = new Set(Buffer.from(' \t\r\n'))
const hashOf = (body: Buffer): string =>
  createHash('sha256')
    .update(body.every(byte => BLANK.has(byte)) ? '{}' : body)
    .digest('base64url')

/** Another attempt may have taken over a call that was slow, and its answer counts. */
const OF_ATTEMPT = 'scope = $1 and key = $2 and attempt = $3'
const FREE = `delete from idempotency_key where ${OF_ATTEMPT} and status is null`
/** A repeat of a committed call hears at once that its answer is lost. */
const FREE_UNCOMMITTED = `with freed as (${FREE} and not committed)
  update idempotency_key set created_at = created_at - make_interval(secs => ${STALE_SECONDS})
  where ${OF_ATTEMPT} and status is null and committed`

/** The answer to the repeat of a call whose own answer is not stored: the call was saved. */
const LOSE = `update idempotency_key set committed = true, created_at = created_at - make_interval(secs => ${STALE_SECONDS})
  where ${OF_ATTEMPT} and status is null`

/** An error that is no refusal, such as a database that died with the answer to a commit, does not say what was saved. */
const isLost = (error: unknown): boolean => error !== undefined && !(error instanceof Refusal)

const AGAIN_MS = 1000
const ATTEMPTS = 30

/**
 * Stores the outcome of a call. If the database is away now, the response still goes out and the write is retried up to 30 times.
 * Without the stored outcome, a retry would get "still running" for a minute.
 */
async function write(
  pool: Pool,
  text: string,
  call: IdempotentCall,
  values: unknown[] = [],
  attempts = ATTEMPTS,
): Promise<void> {
  try {
    await pool.query(text, [call.scope, call.key, call.attempt, ...values])
  } catch (error) {
    if (!(error instanceof DatabaseAway)) throw error
    if (attempts > 0) setTimeout(() => write(pool, text, call, values, attempts - 1).catch(() => {}), AGAIN_MS).unref()
  }
}

type Repeat = { scope: string; key: string; hash: string; mayResume: boolean }

async function replay(pool: Pool, { scope, key, hash, mayResume }: Repeat): Promise<Response> {
  const { rows } = await pool.query<Row>(
    `select request_hash, status, body, content_type,
       committed and created_at < now() - make_interval(secs => $3) as is_lost
     from idempotency_key where scope = $1 and key = $2`,
    [scope, key, STALE_SECONDS],
  )
  const first = rows[0]
  if (first && first.request_hash !== hash) throw refuse('idempotency_mismatch')
  // The first call may end between the two statements. The next repeat of a call that may resume then resumes it.
  const isOver = first?.is_lost && !mayResume
  if (!first || first.status === null) throw refuse(isOver ? 'idempotency_committed' : 'idempotency_running')
  const headers = { 'content-type': first.content_type ?? 'application/json', 'idempotency-replayed': 'true' }
  return new Response(first.status === 204 ? null : first.body, { status: first.status, headers })
}

/** Deletes keys that are a day old. A later call with such a key counts as new. */
export async function forgetOldKeys(pool: Pool): Promise<void> {
  await pool.query("delete from idempotency_key where created_at < now() - interval '1 day'")
}

/** Deletes one caller's stored responses because they may hold personal data. @param caller a user's id. */
export const forgetKeys = (db: Db, caller: string) =>
  sql`delete from idempotency_key where starts_with(scope, ${`${caller} `})`.execute(db)

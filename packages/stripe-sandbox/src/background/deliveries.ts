import Stripe from 'stripe'
import type { Queryable } from '../surroundings.ts'
import type { WebhookManner } from '../trouble.ts'

/** Only signs; sends no request. */
const signer = new Stripe('sk_test_signer')

const BATCH = 50
const TIMEOUT_MS = 5_000
/** A process holds a delivery for this time. If the process dies, the delivery is due again after that. */
const LEASE_SECONDS = 8
const FIRST_PAUSE_SECONDS = 1
const LONGEST_PAUSE_SECONDS = 600
/** Stripe gives up after three days; this many attempts last a little longer. */
const MAX_ATTEMPTS = 450

type Config = {
  pool: Queryable
  webhookUrl: string
  webhookSecret: string
  fetch: (url: string, init: RequestInit) => Promise<Response>
  manner: WebhookManner
}
type Taken = { event_id: string; payload: string; attempts: number }
type Result = { id: string; due_at: Date | null; failure: string | null }

const TAKE = `
  with taken as (
    update stripe_sandbox.delivery d set attempts = attempts + 1, due_at = $1::timestamptz + make_interval(secs => $2)
    from stripe_sandbox.event e
    where e.id = d.event_id and d.event_id = any(array(
      select event_id from stripe_sandbox.delivery where due_at <= $1 order by due_at limit $3 for update skip locked))
    returning d.event_id, e.payload, d.attempts, e.seq)
  select event_id, payload, attempts from taken order by seq`

const RECORD = `
  update stripe_sandbox.delivery d set due_at = r.due_at, last_failure = r.failure,
    delivered_at = case when r.failure is null then $1::timestamptz end
  from jsonb_to_recordset($2::jsonb) as r (id text, due_at timestamptz, failure text) where d.event_id = r.id`

/**
 * Sends due events to the webhook endpoint, signed like Stripe's, and records the results. Retries an event with growing pauses until the
 * endpoint answers 2xx.
 * @returns the number of attempted deliveries; `isFull` is false when nothing more is due.
 */
export async function deliverBatch(config: Config, now: Date): Promise<{ tried: number; isFull: boolean }> {
  const { pool } = config
  const values = [now, LEASE_SECONDS, BATCH]
  const taken = await pool.query({ name: 'stripe_sandbox_take', text: TAKE, values })
  const rows = taken.rows as Taken[]
  if (rows.length === 0) return { tried: 0, isFull: false }
  const { copies, order } = config.manner
  const sent = order(rows.flatMap(row => Array.from({ length: copies }, () => row)))
  const results = await Promise.all(sent.map(row => send(config, row, now)))
  // Of several copies of an event the last result counts, as at Stripe when an event is sent to an endpoint again.
  const text = JSON.stringify([...new Map(results.map(result => [result.id, result])).values()])
  await pool.query({ name: 'stripe_sandbox_record', text: RECORD, values: [now, text] })
  return { tried: rows.length, isFull: rows.length === BATCH }
}

async function send(config: Config, { event_id: id, payload, attempts }: Taken, now: Date): Promise<Result> {
  const failure = await post(config, payload, now)
  const givenUp = attempts >= MAX_ATTEMPTS
  const pause = Math.min(FIRST_PAUSE_SECONDS * 2 ** (attempts - 1), LONGEST_PAUSE_SECONDS)
  const due_at = failure === null || givenUp ? null : new Date(now.getTime() + pause * 1000)
  return { id, due_at, failure }
}

/** @returns null when the endpoint accepted the event, else the error. */
async function post(config: Config, payload: string, now: Date): Promise<string | null> {
  const timestamp = Math.floor(now.getTime() / 1000)
  const signature = signer.webhooks.generateTestHeaderString({ payload, secret: config.webhookSecret, timestamp })
  try {
    const response = await config.fetch(config.webhookUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
      body: payload,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await response.body?.cancel()
    return response.ok ? null : `status ${response.status}`
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

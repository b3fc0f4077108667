import { setTimeout as sleep } from 'node:timers/promises'
import type { TestUser } from '#app/testing/users.ts'
import { CARDS } from '#features/orders/testing/shopping.ts'
import type { Role } from '#kernel/rights.ts'
import { newId } from '#platform/values/ids.server.ts'
import type { ShopUnderTest } from './rig.ts'

/** A forbidden response or action of the shop. Ends the campaign. */
export class Broken extends Error {}

/** The last response to a call. `tries` above 1: earlier tries had no response, so the call may already have taken effect. */
export type Answer = { status: number; json: Json; tries: number }
// biome-ignore lint/suspicious/noExplicitAny: answers of many routes, each read by the act that asked.
type Json = any
export type User = TestUser & { role?: Role }

/** An idempotency key whose call died with the database is free again after a minute. */
const PATIENCE_MS = 300_000
const AGAIN_MS = 100
const IS_NO_ANSWER = (status: number, json: Json) =>
  status >= 500 || status === 429 || json?.code === 'idempotency_running'

/**
 * Calls the shop like a browser: repeats a call until a response comes.
 * @param tell receives log lines for the report of a loss.
 */
export function createClient({ origin, observer }: ShopUnderTest, tell: (line: string) => void) {
  /** Issues a current token, like a browser's session refresh, because a membership's start voids some tokens. */
  async function refresh(person: User): Promise<void> {
    const { rows } = await observer.services.pool.query<{ is: boolean }>('select is_subscriber($1) as is', [
      person.userId,
    ])
    const role = person.role ?? null
    const staff = { isAdmin: role !== null, role, ...(role && { authenticatedAt: new Date() }) }
    // Leaves the previous token out of the claims. Otherwise each token would be longer, until the server refuses the header.
    const { userId, email } = person
    const claims = { userId, email, name: 'Sam Porter', ...staff, isSubscriber: rows[0]!.is }
    person.idToken = (await observer.idTokens.issue(claims)).idToken
  }

  async function once(path: string, as: User, json?: object, key?: string) {
    const headers = {
      authorization: `Bearer ${as.idToken}`,
      'content-type': 'application/json',
      ...(key && { 'idempotency-key': key }),
    }
    const response = await fetch(new URL(path, origin), {
      headers,
      ...(json && { method: 'POST', body: JSON.stringify(json) }),
    })
    const text = await response.text()
    if (!text) throw new Error(`${response.status} without a body`)
    return { status: response.status, json: JSON.parse(text) as Json }
  }

  /** @param key the Idempotency-Key. @throws Broken without a response for 300 s. */
  async function call(path: string, as: User, json?: object, key?: string): Promise<Answer> {
    const until = Date.now() + PATIENCE_MS
    let last = ''
    const note = (what: string) => {
      if (what !== last) tell(`${as.email} ${path} → ${what}`)
      last = what
    }
    for (let tries = 1; Date.now() < until; tries++) {
      try {
        const answer = await once(path, as, json, key)
        note(`${answer.status} ${answer.json.code ?? JSON.stringify(answer.json).slice(0, 160)}`)
        if (answer.status === 401) {
          // Token times have a resolution of one second.
          await sleep(1000)
          await refresh(as)
        } else if (!IS_NO_ANSWER(answer.status, answer.json)) return { ...answer, tries }
      } catch (error) {
        note(String((error as Error).cause ?? error))
      }
      await sleep(AGAIN_MS)
    }
    throw new Broken(`${path} of ${as.email} had no answer for ${PATIENCE_MS / 1000} s: ${last}`)
  }

  /** Opens a payment page as the checkout does: a repeat after a lost answer finds its order. */
  const open = (path: string, as: User, json: object): Promise<Answer> => call(path, as, json, newId())

  /** Submits the payment page until it redirects to the shop. @returns the id of the checkout session. */
  async function pay(url: string): Promise<string> {
    const until = Date.now() + PATIENCE_MS
    const form = { number: CARDS.good, exp: '12/34', cvc: '123', name: 'Sam Porter' }
    let last = ''
    while (Date.now() < until) {
      try {
        const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
        last = String(answer.status)
        tell(`${url} → ${last}`)
        if (answer.status === 303) return new URL(answer.headers.get('location')!).searchParams.get('session_id')!
      } catch (error) {
        last = String((error as Error).cause ?? error)
        tell(`${url} → ${last}`)
      }
      await sleep(AGAIN_MS)
    }
    throw new Broken(`The payment page ${url} took no card for ${PATIENCE_MS / 1000} s: ${last}`)
  }

  /** Polls the return page until the shop reports the payment as paid. */
  async function untilPaid(as: User, sessionId: string): Promise<void> {
    const until = Date.now() + PATIENCE_MS
    let last: Answer
    do {
      last = await call(`/api/payments/verify-session?session_id=${sessionId}`, as)
      if (last.status === 200 && last.json.status === 'paid') return
      await sleep(AGAIN_MS)
    } while (Date.now() < until)
    throw new Broken(`${sessionId} of ${as.email} was paid, and is ${last.status} ${JSON.stringify(last.json)}`)
  }

  return { call, open, pay, untilPaid, refresh }
}

export type Client = ReturnType<typeof createClient>

import type { Pool } from '#platform/db/database.server.ts'
import { makeCrowd, makeGiveaways, type User } from '../crowd.ts'
import { noPromises, type Promises } from '../kills/checks/promises.ts'
import { send } from '../load.ts'
import { sized } from '../short.ts'

const WIDTH = 24
const PEOPLE = sized(800, 100)
const LIMIT = 50
/** Claims go to one giveaway after another, each until all have reached its entry limit. */
const SLOTS = PEOPLE * LIMIT
/** One turn of 200 is an order, ten are claims, the rest are reads: at 500 calls/s 9,000 orders an hour. */
const CYCLE = 200
const CLAIMS = 20
/** Of ten readers seven are guests, as in any shop. */
const READS = [
  { path: '/store', signedIn: false },
  { path: '/api/products', signedIn: false },
  { path: '/api/credits', signedIn: true },
  { path: '/giveaways', signedIn: false },
  { path: '/store', signedIn: true },
  { path: '/api/giveaways', signedIn: false },
  { path: '/store', signedIn: false },
  { path: '/api/products', signedIn: false },
  { path: '/api/credits', signedIn: true },
  { path: '/giveaways', signedIn: false },
]
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const CARD = new URLSearchParams({ number: '4242424242424242', exp: '12/34', cvc: '123', name: 'Crowd' }).toString()

export type Bought = { calls: number; perSecond: number; failures: Record<string, number>; promises: Promises }
type Sent = { as?: User; json?: object; form?: string; expected?: number }

/**
 * People who read, claim and buy at a constant rate until `stop`, try nothing twice, and keep what was acknowledged.
 * @param perSecond calls; `Infinity` for as many as 24 at a time make.
 * @param giveaways how many of 40,000 slots there are to claim.
 */
export async function startBuyers(pool: Pool, origin: string, perSecond: number, giveaways = 1) {
  const people = await makeCrowd(pool, PEOPLE, LIMIT * giveaways)
  const open = await makeGiveaways(pool, giveaways, SLOTS, LIMIT)
  await pool.query('update product_variant set stock_on_hand = 10000000 where stock_on_hand is not null')
  const { rows: goods } = await pool.query<{ productId: string; variantId: string }>(
    `select p.id as "productId", min(v.id::text) as "variantId" from product p join product_variant v on v.product_id = p.id
     where p.archived_at is null and v.archived_at is null and p.for_sale and not p.is_subscription group by p.id`,
  )
  const promises = noPromises()
  const failures: Record<string, number> = {}
  let calls = 0
  let claims = 0
  let turn = 0
  let reads = 0
  let isOver = false

  /** @returns the body of the expected answer; anything else counts as a failure. */
  async function call(path: string, { as, json, form, expected = 200 }: Sent): Promise<string | undefined> {
    calls++
    const headers = {
      ...(as && { authorization: `Bearer ${as.token}` }),
      ...(json && { 'content-type': 'application/json' }),
      ...(form && FORM),
    }
    const body = form ?? (json && JSON.stringify(json))
    const answer = await send(new URL(path, origin).href, { headers, ...(body && { method: 'POST', body }) }).catch(
      error => ({ status: error.code ?? 'broken', text: '' }),
    )
    if (answer.status === expected) return answer.text
    const name = `${path.split(/[/?]/).slice(1, 3).join('/')} ${answer.status} ${/"code":"(\w+)/.exec(answer.text)?.[1] ?? ''}`
    failures[name] = (failures[name] ?? 0) + 1
    return undefined
  }

  async function read(n: number, as: User): Promise<void> {
    const { path, signedIn } = READS[n % READS.length]!
    await call(path, signedIn ? { as } : {})
  }

  async function claim(): Promise<void> {
    const n = claims++
    const [as, giveawayId, slot] = [people[n % PEOPLE]!, open[Math.floor(n / SLOTS)]!, 1 + (n % SLOTS)]
    const text = await call(`/api/giveaways/${giveawayId}/entries`, { as, json: { slots: [slot] } })
    if (text) promises.claim.push({ giveawayId, slot, userId: as.userId })
  }

  async function order(as: User, n: number): Promise<void> {
    const items = [{ ...goods[n % goods.length], quantity: 1 }]
    const text = await call('/api/payments/checkout-session', { as, json: { items } })
    if (!text) return
    const { id, orderId, url } = JSON.parse(text)
    promises.order.push({ orderId, userId: as.userId })
    if ((await call(url, { form: CARD, expected: 303 })) === undefined) return
    const verified = await call(`/api/payments/verify-session?session_id=${id}`, { as })
    if (verified && JSON.parse(verified).status === 'paid') promises.payment.push({ orderId })
  }

  const began = performance.now()
  async function shopper(): Promise<void> {
    while (!isOver) {
      const early = began + (calls * 1000) / perSecond - performance.now()
      if (early > 0) await new Promise(done => setTimeout(done, early))
      const n = turn++
      const as = people[n % PEOPLE]!
      if (n % CYCLE === 0) await order(as, n / CYCLE)
      else if (n % CLAIMS === 1) await claim()
      else await read(reads++, as)
    }
  }
  const shoppers = Array.from({ length: WIDTH }, shopper)
  return {
    callsSoFar: () => calls,
    async stop(): Promise<Bought> {
      isOver = true
      await Promise.all(shoppers)
      return { calls, perSecond: (calls * 1000) / (performance.now() - began), failures, promises }
    },
  }
}

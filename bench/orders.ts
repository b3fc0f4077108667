import { freePort } from '#platform/free-port.server.ts'
import type { Site } from './bench-kinds.ts'
import { startCeilings } from './ceilings.ts'
import { makeCrowd } from './crowd.ts'
import { flood } from './flood.ts'
import { loop, median, SECONDS, send } from './load.ts'
import { msPerPiece, processorTimeOf } from './processor-time.ts'
import { sized } from './short.ts'
import { perSecond } from './table.ts'

const WIDTH = 16
/** Processor time of all processes (docs/decisions/0066). */
const AIM_MS = 16
const PEOPLE = sized(200, 40)
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const CARD = new URLSearchParams({ number: '4242424242424242', exp: '12/34', cvc: '123', name: 'Crowd' }).toString()

/** Complete purchases over HTTP: quote, checkout session, payment on the sandbox's page, settlement, and a read of the paid order. */
export async function benchOrders({ pool, shop, add }: Site): Promise<void> {
  const { origin } = shop
  const people = await makeCrowd(pool, PEOPLE, 1)
  await pool.query('update product_variant set stock_on_hand = 10000000')
  const { products } = (await (await fetch(`${origin}/api/products?limit=40`)).json()) as {
    products: { id: string; isSubscription: boolean; inStock: boolean; variants: { id: string; inStock: boolean }[] }[]
  }
  // Buys many products, because a single product would measure the wait for its stock row.
  const goods = products
    .filter(product => product.inStock && !product.isSubscription)
    .map(({ id, variants }) => ({
      productId: id,
      variantId: variants.find(variant => variant.inStock)!.id,
      quantity: 1,
    }))

  async function buy(n: number): Promise<void> {
    const { token } = people[n % people.length]!
    const items = [goods[n % goods.length]!]
    const call = async (path: string, body?: object) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const sent = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers }
      const { status, text } = await send(`${origin}/api${path}`, sent)
      if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`)
      return JSON.parse(text)
    }
    await call('/payments/quote', { items })
    const session = await call('/payments/checkout-session', { items })
    const paid = await send(session.url, { method: 'POST', headers: FORM, body: CARD })
    if (paid.status !== 303) throw new Error(`The payment page answered ${paid.status}.`)
    const { status } = await call(`/payments/verify-session?session_id=${session.id}`)
    if (status !== 'paid') throw new Error(`The order is ${status}.`)
  }
  // Warm-up, until V8 has compiled the code.
  await loop(WIDTH, SECONDS, buy)
  const before = await processorTimeOf(pool, shop)
  let orders = 0
  const rate = await median(() =>
    loop(WIDTH, SECONDS, async n => {
      await buy(n)
      orders++
    }),
  )
  const spent = msPerPiece(before, await processorTimeOf(pool, shop), orders)
  add({
    what: `quote → session → paid → settled, ${WIDTH} at a time`,
    measured: `${perSecond(rate)}; ${spent.all.toFixed(1)} ms of processor time each (shop ${spent.shop.toFixed(1)}, PostgreSQL ${spent.database.toFixed(1)})`,
    ceiling: await bareHono(),
    aim: `${AIM_MS} ms of processor time`,
    ok: spent.all <= AIM_MS,
  })
}

async function bareHono(): Promise<string> {
  const ceilings = await startCeilings(await freePort(), Buffer.alloc(0))
  const { perSecond: rate } = await flood(ceilings.origin, () => '/bytes', 8).finally(ceilings.stop)
  return `${perSecond(rate)}, bare Hono with 5 kB`
}

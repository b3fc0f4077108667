import type { Pool } from '#platform/db/database.server.ts'
import { makeCrowd } from './crowd.ts'
import { loop, median, SECONDS } from './load.ts'
import { type Line, perSecond } from './table.ts'

const WIDTH = 16
const AIM = 200
const CARD = new URLSearchParams({ number: '4242424242424242', exp: '12/34', cvc: '123', name: 'Crowd' })

/** Whole purchases by HTTP: quote, checkout session, payment on the sandbox's page, settled and read back as paid. */
export async function benchOrders(pool: Pool, origin: string): Promise<Line> {
  const people = await makeCrowd(pool, 200, 1)
  await pool.query('update product_variant set stock_on_hand = 10000000')
  const { products } = (await (await fetch(`${origin}/api/products?limit=12&type=all`)).json()) as {
    products: { id: string; isSubscription: boolean; inStock: boolean; variants: { id: string }[] }[]
  }
  const { id: productId, variants } = products.find(product => !product.isSubscription)!
  const items = [{ productId, variantId: variants[0]!.id, quantity: 1 }]

  async function buy(n: number): Promise<void> {
    const { token } = people[n % people.length]!
    const call = async (path: string, body?: object) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const response = await fetch(`${origin}/api${path}`, {
        method: body ? 'POST' : 'GET',
        headers,
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
      return response.json()
    }
    await call('/payments/quote', { items })
    const session = await call('/payments/checkout-session', { items })
    const paid = await fetch(session.url, { method: 'POST', body: CARD, redirect: 'manual' })
    if (paid.status !== 303) throw new Error(`The payment page answered ${paid.status}.`)
    const { status } = await call(`/payments/verify-session?session_id=${session.id}`)
    if (status !== 'paid') throw new Error(`The order is ${status}.`)
  }
  const rate = await median(() => loop(WIDTH, SECONDS, buy))
  return {
    what: `quote → session → paid → settled, ${WIDTH} at a time`,
    measured: perSecond(rate),
    ceiling: '',
    aim: perSecond(AIM),
    ok: rate >= AIM,
  }
}

import type { TestShop } from '#app/testing/shop.ts'
import type { TestUser } from '#app/testing/users.ts'
import type { Tier } from '#kernel/values/tiers.ts'
import type { Db } from '#platform/db/database.server.ts'
import { newId } from '#platform/values/ids.server.ts'

export type Goods = {
  name?: string
  priceCents?: number
  saleCents?: number | null
  tier?: Tier
  entries?: number
  /** Units of each variant; null for stock that is not counted. */
  stock?: (number | null)[]
  interval?: 'month' | 'year'
}

/** Test cards of the sandbox, as named in api.md. */
export const CARDS = { good: '4242 4242 4242 4242', declined: '4000 0000 0000 0002' }

/** Adds a product with one variant per stock number. */
export async function addProduct(db: Db, { stock = [100], ...goods }: Goods = {}) {
  const id = newId()
  const name = goods.name ?? `Canteen ${id.slice(-6)}`
  await db
    .insertInto('product')
    .values({
      id,
      slug: id,
      name,
      price_cents: goods.priceCents ?? 4000,
      sale_price_cents: goods.saleCents ?? null,
      tier: goods.tier ?? 'Silver',
      entries: goods.entries ?? 2,
      category: 'Test',
      is_subscription: goods.interval !== undefined,
      interval: goods.interval ?? 'month',
    })
    .execute()
  const variants = stock.map((stock_on_hand, position) => ({
    id: newId(),
    product_id: id,
    sku: `${id}-${position}`,
    options: JSON.stringify(stock.length > 1 ? { size: String(position) } : {}),
    position,
    stock_on_hand,
  }))
  await db.insertInto('product_variant').values(variants).execute()
  return { id, name, variantId: variants[0]!.id, item: { productId: id, variantId: variants[0]!.id, quantity: 1 } }
}

/** A shopper's actions in a shop under test, through the HTTP API. */
export function shoppingIn(shop: TestShop) {
  const { db } = shop.services

  const checkout = (as: TestUser, items: object[], extra: object = {}) =>
    shop.call('/api/payments/checkout-session', { as, json: { items, ...extra } })

  /** Fills in the payment page. @returns the address to which it redirects. */
  async function pay(url: string, number = CARDS.good): Promise<URL> {
    const form = new URLSearchParams({ number, exp: '12/34', cvc: '123', name: 'Sam Porter' })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await shop.call(url, { method: 'POST', body: form.toString(), headers })
    const location = answer.headers.get('location')
    if (answer.status !== 303 || !location) throw new Error(`The payment page answered ${answer.status}`)
    return new URL(location)
  }

  const verify = (as: TestUser, sessionId: string) =>
    shop.call(`/api/payments/verify-session?session_id=${sessionId}`, { as })

  const stockOf = (variantId: string) =>
    db
      .selectFrom('product_variant')
      .select(['stock_on_hand', 'held'])
      .where('id', '=', variantId)
      .executeTakeFirstOrThrow()

  const orderRow = (id: string) =>
    db.selectFrom('customer_order').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  return { addProduct: (goods?: Goods) => addProduct(db, goods), checkout, pay, verify, stockOf, orderRow }
}

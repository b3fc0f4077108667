import { expect } from 'vitest'
import type { TestShop } from '#app/testing/shop.ts'
import type { TestUser } from '#app/testing/users.ts'
import { staffingIn } from '#features/orders/testing/staffing.ts'
import { newId } from '#platform/values/ids.server.ts'

export const WORDS = { rating: 4, title: 'Does what it says', body: 'Carried it for a week.\nNo complaints.' }

/** Reviews in a shop under test: delivered orders, words of buyers, decisions of staff. */
export async function reviewingIn(shop: TestShop) {
  const staffing = await staffingIn(shop)
  const { db, pool } = shop.services

  /** An order of a product by a user, delivered now. Written to the tables, because a checkout has tests of its own. */
  async function deliver(as: TestUser, product: { id: string; variantId: string; name: string }): Promise<string> {
    const id = newId()
    const now = shop.clock.now()
    const money = { subtotal_cents: 4000, discount_cents: 0, fee_cents: 200, fee_client_cents: 140 }
    await db
      .insertInto('customer_order')
      .values({
        ...{ id, user_id: as.userId, status: 'paid', mode: 'payment', email: as.email, ...money },
        ...{ fee_platform_cents: 60, shipping_cents: 0, tax_cents: 0, total_cents: 4200, payment_method: 'none' },
        ...{ created_at: now, expires_at: now, next_reconcile_at: now, paid_at: now },
        ...{ fulfilment: 'delivered', carrier: 'UPS' },
      })
      .execute()
    await db
      .insertInto('order_line')
      .values({
        ...{ order_id: id, position: 0, product_id: product.id, variant_id: product.variantId, name: product.name },
        ...{ options: '{}', tier: 'Silver', entries: 0, list_cents: 4000, unit_cents: 4000, quantity: 1 },
      })
      .execute()
    await db.insertInto('order_event').values({ id: newId(), order_id: id, kind: 'delivered', at: now }).execute()
    return id
  }

  /** A product, and a buyer to whom it was delivered. */
  async function bought({ as, name }: { as?: TestUser; name?: string } = {}) {
    const product = await staffing.addProduct(name ? { name } : {})
    const buyer = as ?? (await shop.addUser())
    const orderId = await deliver(buyer, product)
    return { product, buyer, orderId }
  }

  const write = (as: TestUser, productId: string, words: object = {}) =>
    shop.call(`/api/products/${productId}/reviews`, { as, json: { ...WORDS, ...words } })
  const change = (as: TestUser, id: string, json: object) =>
    shop.call(`/api/reviews/${id}`, { as, method: 'PATCH', json })
  const withdraw = (as: TestUser, id: string) => shop.call(`/api/reviews/${id}`, { as, method: 'DELETE' })
  const mine = async (as: TestUser, productId: string) =>
    (await shop.call(`/api/products/${productId}/reviews/mine`, { as })).json
  const listed = async (productId: string, query = '') =>
    (await shop.call(`/api/products/${productId}/reviews${query}`)).json

  const queue = async (status = 'waiting') => (await staffing.staff(`reviews?status=${status}&limit=100`)).json.reviews
  const versionOf = async (id: string): Promise<number> => {
    const { version } = await db
      .selectFrom('product_review')
      .select('version')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return version
  }
  const approve = async (id: string, version?: number) =>
    staffing.staff(`reviews/${id}/approve`, { version: version ?? (await versionOf(id)) })
  const reject = async (id: string, reason = 'Advertising.', version?: number) =>
    staffing.staff(`reviews/${id}/reject`, { reason, version: version ?? (await versionOf(id)) })

  /** A published review. */
  async function published({ productId, ...rest }: { productId?: string; rating?: number } = {}) {
    const { product, buyer } = await bought()
    if (productId) await deliver(buyer, { ...product, id: productId })
    const { json, status } = await write(buyer, productId ?? product.id, rest)
    expect(status, JSON.stringify(json)).toBe(200)
    expect((await approve(json.id)).status).toBe(200)
    return { id: json.id as string, buyer, product: productId ? { ...product, id: productId } : product }
  }

  /** Expects that the sums of every product equal a recount of its published reviews. */
  async function expectSumsRight() {
    const { rows } = await pool.query(`
      select p.id, p.rating_count, p.rating_total, p.rating_stars, r.n, r.total, r.stars from product p, lateral (
        select count(*) as n, coalesce(sum(rating), 0) as total, array[
          count(*) filter (where rating = 1), count(*) filter (where rating = 2), count(*) filter (where rating = 3),
          count(*) filter (where rating = 4), count(*) filter (where rating = 5)]::integer[] as stars
        from product_review where product_id = p.id and status = 'published') r
      where p.rating_count <> r.n or p.rating_total <> r.total or p.rating_stars <> r.stars`)
    expect(rows).toEqual([])
  }

  const acts = { deliver, bought, write, change, withdraw, mine, listed, queue, versionOf, approve, reject, published }
  return { ...staffing, ...acts, expectSumsRight }
}

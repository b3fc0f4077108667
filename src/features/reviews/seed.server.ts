import { readCatalogPrices } from '#features/catalog/queries/prices.server.ts'
import { listDeliveries } from '#features/orders/history/queries/deliveries.server.ts'
import type { TransactionContext } from '#kernel/context.ts'
import { DAY_MS } from '#kernel/values/durations.ts'
import { newId } from '#platform/values/ids.server.ts'
import { DEMO_REVIEWS } from '../../../db/demo/reviews.ts'
import { authorOf } from './rules.ts'

/** Days between a delivery of the demo and its review. */
const DAYS_AFTER = 5
/** The newest reviews of the demo wait for staff. */
const WAITING = 3
const MOST_ORDERS = 1000

/**
 * Gives the demo's reviews to buyers whose order with the product was delivered, one a user and product. A product has as many reviews as
 * the demo has words for, and at most as many as it has buyers.
 */
export async function seedReviews(tx: TransactionContext, people: readonly { userId: string; name: string }[]) {
  const now = +tx.now()
  const names = new Map(people.map(({ userId, name }) => [userId, name]))
  const deliveries = await listDeliveries(tx, { from: new Date(0), to: tx.now(), after: undefined, limit: MOST_ORDERS })
  const bought = deliveries.flatMap(({ products, ...delivery }) =>
    products.map(({ id }) => ({ productId: id, ...delivery })),
  )
  const goods = await readCatalogPrices(tx, [...new Set(bought.map(({ productId }) => productId))])
  const rows = [...goods.values()].flatMap(({ productId, slug }) => {
    const buyers = new Map(bought.filter(one => one.productId === productId).map(one => [one.userId, one]))
    const words = DEMO_REVIEWS.filter(review => review.product === slug)
    return [...buyers.values()].slice(0, words.length).map(({ orderId, userId, deliveredAt }, at) => {
      const { rating, title, body } = words[at]!
      const created = new Date(Math.min(+deliveredAt + DAYS_AFTER * DAY_MS, (now + +deliveredAt) / 2))
      return {
        ...{ id: newId(), product_id: productId, user_id: userId, order_id: orderId },
        ...{ author: authorOf(names.get(userId) ?? ''), rating, title, body, created_at: created },
      }
    })
  })
  const sorted = rows.toSorted((a, b) => +b.created_at - +a.created_at)
  const stored = sorted.map((row, at) => ({
    ...row,
    ...(at < WAITING ? { status: 'pending' } : { status: 'published', moderated_at: row.created_at }),
  }))
  if (stored.length > 0) await tx.db.insertInto('product_review').values(stored).execute()
}

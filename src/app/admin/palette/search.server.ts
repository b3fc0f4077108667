import { findProducts } from '#features/catalog/queries/find-products.server.ts'
import { findGiveaways } from '#features/giveaways/giveaway/queries/find-giveaways.server.ts'
import { findOrders } from '#features/orders/history/admin/queries/find-orders.server.ts'
import { findUsers } from '#features/users/queries/search-users.server.ts'
import { perMinute, staff } from '#kernel/api/api.server.ts'
import { defineRoute, newApi } from '#kernel/api/define-route.server.ts'
import type { Context } from '#kernel/context.ts'
import { runCostly } from '#kernel/costly/run-costly.server.ts'
import { hasRight, type Right } from '#kernel/rights.ts'
import { toDollars } from '#kernel/values/money.ts'
import { shopDayOf } from '#kernel/values/shop-day.ts'
import { type Found, FoundList, LEAST_CHARACTERS, SearchQuery } from './contract.ts'

/** Results per kind; the list itself has all. */
const OF_EACH = 5

type Search = { kind: Found['kind']; right: Right; find: (ctx: Context, q: string) => Promise<Omit<Found, 'kind'>[]> }

const SEARCHES: readonly Search[] = [
  {
    kind: 'person',
    right: 'people.read',
    find: async (ctx, q) =>
      (await findUsers(ctx, { q, limit: OF_EACH })).map(({ id, name, email }) => ({
        id,
        title: name,
        detail: email,
      })),
  },
  {
    kind: 'order',
    right: 'orders.read',
    find: async (ctx, q) =>
      (await findOrders(ctx, q, OF_EACH)).map(({ id, reference, email, totalCents }) => ({
        id,
        title: reference,
        detail: `${email} · $${toDollars(totalCents).toFixed(2)}`,
      })),
  },
  {
    kind: 'giveaway',
    right: 'giveaways.read',
    find: async (ctx, q) =>
      (await findGiveaways(ctx, q, OF_EACH)).map(({ id, title, tier, endDate }) => ({
        id,
        title,
        detail: endDate ? `${tier}, until ${shopDayOf(endDate)}` : `${tier}, without an end`,
      })),
  },
  {
    kind: 'product',
    right: 'products.read',
    find: async (ctx, q) =>
      (await findProducts(ctx, q, OF_EACH)).map(({ id, name }) => ({ id, title: name, detail: '' })),
  },
]

/** Search of the admin palette. Every lookup uses an index and returns at most five rows. */
export const adminSearchApi = () =>
  newApi(
    defineRoute('get', '/admin/search', staff('overview.read', perMinute(300)), {
      summary: "Search users, orders, giveaways and products, limited to those that the caller's role may read",
      query: SearchQuery,
      answers: FoundList,
      handler: async ({ ctx, query: { q } }) => {
        if (q.length < LEAST_CHARACTERS) return { found: [] }
        const allowed = SEARCHES.filter(({ right }) => hasRight(ctx.actor?.role, right))
        const found = await runCostly(ctx, 'searches', () =>
          Promise.all(allowed.map(async ({ kind, find }) => (await find(ctx, q)).map(one => ({ kind, ...one })))),
        )
        return { found: found.flat() }
      },
    }),
  )

export type AdminSearchApi = ReturnType<typeof adminSearchApi>

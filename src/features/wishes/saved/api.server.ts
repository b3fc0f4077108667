import { access, callerId, defineRoute, newApi, perMinute, z } from '#kernel/api/api.server.ts'
import { JoinWishesBody, SaveWishBody, WishesQuery, WishIds, WishList } from '../contract.ts'
import type { WishesPorts } from '../ports.ts'
import { joinWishes, removeWish, saveWish } from './commands.server.ts'
import { listWishes, wishIdsOf } from './queries.server.ts'

const byProduct = z.object({ productId: z.uuid() })
const WRITING = perMinute(120)

const list = defineRoute('get', '/my/wishlist', access('user'), {
  summary: "Get the caller's wish list with current prices and stock, last saved first",
  query: WishesQuery,
  answers: WishList,
})

const ids = defineRoute('get', '/my/wishlist/ids', access('user'), {
  summary: "List the caller's saved products and variants by id, at most 200",
  answers: WishIds,
})

const save = defineRoute('put', '/my/wishlist/{productId}', access('user', WRITING), {
  summary: 'Save a product or a variant to the wish list; a saved product takes the variant and keeps its place',
  params: byProduct,
  body: SaveWishBody,
  answers: WishIds,
})

const remove = defineRoute('delete', '/my/wishlist/{productId}', access('user', WRITING), {
  summary: 'Remove a product from the wish list; idempotent',
  params: byProduct,
  answers: WishIds,
})

const join = defineRoute('post', '/my/wishlist/join', access('user', WRITING), {
  summary: 'Add the list that a guest kept in the browser to the wish list; saved products stay unchanged',
  body: JoinWishesBody,
  answers: WishIds,
})

/** API routes of the wish list. Each change answers the saved products, for the hearts of the page. */
export const savedApi = (ports: WishesPorts) =>
  newApi()
    .openapi(list, async c =>
      c.json(await listWishes(c.var.ctx, ports, { userId: callerId(c), ...c.req.valid('query') }), 200),
    )
    .openapi(ids, async c => c.json({ items: await wishIdsOf(c.var.ctx, callerId(c)) }, 200))
    .openapi(save, async c => {
      const userId = callerId(c)
      await saveWish(c.var.ctx, ports, { userId, ...c.req.valid('param'), ...c.req.valid('json') })
      return c.json({ items: await wishIdsOf(c.var.ctx, userId) }, 200)
    })
    .openapi(remove, async c => {
      const userId = callerId(c)
      await removeWish(c.var.ctx, userId, c.req.valid('param').productId)
      return c.json({ items: await wishIdsOf(c.var.ctx, userId) }, 200)
    })
    .openapi(join, async c => {
      const userId = callerId(c)
      await joinWishes(c.var.ctx, ports, { userId, items: c.req.valid('json').items })
      return c.json({ items: await wishIdsOf(c.var.ctx, userId) }, 200)
    })

export type SavedApi = ReturnType<typeof savedApi>

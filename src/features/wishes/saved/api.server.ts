import { access, callerId, perMinute, z } from '#kernel/api/api.server.ts'
import { defineRoute, newApi } from '#kernel/api/define-route.server.ts'
import { JoinWishesBody, SaveWishBody, WISH_ERRORS, WishesQuery, WishIds, WishList } from '../contract.ts'
import type { WishesPorts } from '../ports.ts'
import { joinWishes, removeWish, saveWish } from './commands.server.ts'
import { listWishes, listWishIds } from './queries.server.ts'

const byProduct = z.object({ productId: z.uuid() })
const WRITING = perMinute(120)

/** API routes of the wish list. Each change answers the saved products, for the hearts of the page. */
export const savedApi = (ports: WishesPorts) =>
  newApi(
    defineRoute('get', '/my/wishlist', access('user'), {
      summary: "Get the caller's wish list with current prices and stock, last saved first",
      query: WishesQuery,
      answers: WishList,
      handler: ({ ctx, query }) => listWishes(ctx, ports, { userId: callerId(ctx), ...query }),
    }),

    defineRoute('get', '/my/wishlist/ids', access('user'), {
      summary: "List the caller's saved products and variants by id, at most 200",
      answers: WishIds,
      handler: async ({ ctx }) => ({ items: await listWishIds(ctx, callerId(ctx)) }),
    }),

    defineRoute('put', '/my/wishlist/{productId}', access('user', WRITING), {
      summary: 'Save a product or a variant to the wish list; a saved product takes the variant and keeps its place',
      params: byProduct,
      body: SaveWishBody,
      answers: WishIds,
      refuses: [WISH_ERRORS],
      handler: async ({ ctx, params, body }) => {
        const userId = callerId(ctx)
        await saveWish(ctx, ports, { userId, ...params, ...body })
        return { items: await listWishIds(ctx, userId) }
      },
    }),

    defineRoute('delete', '/my/wishlist/{productId}', access('user', WRITING), {
      summary: 'Remove a product from the wish list; idempotent',
      params: byProduct,
      answers: WishIds,
      handler: async ({ ctx, params }) => {
        const userId = callerId(ctx)
        await removeWish(ctx, userId, params.productId)
        return { items: await listWishIds(ctx, userId) }
      },
    }),

    defineRoute('post', '/my/wishlist/join', access('user', WRITING), {
      summary: 'Add the list that a guest kept in the browser to the wish list; saved products stay unchanged',
      body: JoinWishesBody,
      answers: WishIds,
      handler: async ({ ctx, body }) => {
        const userId = callerId(ctx)
        await joinWishes(ctx, ports, { userId, items: body.items })
        return { items: await listWishIds(ctx, userId) }
      },
    }),
  )

export type SavedApi = ReturnType<typeof savedApi>

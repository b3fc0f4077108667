import { access, callerId } from '#kernel/api/api.server.ts'
import { defineRoute, newApi } from '#kernel/api/define-route.server.ts'
import { saveCart } from './commands.server.ts'
import { CART_ERRORS, SaveCartBody, SavedCart } from './contract.ts'
import type { CartPorts } from './ports.ts'
import { readSavedCart } from './queries.server.ts'

export const cartApi = (ports: CartPorts) =>
  newApi(
    defineRoute('get', '/my/cart', access('user'), {
      summary: "Get the caller's cart, shared by all devices: items and quantities, without prices",
      answers: SavedCart,
      handler: ({ ctx }) => readSavedCart(ctx, callerId(ctx)),
    }),

    defineRoute('put', '/my/cart', access('user'), {
      summary:
        "Save the caller's whole cart, each line capped at the units left; 409 with the stored cart if another device saved first",
      body: SaveCartBody,
      answers: SavedCart,
      refuses: [CART_ERRORS],
      handler: ({ ctx, body }) => saveCart(ctx, ports, { userId: callerId(ctx), ...body }),
    }),
  )

export type CartApi = ReturnType<typeof cartApi>

import { access, callerId, defineRoute, newApi } from '#kernel/api/api.server.ts'
import { saveCart } from './commands.server.ts'
import { SaveCartBody, SavedCart } from './contract.ts'
import type { CartPorts } from './ports.ts'
import { savedCartOf } from './queries.server.ts'

const read = defineRoute('get', '/my/cart', access('user'), {
  summary: "Get the caller's cart, shared by all devices: items and quantities, without prices",
  answers: SavedCart,
})

const save = defineRoute('put', '/my/cart', access('user'), {
  summary:
    "Save the caller's whole cart, each line capped at the units left; 409 with the stored cart if another device saved first",
  body: SaveCartBody,
  answers: SavedCart,
})

export const cartApi = (ports: CartPorts) =>
  newApi()
    .openapi(read, async c => c.json(await savedCartOf(c.var.ctx, callerId(c)), 200))
    .openapi(save, async c =>
      c.json(await saveCart(c.var.ctx, ports, { userId: callerId(c), ...c.req.valid('json') }), 200),
    )

export type CartApi = ReturnType<typeof cartApi>

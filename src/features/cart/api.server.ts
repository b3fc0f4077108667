import { access, actorOf, defineRoute, newApi } from '#kernel/api/api.server.ts'
import { saveCart } from './commands.server.ts'
import { SaveCartBody, SavedCart } from './contract.ts'
import type { CartPorts } from './ports.ts'
import { savedCartOf } from './queries.server.ts'

const read = defineRoute('get', '/my/cart', access('user'), {
  summary: 'The cart that follows one from device to device: what and how many, without prices',
  answers: SavedCart,
})

const save = defineRoute('put', '/my/cart', access('user'), {
  summary:
    'Saves the whole cart, at most the units left of each thing; 409 with the cart as it is when another device was quicker',
  body: SaveCartBody,
  answers: SavedCart,
})

export const cartApi = (ports: CartPorts) =>
  newApi()
    .openapi(read, async c => c.json(await savedCartOf(c.var.ctx, actorOf(c.var.ctx).userId), 200))
    .openapi(save, async c => {
      const { ctx } = c.var
      return c.json(await saveCart(ctx, ports, { userId: actorOf(ctx).userId, ...c.req.valid('json') }), 200)
    })

export type CartApi = ReturnType<typeof cartApi>

import { Hono } from 'hono'
import { z } from 'zod'
import { expand, paging, text } from '../params.server.ts'
import { type Api, endpoint } from './endpoint.server.ts'
import { listKind } from './listing.server.ts'

const list = z.strictObject({
  ...paging,
  customer: text.optional(),
  subscription: text.optional(),
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).optional(),
})

/** `/v1/invoices`, to read; subscriptions make them. */
export function invoices(api: Api): Hono {
  const app = new Hono()
  app.get(
    '/',
    endpoint(api, list, (work, params) => {
      const { customer, subscription, status } = params
      return listKind(work, 'invoice', '/v1/invoices', params, [customer, subscription], status && { status })
    }),
  )
  app.get(
    '/:id',
    endpoint(api, z.strictObject({ expand }), async (work, _params, id) => {
      await work.load([id])
      return work.get('invoice', id).data
    }),
  )
  return app
}

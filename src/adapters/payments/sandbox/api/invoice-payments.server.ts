import { Hono } from 'hono'
import { z } from 'zod'
import { created, expand, paging, text } from '../params.server.ts'
import { type Api, endpoint } from './endpoint.server.ts'
import { listKind } from './listing.server.ts'

const filter = z.strictObject({
  ...paging,
  created,
  invoice: text.optional(),
  payment: z.strictObject({ type: z.literal('payment_intent'), payment_intent: text.optional() }).optional(),
  status: z.enum(['open', 'paid', 'canceled']).optional(),
})

/** `/v1/invoice_payments`: which payment belongs to which invoice, read only. */
export function invoicePayments(api: Api): Hono {
  const app = new Hono()
  app.get(
    '/',
    endpoint(api, filter, (work, params) => {
      const { invoice, payment, status } = params
      const refs = [invoice, payment?.payment_intent]
      return listKind(work, 'invoice_payment', '/v1/invoice_payments', params, refs, status && { status })
    }),
  )
  app.get(
    '/:id',
    endpoint(api, z.strictObject({ expand }), async (work, _params, id) => {
      await work.load([id])
      return work.get('invoice_payment', id).data
    }),
  )
  return app
}

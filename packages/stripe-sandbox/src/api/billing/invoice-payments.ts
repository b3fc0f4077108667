import { Hono } from 'hono'
import { z } from 'zod'
import { type Api, endpoint, retrieval } from '../../request/endpoint.ts'
import { listKind } from '../../request/listing.ts'
import { created, paging, text } from '../../request/params.ts'

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
  app.get('/:id', retrieval(api, 'invoice_payment'))
  return app
}

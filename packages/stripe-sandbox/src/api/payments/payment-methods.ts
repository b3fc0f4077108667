import { Hono } from 'hono'
import { z } from 'zod'
import { cardOfPaymentMethod } from '../../payments/cards.ts'
import { type Api, endpoint, retrieval } from '../../request/endpoint.ts'
import { invalid, missing } from '../../request/faults.ts'
import { expand, text } from '../../request/params.ts'
import { attachCard, detachCard } from '../../subscriptions/saving-cards.ts'

/** `/v1/payment_methods`: saved cards, cards of subscriptions, and Stripe's predefined test methods to attach. */
export function paymentMethods(api: Api): Hono {
  const app = new Hono()
  app.get('/:id', retrieval(api, 'payment_method'))
  app.post(
    '/:id/attach',
    endpoint(api, z.strictObject({ customer: text, expand }), async (work, params, id) => {
      const customer = await work.retrieve('customer', params.customer, 'customer')
      const card = cardOfPaymentMethod(id, work.now)
      if (!card) throw missing('PaymentMethod', id, 'payment_method', 404)
      return attachCard(work, customer, card).data
    }),
  )
  app.post(
    '/:id/detach',
    endpoint(api, z.strictObject({ expand }), async (work, _params, id) => {
      const method = await work.retrieve('payment_method', id)
      if (!method.data.customer) {
        throw invalid('The payment method you provided is not attached to a customer so detachment is impossible.')
      }
      detachCard(work, method)
      return method.data
    }),
  )
  return app
}

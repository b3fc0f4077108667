import { Hono } from 'hono'
import type Stripe from 'stripe'
import { z } from 'zod'
import type { Row } from '../../books/kinds.ts'
import type { Work } from '../../books/work.ts'
import { newCustomer } from '../../objects/customer.ts'
import { type Api, endpoint, retrieval } from '../../request/endpoint.ts'
import { missing } from '../../request/faults.ts'
import { listKind } from '../../request/listing.ts'
import { email, expand, mergedMetadata, metadata, paging, text } from '../../request/params.ts'
import { detachCard } from '../../subscriptions/saving-cards.ts'

const write = z.strictObject({
  email: email.optional(),
  name: z.string().max(256).optional(),
  phone: z.string().max(20).optional(),
  description: text.optional(),
  metadata: metadata.optional(),
  expand,
})

/** `/v1/customers`. */
export function customers(api: Api): Hono {
  const app = new Hono()
  app.post(
    '/',
    endpoint(api, write, async (work, params) => {
      const customer = work.create('customer', newCustomer(params, work.seconds))
      work.emit('customer.created', customer.data)
      return customer.data
    }),
  )
  app.get(
    '/',
    endpoint(api, z.strictObject({ ...paging, email: email.optional() }), (work, params) =>
      listKind(work, 'customer', '/v1/customers', params, [], params.email ? { email: params.email } : {}),
    ),
  )
  app.get('/:id', retrieval(api, 'customer'))
  app.post(
    '/:id',
    endpoint(api, write, async (work, { metadata, expand: _, ...fields }, id) => {
      const customer = await loaded(work, id)
      work.change(customer, { ...fields, metadata: mergedMetadata(customer.data.metadata, metadata) })
      work.emit('customer.updated', customer.data)
      return customer.data
    }),
  )
  app.delete(
    '/:id',
    endpoint(api, z.strictObject({ expand }), async (work, _params, id) => {
      const customer = await loaded(work, id)
      const cards = await cardsOf(work, id, { limit: 100 })
      await work.load(cards.data.map(card => card.id))
      for (const card of cards.data) detachCard(work, work.get('payment_method', card.id))
      work.emit('customer.deleted', customer.data)
      // The id stays known, as at Stripe, and answers that its customer is gone.
      const gone: Stripe.DeletedCustomer = { id, object: 'customer', deleted: true }
      work.replace(customer, gone as unknown as Stripe.Customer, null)
      return gone
    }),
  )
  const methods = z.strictObject({
    ...paging,
    type: z.literal('card').optional(),
    allow_redisplay: z.enum(['always', 'limited', 'unspecified']).optional(),
  })
  app.get(
    '/:id/payment_methods',
    endpoint(api, methods, async (work, params, id) => {
      await loaded(work, id)
      return cardsOf(work, id, params)
    }),
  )
  return app
}

type CardsPage = { limit: number; allow_redisplay?: string | undefined }

function cardsOf(work: Work, id: string, { allow_redisplay, ...page }: CardsPage) {
  const url = `/v1/customers/${id}/payment_methods`
  return listKind(work, 'payment_method', url, page, [id], allow_redisplay ? { allow_redisplay } : {})
}

async function loaded(work: Work, id: string): Promise<Row<'customer'>> {
  const customer = await work.retrieve('customer', id)
  if ('deleted' in customer.data) throw missing('customer', id, 'id', 404)
  return customer
}

import { Hono } from 'hono'
import { z } from 'zod'
import type { Row } from '../../books/kinds.ts'
import type { Work } from '../../books/work.ts'
import { newCustomer } from '../../objects/customer.ts'
import { type Api, endpoint } from '../../request/endpoint.ts'
import { listKind } from '../../request/listing.ts'
import { email, expand, mergedMetadata, metadata, paging, text } from '../../request/params.ts'

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
  app.get(
    '/:id',
    endpoint(api, z.strictObject({ expand }), async (work, _params, id) => (await loaded(work, id)).data),
  )
  app.post(
    '/:id',
    endpoint(api, write, async (work, { metadata, expand: _, ...fields }, id) => {
      const customer = await loaded(work, id)
      work.change(customer, { ...fields, metadata: mergedMetadata(customer.data.metadata, metadata) })
      work.emit('customer.updated', customer.data)
      return customer.data
    }),
  )
  return app
}

async function loaded(work: Work, id: string): Promise<Row<'customer'>> {
  await work.load([id])
  return work.get('customer', id)
}

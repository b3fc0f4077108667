import { Hono } from 'hono'
import { z } from 'zod'
import { newPrice, newProduct } from '../../objects/catalogue.ts'
import { type Api, endpoint, retrieval } from '../../request/endpoint.ts'
import { listKind } from '../../request/listing.ts'
import { address, cents, currency, expand, flag, mergedMetadata, metadata, paging, text } from '../../request/params.ts'
import { recurring } from './line-items.ts'

const product = {
  description: text.optional(),
  images: z.array(address).max(8).optional(),
  metadata: metadata.optional(),
  active: flag.optional(),
  expand,
}
const name = z.string().min(1).max(250)

/** `/v1/products`. */
export function products(api: Api): Hono {
  const app = new Hono()
  app.post(
    '/',
    endpoint(api, z.strictObject({ ...product, name, id: text.optional() }), async (work, params) => {
      const made = work.create('product', newProduct(params, work.seconds, params.id))
      work.emit('product.created', made.data)
      return made.data
    }),
  )
  app.get(
    '/',
    endpoint(api, z.strictObject({ ...paging, active: flag.optional() }), (work, params) => {
      const match = params.active === undefined ? {} : { active: params.active }
      return listKind(work, 'product', '/v1/products', params, [], match)
    }),
  )
  app.get('/:id', retrieval(api, 'product'))
  app.post(
    '/:id',
    endpoint(api, z.strictObject({ ...product, name: name.optional() }), async (work, params, id) => {
      const row = await work.retrieve('product', id)
      const { metadata, expand: _, ...fields } = params
      const patch = { ...fields, metadata: mergedMetadata(row.data.metadata, metadata), updated: work.seconds }
      work.change(row, patch as Partial<typeof row.data>)
      work.emit('product.updated', row.data)
      return row.data
    }),
  )
  return app
}

const price = { nickname: text.optional(), lookup_key: text.optional(), metadata: metadata.optional(), expand }

/** `/v1/prices`. */
export function prices(api: Api): Hono {
  const app = new Hono()
  const create = z.strictObject({
    ...price,
    product: text,
    unit_amount: cents,
    currency,
    recurring: recurring.optional(),
  })
  app.post(
    '/',
    endpoint(api, create, async (work, params) => {
      await work.retrieve('product', params.product, 'product')
      const made = work.create('price', newPrice(params, work.seconds))
      work.emit('price.created', made.data)
      return made.data
    }),
  )
  app.get(
    '/',
    endpoint(api, z.strictObject({ ...paging, product: text.optional(), active: flag.optional() }), (work, params) => {
      const match = params.active === undefined ? {} : { active: params.active }
      return listKind(work, 'price', '/v1/prices', params, [params.product], match)
    }),
  )
  app.get('/:id', retrieval(api, 'price'))
  app.post(
    '/:id',
    endpoint(api, z.strictObject({ ...price, active: flag.optional() }), async (work, params, id) => {
      const row = await work.retrieve('price', id)
      const { metadata, expand: _, ...fields } = params
      work.change(row, { ...fields, metadata: mergedMetadata(row.data.metadata, metadata) } as Partial<typeof row.data>)
      work.emit('price.updated', row.data)
      return row.data
    }),
  )
  return app
}

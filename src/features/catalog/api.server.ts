import { publicPictureUrl } from '#adapters/images/public-picture.server.ts'
import { access, answers, createRoute, newApi, showing, z } from '#kernel/api/api.server.ts'
import { ListQuery, Product, ProductList } from './contract.ts'
import { listProducts } from './queries/list-products.server.ts'
import { productOf, similarProducts } from './queries/products.server.ts'

const byId = z.object({ id: z.string().max(140).meta({ description: 'Id or slug' }) })

const list = createRoute({
  ...access('anyone'),
  method: 'get',
  path: '/products',
  summary: 'Products of the store, filtered, sorted and paged, with the counts of every filter',
  request: { query: ListQuery },
  responses: answers(ProductList),
})

const one = createRoute({
  ...access('anyone'),
  method: 'get',
  path: '/products/{id}',
  summary: 'One product, by its id or slug',
  request: { params: byId },
  responses: answers(Product),
})

const similar = createRoute({
  ...access('anyone'),
  method: 'get',
  path: '/products/{id}/similar',
  summary: 'Up to four products like this one',
  request: { params: byId },
  responses: answers(z.object({ products: z.array(Product) })),
})

const publicImage = createRoute({
  ...access('anyone'),
  method: 'get',
  path: '/images/public',
  summary: 'Where the picture behind a storage key is loaded from',
  request: { query: z.strictObject({ key: z.string().max(300) }) },
  responses: answers(z.object({ url: z.string() })),
})

export const catalogApi = () =>
  newApi()
    .openapi(list, async c => {
      showing(c, 'products')
      return c.json(await listProducts(c.var.ctx, c.req.valid('query')), 200)
    })
    .openapi(one, async c => {
      const product = await productOf(c.var.ctx, c.req.valid('param').id)
      showing(c, `product:${product.id}`)
      return c.json(product, 200)
    })
    .openapi(similar, async c => {
      showing(c, 'products')
      return c.json({ products: await similarProducts(c.var.ctx, c.req.valid('param').id) }, 200)
    })
    .openapi(publicImage, c => c.json({ url: publicPictureUrl(c.var.ctx.storage, c.req.valid('query').key) }, 200))

export type CatalogApi = ReturnType<typeof catalogApi>

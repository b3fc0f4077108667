import { publicPictureUrl } from '#adapters/images/public-picture.server.ts'
import { access, defineRoute, newApi, publicRead, showing, z } from '#kernel/api/api.server.ts'
import { runCostly } from '#kernel/costly/run-costly.server.ts'
import { ListQuery, Product, ProductList } from './products/contract.ts'
import { listProducts } from './queries/list-products.server.ts'
import { productOf, similarProducts } from './queries/products.server.ts'

const byId = z.object({ id: z.string().max(140).meta({ description: 'Id or slug' }) })

const list = defineRoute('get', '/products', access('anyone'), {
  summary: 'List products, filtered, sorted and paged, with the counts of every filter',
  query: ListQuery,
  answers: ProductList,
})

const one = defineRoute('get', '/products/{id}', access('anyone'), {
  summary: 'Get a product by id or slug',
  params: byId,
  answers: Product,
})

const similar = defineRoute('get', '/products/{id}/similar', access('anyone'), {
  summary: 'List up to four similar products',
  params: byId,
  answers: z.object({ products: z.array(Product) }),
})

const publicImage = defineRoute('get', '/images/public', publicRead(), {
  summary: 'Get the URL of the picture behind a storage key',
  query: z.strictObject({ key: z.string().max(300) }),
  answers: z.object({ url: z.string() }),
})

export const catalogApi = () =>
  newApi()
    .openapi(list, async c => {
      const { ctx, isInProcess } = c.var
      showing(c, 'products')
      const query = c.req.valid('query')
      // A page's own call is bounded by the page's turn.
      return c.json(await runCostly(ctx, 'searches', () => listProducts(ctx, query), { isQuick: isInProcess }), 200)
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

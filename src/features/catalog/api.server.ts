import { publicPictureUrl } from '#adapters/images/public-picture.server.ts'
import { access, publicRead, showing, z } from '#kernel/api/api.server.ts'
import { defineRoute, newApi } from '#kernel/api/define-route.server.ts'
import { runCostly } from '#kernel/costly/run-costly.server.ts'
import { COMMON_ERRORS, pick } from '#platform/errors.ts'
import { CATALOG_ERRORS, ListQuery, Product, ProductList } from './products/contract.ts'
import { listProducts } from './queries/list-products.server.ts'
import { listSimilarProducts, readProduct } from './queries/products.server.ts'

const byId = z.object({ id: z.string().max(140).meta({ description: 'Id or slug' }) })

export const catalogApi = () =>
  newApi(
    defineRoute('get', '/products', access('anyone'), {
      summary: 'List products, filtered, sorted and paged, with the counts of every filter',
      query: ListQuery,
      answers: ProductList,
      handler: async ({ ctx, query, c }) => {
        showing(c, 'products')
        // A page's own call is bounded by the page's turn.
        return runCostly(ctx, 'searches', () => listProducts(ctx, query), { isQuick: c.var.isInProcess })
      },
    }),

    defineRoute('get', '/products/{id}', access('anyone'), {
      summary: 'Get a product by id or slug',
      params: byId,
      answers: Product,
      refuses: [pick(CATALOG_ERRORS, 'product_not_found')],
      handler: async ({ ctx, params, c }) => {
        const product = await readProduct(ctx, params.id)
        showing(c, `product:${product.id}`)
        return product
      },
    }),

    defineRoute('get', '/products/{id}/similar', access('anyone'), {
      summary: 'List up to four similar products',
      params: byId,
      answers: z.object({ products: z.array(Product) }),
      handler: async ({ ctx, params, c }) => {
        showing(c, 'products')
        return { products: await listSimilarProducts(ctx, params.id) }
      },
    }),

    defineRoute('get', '/images/public', publicRead(), {
      summary: 'Get the URL of the picture behind a storage key',
      query: z.strictObject({ key: z.string().max(300) }),
      answers: z.object({ url: z.string() }),
      refuses: [pick(COMMON_ERRORS, 'not_found')],
      handler: ({ ctx, query }) => ({ url: publicPictureUrl(ctx.storage, query.key) }),
    }),
  )

export type CatalogApi = ReturnType<typeof catalogApi>

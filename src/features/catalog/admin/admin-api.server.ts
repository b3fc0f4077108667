import { storeCrop, storeUploads } from '#adapters/images/uploads.server.ts'
import { newApi } from '#kernel/api/api.server.ts'
import { csvResponse } from '#kernel/api/csv.server.ts'
import type { Context } from '#kernel/context.ts'
import { shopDayOf } from '#kernel/values/shop-day.ts'
import { adjustStock } from '../commands/adjust-stock.server.ts'
import { archiveProduct, restoreProduct } from '../commands/archive-product.server.ts'
import { changeProducts } from '../commands/bulk-change.server.ts'
import { changeProduct, createProduct } from '../commands/write-product.server.ts'
import { productLines } from '../import/export-products.server.ts'
import { importProducts } from '../import/import-products.server.ts'
import { adminProductOf, listAdminProducts } from '../queries/admin-products.server.ts'
import { productOf } from '../queries/products.server.ts'
import * as routes from './admin-routes.server.ts'

const day = (ctx: Context) => shopDayOf(ctx.now())

/** The catalogue's API for staff. */
export const catalogAdminApi = () =>
  newApi()
    .openapi(routes.list, async c => c.json(await listAdminProducts(c.var.ctx, c.req.valid('query')), 200))
    .openapi(routes.exported, c => {
      const { ctx } = c.var
      return csvResponse(`redoubt-products-${day(ctx)}.csv`, productLines(ctx, c.req.valid('query'))) as never
    })
    .openapi(routes.imported, async c => c.json(await importProducts(c.var.ctx, c.req.valid('json')), 200))
    .openapi(routes.bulk, async c => c.json(await changeProducts(c.var.ctx, c.req.valid('json')), 200))
    .openapi(routes.one, async c => c.json(await adminProductOf(c.var.ctx, c.req.valid('param').id), 200))
    .openapi(routes.stock, async c => {
      const stockOnHand = await adjustStock(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))
      return c.json({ stockOnHand }, 200)
    })
    .openapi(routes.restore, async c => {
      const { id } = c.req.valid('param')
      await restoreProduct(c.var.ctx, id)
      return c.json(await adminProductOf(c.var.ctx, id), 200)
    })
    .openapi(routes.create, async c => {
      const id = await createProduct(c.var.ctx, c.req.valid('json'))
      return c.json(await productOf(c.var.ctx, id), 200)
    })
    .openapi(routes.change, async c => {
      const { id } = c.req.valid('param')
      await changeProduct(c.var.ctx, id, c.req.valid('json'))
      return c.json(await productOf(c.var.ctx, id), 200)
    })
    .openapi(routes.archive, async c => {
      await archiveProduct(c.var.ctx, c.req.valid('param').id)
      return c.body(null, 204)
    })
    .openapi(routes.upload, async c => c.json(await storeUploads(c.var.ctx, c, 'products'), 200))
    .openapi(routes.crop, async c => c.json(await storeCrop(c.var.ctx, 'products', c.req.valid('json')), 200))

export type CatalogAdminApi = ReturnType<typeof catalogAdminApi>

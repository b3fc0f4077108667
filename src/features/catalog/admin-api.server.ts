import { CropInput } from '#adapters/images/crop-picture.server.ts'
import { storeCrop, storeUploads, UploadedPictures, uploadBody } from '#adapters/images/uploads.server.ts'
import { byId, defineRoute, freshStaff, newApi, perMinute, staff, z } from '#kernel/api/api.server.ts'
import { csvLine, csvResponse } from '#kernel/api/files/csv.server.ts'
import { csvAnswer } from '#kernel/api/files/file-answer.server.ts'
import { readAfter } from '#kernel/api/read-after.server.ts'
import type { Context } from '#kernel/context.ts'
import { shopDayOf } from '#kernel/values/shop-day.ts'
import { archiveProduct, restoreProduct } from './commands/archive-product.server.ts'
import { changeProducts } from './commands/bulk-change.server.ts'
import { adjustStock } from './commands/stock.server.ts'
import { changeProduct, createProduct } from './commands/write-product.server.ts'
import { HEADERS, linesOf } from './import/columns.ts'
import { importProducts } from './import/import-products.server.ts'
import {
  AdminProduct,
  AdminProductFilters,
  AdminProductList,
  AdminProductsQuery,
  ImportAnswer,
  ImportInput,
} from './products/admin-contract.ts'
import { Product } from './products/contract.ts'
import { BulkAnswer, BulkInput, NewProduct, ProductChange, StockAdjustment } from './products/product-input.ts'
import { adminProductOf, allAdminProducts, listAdminProducts } from './queries/admin-products.server.ts'
import { productOf } from './queries/products.server.ts'

/** Limit of export, import and bulk changes, which staff use now and then. */
const RARELY = perMinute(30)

const list = defineRoute('get', '/admin/products', staff('products.read'), {
  summary: 'List products with exact stock, and the first free display orders',
  query: AdminProductsQuery,
  answers: AdminProductList,
})

const exported = defineRoute('get', '/admin/products/export', freshStaff('products.export', RARELY), {
  summary: 'Export the filtered products as CSV, a line per variant; the import takes the same columns',
  query: AdminProductFilters,
  responses: csvAnswer,
})

const imported = defineRoute('post', '/admin/products/import', staff('products.change', RARELY), {
  summary: 'Preview or run a CSV import that creates and updates products; all or nothing',
  body: ImportInput,
  answers: ImportAnswer,
})

const bulk = defineRoute('post', '/admin/products/bulk', staff('products.change', RARELY), {
  summary: 'Preview or apply a change to several products; all or nothing',
  body: BulkInput,
  answers: BulkAnswer,
})

const one = defineRoute('get', '/admin/products/{id}', staff('products.read'), {
  summary: 'Get a product with exact stock, including archived products',
  params: byId,
  answers: AdminProduct,
})

const stock = defineRoute('post', '/admin/products/{id}/stock', staff('products.change'), {
  summary: 'Adjust the stock of a variant by a number of units; safe with concurrent sales',
  params: byId,
  body: StockAdjustment,
  answers: z.object({ stockOnHand: z.int() }),
})

const restore = defineRoute('post', '/admin/products/{id}/restore', staff('products.delete'), {
  summary: 'Restore an archived product to the store',
  params: byId,
  answers: AdminProduct,
})

const create = defineRoute('post', '/products', staff('products.change'), {
  summary: 'Create a product',
  body: NewProduct,
  answers: Product,
})

const change = defineRoute('patch', '/products/{id}', staff('products.change'), {
  summary: 'Update the given fields of a product',
  params: byId,
  body: ProductChange,
  answers: Product,
})

const archive = defineRoute('delete', '/products/{id}', freshStaff('products.delete'), {
  summary: 'Archive a product; existing orders keep it',
  params: byId,
  responses: { 204: { description: 'Done' } },
})

const upload = defineRoute('post', '/products/images', staff('products.change', perMinute(60)), {
  summary: 'Upload product pictures',
  ...uploadBody,
  answers: UploadedPictures,
})

const crop = defineRoute('post', '/products/images/crop', staff('products.change', perMinute(60)), {
  summary: 'Crop an uploaded picture; the crop is stored as a separate picture',
  body: CropInput,
  answers: UploadedPictures,
})

const day = (ctx: Context) => shopDayOf(ctx.now())

/** The catalogue's API for staff. */
export const catalogAdminApi = () =>
  newApi()
    .openapi(list, async c => c.json(await listAdminProducts(c.var.ctx, c.req.valid('query')), 200))
    .openapi(exported, c => {
      const { ctx } = c.var
      return csvResponse(`redoubt-products-${day(ctx)}.csv`, productLines(ctx, c.req.valid('query'))) as never
    })
    .openapi(imported, async c => c.json(await importProducts(c.var.ctx, c.req.valid('json')), 200))
    .openapi(bulk, async c => c.json(await changeProducts(c.var.ctx, c.req.valid('json')), 200))
    .openapi(one, async c => c.json(await adminProductOf(c.var.ctx, c.req.valid('param').id), 200))
    .openapi(stock, async c => {
      const stockOnHand = await adjustStock(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))
      return c.json({ stockOnHand }, 200)
    })
    .openapi(restore, async c => c.json(await readAfter(c, adminProductOf, restoreProduct), 200))
    .openapi(create, async c => {
      const id = await createProduct(c.var.ctx, c.req.valid('json'))
      return c.json(await productOf(c.var.ctx, id), 200)
    })
    .openapi(change, async c => c.json(await readAfter(c, productOf, changeProduct, c.req.valid('json')), 200))
    .openapi(archive, async c => {
      await archiveProduct(c.var.ctx, c.req.valid('param').id)
      return c.body(null, 204)
    })
    .openapi(upload, async c => c.json(await storeUploads(c.var.ctx, c, 'products'), 200))
    .openapi(crop, async c => c.json(await storeCrop(c.var.ctx, 'products', c.req.valid('json')), 200))

export type CatalogAdminApi = ReturnType<typeof catalogAdminApi>

/** Products that pass the filters, as lines of CSV, read in batches while the response is sent. */
async function* productLines(ctx: Context, filters: AdminProductFilters): AsyncGenerator<string> {
  yield csvLine(HEADERS)
  for await (const product of allAdminProducts(ctx, filters)) for (const line of linesOf(product)) yield csvLine(line)
}

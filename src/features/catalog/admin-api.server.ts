import { CropInput } from '#adapters/images/crop-picture.server.ts'
import { PICTURE_ERRORS } from '#adapters/images/store-picture.server.ts'
import { storeCrop, storeUploads, UploadedPictures, uploadBody } from '#adapters/images/uploads.server.ts'
import { freshStaff, perMinute, staff, z } from '#kernel/api/api.server.ts'
import { byId, defineRoute, newApi } from '#kernel/api/define-route.server.ts'
import { csvLine, csvResponse } from '#kernel/api/files/csv.server.ts'
import { csvAnswer } from '#kernel/api/files/file-answer.server.ts'
import { readAfter } from '#kernel/api/read-after.server.ts'
import { fileNameOf } from '#kernel/brand/file-name.ts'
import type { Context } from '#kernel/context.ts'
import { shopDayOf } from '#kernel/values/shop-day.ts'
import { COMMON_ERRORS, pick } from '#platform/errors.ts'
import { archiveProduct, restoreProduct } from './commands/archive-product.server.ts'
import { changeProducts } from './commands/bulk-change.server.ts'
import { readPublication } from './commands/publish-product.server.ts'
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
  ProductPublication,
} from './products/admin-contract.ts'
import { CATALOG_ERRORS, WrittenProduct } from './products/contract.ts'
import { BulkAnswer, BulkInput, NewProduct, ProductChange, StockAdjustment } from './products/product-input.ts'
import { listAdminProducts, listAllAdminProducts, readAdminProduct } from './queries/admin-products.server.ts'
import { readWrittenProduct } from './queries/products.server.ts'

/** Limit of export, import and bulk changes, which staff use now and then. */
const RARELY = perMinute(30)

const day = (ctx: Context) => shopDayOf(ctx.now())

/** The catalogue's API for staff. */
export const catalogAdminApi = () =>
  newApi(
    defineRoute('get', '/admin/products', staff('products.read'), {
      summary: 'List products with exact stock, and the first free display orders',
      query: AdminProductsQuery,
      answers: AdminProductList,
      handler: ({ ctx, query }) => listAdminProducts(ctx, query),
    }),

    defineRoute('get', '/admin/products/export', freshStaff('products.export', RARELY), {
      summary: 'Export the filtered products as CSV, a line per variant; the import takes the same columns',
      query: AdminProductFilters,
      responses: csvAnswer,
      handler: ({ ctx, query }) =>
        csvResponse(fileNameOf(ctx.settings.brand, `products-${day(ctx)}.csv`), productLines(ctx, query)),
    }),

    defineRoute('post', '/admin/products/import', staff('products.change', RARELY), {
      summary: 'Preview or run a CSV import that creates and updates products; all or nothing',
      body: ImportInput,
      answers: ImportAnswer,
      refuses: [CATALOG_ERRORS],
      handler: ({ ctx, body }) => importProducts(ctx, body),
    }),

    defineRoute('post', '/admin/products/bulk', staff('products.change', RARELY), {
      summary: 'Preview or apply a change to several products; all or nothing',
      body: BulkInput,
      answers: BulkAnswer,
      refuses: [CATALOG_ERRORS, pick(COMMON_ERRORS, 'version_conflict')],
      handler: ({ ctx, body }) => changeProducts(ctx, body),
    }),

    defineRoute('get', '/admin/products/{id}', staff('products.read'), {
      summary: 'Get a product with exact stock, including archived products',
      params: byId,
      answers: AdminProduct,
      refuses: [pick(CATALOG_ERRORS, 'product_not_found')],
      handler: ({ ctx, params }) => readAdminProduct(ctx, params.id),
    }),

    defineRoute('get', '/admin/products/{id}/publication', staff('products.read'), {
      summary: 'Preview what would stand in the way of publishing a draft, a sentence each',
      params: byId,
      answers: ProductPublication,
      refuses: [pick(CATALOG_ERRORS, 'product_not_found')],
      handler: ({ ctx, params }) => readPublication(ctx, params.id),
    }),

    defineRoute('post', '/admin/products/{id}/stock', staff('products.change'), {
      summary: 'Adjust the stock of a variant by a number of units; safe with concurrent sales',
      params: byId,
      body: StockAdjustment,
      answers: z.object({ stockOnHand: z.int() }),
      refuses: [CATALOG_ERRORS],
      handler: async ({ ctx, params, body }) => {
        const stockOnHand = await adjustStock(ctx, params.id, body)
        return { stockOnHand }
      },
    }),

    defineRoute('post', '/admin/products/{id}/restore', staff('products.delete'), {
      summary: 'Restore an archived product to the store',
      params: byId,
      answers: AdminProduct,
      refuses: [
        pick(
          CATALOG_ERRORS,
          'display_order_taken',
          'is_draft',
          'product_not_found',
          'sku_taken',
          'slug_taken',
          'stock_held',
        ),
      ],
      handler: call => readAfter(call, readAdminProduct, restoreProduct),
    }),

    defineRoute('post', '/products', staff('products.change'), {
      summary: 'Create a product in the store, or a draft that only staff see',
      body: NewProduct,
      answers: WrittenProduct,
      refuses: [
        pick(CATALOG_ERRORS, 'display_order_taken', 'product_not_found', 'sku_taken', 'slug_taken', 'stock_held'),
      ],
      handler: async ({ ctx, body }) => {
        const id = await createProduct(ctx, body)
        return readWrittenProduct(ctx, id)
      },
    }),

    defineRoute('patch', '/products/{id}', staff('products.change'), {
      summary: 'Update the given fields of a product; `isDraft: false` publishes a draft',
      params: byId,
      body: ProductChange,
      answers: WrittenProduct,
      refuses: [
        pick(
          CATALOG_ERRORS,
          'already_public',
          'display_order_taken',
          'example_facts',
          'product_not_found',
          'sku_taken',
          'slug_taken',
          'stock_held',
        ),
        pick(COMMON_ERRORS, 'version_conflict'),
      ],
      handler: call => readAfter(call, readWrittenProduct, changeProduct, call.body),
    }),

    defineRoute('delete', '/products/{id}', freshStaff('products.delete'), {
      summary: 'Archive a product, which existing orders keep, or delete a draft with its pictures',
      params: byId,
      responses: { 204: { description: 'Done' } },
      refuses: [pick(CATALOG_ERRORS, 'product_not_found')],
      handler: async ({ ctx, params, c }) => {
        await archiveProduct(ctx, params.id)
        return c.body(null, 204)
      },
    }),

    defineRoute('post', '/products/images', staff('products.change', perMinute(60)), {
      summary: 'Upload product pictures',
      ...uploadBody,
      answers: UploadedPictures,
      refuses: [PICTURE_ERRORS],
      handler: ({ ctx, c }) => storeUploads(ctx, c, 'products'),
    }),

    defineRoute('post', '/products/images/crop', staff('products.change', perMinute(60)), {
      summary: 'Crop an uploaded picture; the crop is stored as a separate picture',
      body: CropInput,
      answers: UploadedPictures,
      handler: ({ ctx, body }) => storeCrop(ctx, 'products', body),
    }),
  )

export type CatalogAdminApi = ReturnType<typeof catalogAdminApi>

/** Products that pass the filters, as lines of CSV, read in batches while the response is sent. */
async function* productLines(ctx: Context, filters: AdminProductFilters): AsyncGenerator<string> {
  yield csvLine(HEADERS)
  for await (const product of listAllAdminProducts(ctx, filters))
    for (const line of linesOf(product)) yield csvLine(line)
}

import { CropInput } from '#adapters/images/crop-picture.server.ts'
import { UploadedPictures, uploadBody } from '#adapters/images/uploads.server.ts'
import { answers, createRoute, jsonBody, staff, z } from '#kernel/api/api.server.ts'
import { Product } from '../contract.ts'
import { ImportAnswer, ImportInput } from '../import/import-contract.ts'
import { BulkAnswer, BulkInput, NewProduct, ProductChange, StockAdjustment } from '../products/product-input.ts'
import { AdminProduct, AdminProductFilters, AdminProductList, AdminProductsQuery } from './admin-contract.ts'

const byId = z.object({ id: z.uuid() })

/** Limit of export, import and bulk changes, which staff use now and then. */
const RARELY = { points: 30, seconds: 60 }

export const list = createRoute({
  ...staff('products.read'),
  method: 'get',
  path: '/admin/products',
  summary: 'Products with their exact stock, and the first free display orders',
  request: { query: AdminProductsQuery },
  responses: answers(AdminProductList),
})

export const exported = createRoute({
  ...staff('products.export', { limit: RARELY, isFreshAsked: true }),
  method: 'get',
  path: '/admin/products/export',
  summary: 'Products that match as CSV, a line for each variant; the import takes the same columns',
  request: { query: AdminProductFilters },
  responses: { 200: { description: 'CSV', content: { 'text/csv': { schema: z.string() } } } },
})

export const imported = createRoute({
  ...staff('products.change', { limit: RARELY }),
  method: 'post',
  path: '/admin/products/import',
  summary: 'Tell what a CSV would create and change, or do it: all or nothing',
  request: jsonBody(ImportInput),
  responses: answers(ImportAnswer),
})

export const bulk = createRoute({
  ...staff('products.change', { limit: RARELY }),
  method: 'post',
  path: '/admin/products/bulk',
  summary: 'Tell what a change would do to several products, or do it: all or none',
  request: jsonBody(BulkInput),
  responses: answers(BulkAnswer),
})

export const one = createRoute({
  ...staff('products.read'),
  method: 'get',
  path: '/admin/products/{id}',
  summary: 'One product with its exact stock, also when it left the store',
  request: { params: byId },
  responses: answers(AdminProduct),
})

export const stock = createRoute({
  ...staff('products.change'),
  method: 'post',
  path: '/admin/products/{id}/stock',
  summary: 'Add units to the stock of a variant, or take some away, whatever is sold at the same time',
  request: { params: byId, ...jsonBody(StockAdjustment) },
  responses: answers(z.object({ stockOnHand: z.int() })),
})

export const restore = createRoute({
  ...staff('products.delete'),
  method: 'post',
  path: '/admin/products/{id}/restore',
  summary: 'Put a product that was taken out back into the store',
  request: { params: byId },
  responses: answers(AdminProduct),
})

export const create = createRoute({
  ...staff('products.change'),
  method: 'post',
  path: '/products',
  summary: 'Put a new product into the store',
  request: jsonBody(NewProduct),
  responses: answers(Product),
})

export const change = createRoute({
  ...staff('products.change'),
  method: 'patch',
  path: '/products/{id}',
  summary: 'Change what is given of a product',
  request: { params: byId, ...jsonBody(ProductChange) },
  responses: answers(Product),
})

export const archive = createRoute({
  ...staff('products.delete', { isFreshAsked: true }),
  method: 'delete',
  path: '/products/{id}',
  summary: 'Take a product out of the store; orders still know it',
  request: { params: byId },
  responses: { 204: { description: 'Done' } },
})

export const upload = createRoute({
  ...staff('products.change', { limit: { points: 60, seconds: 60 } }),
  method: 'post',
  path: '/products/images',
  summary: 'Upload pictures for products',
  request: uploadBody,
  responses: answers(UploadedPictures),
})

export const crop = createRoute({
  ...staff('products.change', { limit: { points: 60, seconds: 60 } }),
  method: 'post',
  path: '/products/images/crop',
  summary: 'Cut a part out of an uploaded picture; the part is a picture of its own',
  request: jsonBody(CropInput),
  responses: answers(UploadedPictures),
})

import { answers, createRoute, jsonBody, newApi, staff, z } from '#adapters/http/api.server.ts'
import { CropInput } from '#adapters/images/crop-picture.server.ts'
import { storeCrop, storeUploads, UploadedPictures, uploadBody } from '#adapters/images/uploads.server.ts'
import { archiveProduct, changeProduct, createProduct } from './commands/write-product.server.ts'
import { AdminProductList, AdminProductsQuery, Product } from './contract.ts'
import { NewProduct, ProductChange } from './product-input.ts'
import { listAdminProducts } from './queries/admin-products.server.ts'
import { productOf } from './queries/products.server.ts'

const byId = z.object({ id: z.uuid('Product not found') })

const list = createRoute({
  ...staff('products.read'),
  method: 'get',
  path: '/admin/products',
  summary: 'Products with their exact stock, and the first free display orders',
  request: { query: AdminProductsQuery },
  responses: answers(AdminProductList),
})

const create = createRoute({
  ...staff('products.change'),
  method: 'post',
  path: '/products',
  summary: 'Put a new product into the store',
  request: jsonBody(NewProduct),
  responses: answers(Product),
})

const change = createRoute({
  ...staff('products.change'),
  method: 'patch',
  path: '/products/{id}',
  summary: 'Change what is given of a product',
  request: { params: byId, ...jsonBody(ProductChange) },
  responses: answers(Product),
})

const archive = createRoute({
  ...staff('products.delete', { isFreshAsked: true }),
  method: 'delete',
  path: '/products/{id}',
  summary: 'Take a product out of the store; orders still know it',
  request: { params: byId },
  responses: { 204: { description: 'Done' } },
})

const upload = createRoute({
  ...staff('products.change', { limit: { points: 60, seconds: 60 } }),
  method: 'post',
  path: '/products/images',
  summary: 'Upload pictures for products',
  request: uploadBody,
  responses: answers(UploadedPictures),
})

const crop = createRoute({
  ...staff('products.change', { limit: { points: 60, seconds: 60 } }),
  method: 'post',
  path: '/products/images/crop',
  summary: 'Cut a part out of an uploaded picture; the part is a picture of its own',
  request: jsonBody(CropInput),
  responses: answers(UploadedPictures),
})

export const catalogAdminApi = () =>
  newApi()
    .openapi(list, async c => c.json(await listAdminProducts(c.var.ctx, c.req.valid('query')), 200))
    .openapi(create, async c => {
      const id = await createProduct(c.var.ctx, c.req.valid('json'))
      return c.json(await productOf(c.var.ctx, id), 200)
    })
    .openapi(change, async c => {
      const { id } = c.req.valid('param')
      await changeProduct(c.var.ctx, id, c.req.valid('json'))
      return c.json(await productOf(c.var.ctx, id), 200)
    })
    .openapi(archive, async c => {
      await archiveProduct(c.var.ctx, c.req.valid('param').id)
      return c.body(null, 204)
    })
    .openapi(upload, async c => c.json(await storeUploads(c.var.ctx, c, 'products'), 200))
    .openapi(crop, async c => c.json(await storeCrop(c.var.ctx, 'products', c.req.valid('json')), 200))

export type CatalogAdminApi = ReturnType<typeof catalogAdminApi>

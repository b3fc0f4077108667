import { ApiError } from '#platform/client/api-error.ts'
import { clientOf, transport } from '#platform/client/browser.ts'
import { call } from '#platform/client/call.ts'
import { invalidate } from '#platform/client/invalidate.ts'
import { toast } from '#ui/toast.ts'
import type { CatalogAdminApi } from '../admin-api.server.ts'
import type { AdminProduct } from '../admin-contract.ts'

/** The staff's calls about products. */
export const productsClient = () => clientOf<CatalogAdminApi>()

export const PRODUCTS = ['admin-products'] as const

/** After a write: what this browser kept of the catalogue is old. @returns when the staff's list is new again. */
export const productsChanged = () => invalidate(['/api/products', '/api/admin/products'], PRODUCTS)

/** A product as it is now, whatever was kept of it. */
export function readProduct(id: string): Promise<AdminProduct> {
  transport.invalidate(`/api/admin/products/${id}`)
  return call(productsClient().admin.products[':id'].$get({ param: { id } }))
}

/** Says that a write failed when the server gives no reason for it; a refusal is for the form to show. checkout-and-admin.md section 8. */
export function sayIfBroken(error: Error): void {
  if (!(error instanceof ApiError) || error.status >= 500) toast.error('Database operation failed. Please try again.')
}

import { clientOf } from '#kernel/client/browser.ts'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import { call } from '#kernel/client/calls/call.ts'
import { invalidate } from '#kernel/client/query-client.ts'
import { toast } from '#ui/feedback/toast.ts'
import type { CatalogAdminApi } from '../../admin-api.server.ts'
import type { AdminProduct } from '../../products/admin-contract.ts'

/** The staff's API calls about products. */
export const productsClient = () => clientOf<CatalogAdminApi>()

export const PRODUCTS = ['admin-products'] as const

/** Invalidates cached catalogue data after a write. @returns a promise that resolves when the staff's list is fresh. */
export const productsChanged = () => invalidate(PRODUCTS)

/** Fetches a product, bypassing the cache. */
export function readProduct(id: string): Promise<AdminProduct> {
  return call(productsClient().admin.products[':id'].$get({ param: { id } }))
}

/** Shows a toast for a failed write without a reason from the server; the form shows refusals. */
export function sayIfBroken(error: Error): void {
  if (!(error instanceof ApiError) || error.status >= 500) toast.error('Database operation failed. Please try again.')
}

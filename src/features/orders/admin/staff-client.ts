import { clientOf, queryClient, transport } from '#platform/client/browser.ts'
import { invalidate } from '#platform/client/invalidate.ts'
import type { ShownOrder } from '../orders-client.ts'
import type { StaffOrdersApi } from '../staff/api.server.ts'

/** The staff's calls about orders. */
export const staffClient = () => clientOf<StaffOrdersApi>()

export type StaffView = NonNullable<ShownOrder['staff']>

export const STAFF_ORDERS = ['admin-orders'] as const
export const staffOrderKey = (id: string) => ['orders', id] as const

/** After staff did something: lists and counts are read anew. */
export const invalidateOrders = () =>
  invalidate(['/api/orders', '/api/admin/orders', '/api/my/purchases'], STAFF_ORDERS)

/** Shows an order as the API answered it after something was done, without asking for it again. */
export async function orderDone(order: ShownOrder): Promise<void> {
  queryClient.setQueryData(staffOrderKey(order.id), order)
  await invalidateOrders()
}

/** Reads an order anew: somebody else was first, or nobody knows what became of a call. */
export async function orderUnsure(id: string): Promise<void> {
  transport.invalidate('/api/orders')
  await queryClient.invalidateQueries({ queryKey: staffOrderKey(id) })
}

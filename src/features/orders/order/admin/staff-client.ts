import { isProposed, sayProposed } from '#features/proposals/admin/proposals-client.ts'
import type { Proposed } from '#features/proposals/contract.ts'
import { clientOf } from '#kernel/client/browser.ts'
import { invalidate, queryClient } from '#kernel/client/query-client.ts'
import type { StaffOrdersApi } from '../../staff-api.server.ts'
import type { ShownOrder } from '../web/orders-client.ts'

export const staffClient = () => clientOf<StaffOrdersApi>()

export type StaffView = NonNullable<ShownOrder['staff']>

export const STAFF_ORDERS = ['admin-orders'] as const
export const staffOrderKey = (id: string) => ['orders', id] as const

/** Invalidates lists and counts after a staff action. */
export const invalidateOrders = () => invalidate(STAFF_ORDERS)

/** Shows the order from an action's response without another request. */
export async function orderDone(order: ShownOrder): Promise<void> {
  queryClient.setQueryData(staffOrderKey(order.id), order)
  await invalidateOrders()
}

/** Shows the order after an action that may wait for a second person, or that it waits. @returns the order when the action happened. */
export async function orderActed(answer: ShownOrder | Proposed): Promise<ShownOrder | undefined> {
  if (isProposed(answer)) {
    await sayProposed(answer)
    return undefined
  }
  await orderDone(answer)
  return answer
}

/** Fetches an order again after a conflict or a request with an unknown result. */
export const orderUnsure = (id: string) => invalidate(staffOrderKey(id))

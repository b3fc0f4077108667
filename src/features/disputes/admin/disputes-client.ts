import { invalidateOrders, orderUnsure } from '#features/orders/order/admin/staff-client.ts'
import { clientOf } from '#kernel/client/browser.ts'
import { callForFile } from '#kernel/client/calls/call.ts'
import { queryClient } from '#kernel/client/query-client.ts'
import { saveFile } from '#ui/files/save-file.ts'
import type { DisputesApi } from '../api.server.ts'
import type { Dispute } from '../contract.ts'

export const disputesClient = () => clientOf<DisputesApi>()

export type ShownDispute = Dispute

export const disputesKey = (orderId: string) => ['admin-disputes', orderId] as const

/** Invalidates the dispute, its order and the lists after an answer. */
export async function disputeAnswered({ orderId }: ShownDispute): Promise<void> {
  if (orderId) {
    await queryClient.invalidateQueries({ queryKey: disputesKey(orderId) })
    await orderUnsure(orderId)
  }
  await invalidateOrders()
}

/** Downloads the evidence as a PDF. @throws ApiError with the message for the user */
export async function saveEvidence({ id }: ShownDispute, reference: string): Promise<void> {
  const evidence = disputesClient().admin.disputes[':id']['evidence.pdf'].$get({ param: { id } })
  saveFile(`evidence-${reference}.pdf`, await callForFile(evidence))
}

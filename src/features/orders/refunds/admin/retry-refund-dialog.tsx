import { call } from '#kernel/client/calls/call.ts'
import { toast } from '#ui/feedback/toast.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { orderDone, orderUnsure, staffClient } from '../../order/admin/staff-client.ts'

/** A failed refund, named by its order. */
export type FailedRefund = { id: string; orderId: string; reference: string; amount: string }

/** Confirms that the provider is asked once more for a failed refund. */
export function RetryRefundDialog({ refund, onClose }: { refund: FailedRefund; onClose: () => void }) {
  const { id, orderId, reference, amount } = refund
  async function retry() {
    try {
      await orderDone(await call(staffClient().admin.refunds[':id'].retry.$post({ param: { id } })))
    } catch (error) {
      void orderUnsure(orderId)
      throw error
    }
    toast.success('The provider is asked again')
    onClose()
  }
  return (
    <ConfirmDialog
      onOpenChange={onClose}
      title={`Try the refund of ${reference} again?`}
      description={`The payment provider is asked once more to pay ${amount} back. No further credits are taken.`}
      confirmLabel="Try again"
      busyLabel="Asking..."
      onConfirm={retry}
    />
  )
}

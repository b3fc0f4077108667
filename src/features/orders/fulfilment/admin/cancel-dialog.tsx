import { useState } from 'react'
import { call } from '#kernel/client/calls/call.ts'
import { formatMoney, toCents } from '#kernel/values/money.ts'
import { toast } from '#ui/feedback/toast.ts'
import { FormError } from '#ui/forms/form-error.tsx'
import { ReasonField, reasonIn } from '#ui/forms/reason-field.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { orderDone, staffClient } from '../../history/admin/staff-client.ts'
import type { ShownOrder } from '../../history/web/orders-client.ts'
import { RefundEffects } from '../../refunds/admin/refund-effects.tsx'
import { SpentCreditsChoice } from '../../refunds/admin/spent-credits-choice.tsx'
import { useRefundPreview } from '../../refunds/admin/use-refund-preview.ts'
import type { SpentCredits } from '../../refunds/contract.ts'

/** Cancels an unsent order. A paid order is refunded by its whole remaining amount. */
export function CancelDialog({ order, onClose }: { order: ShownOrder; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const [spentCredits, setSpentCredits] = useState<SpentCredits>('balance')
  const isPaid = order.paymentStatus === 'paid'
  const { preview, error, isOld } = useRefundPreview(order.id, isPaid ? { spentCredits, restock: true } : null)
  const left = formatMoney(toCents(order.total) - toCents(order.refunded))

  async function cancel() {
    const json = { reason: reasonIn(reason), ...(isPaid && { spentCredits }) }
    await orderDone(await call(staffClient().admin.orders[':id'].cancel.$post({ param: { id: order.id }, json })))
    toast.success(`${order.reference} was cancelled`)
    onClose()
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Cancel ${order.reference}?`}
      description={
        isPaid
          ? `Nothing of it is sent, ${left} goes back to the buyer, and the pieces go back to the shelf. This cannot be undone.`
          : 'The payment page closes, and what was held for it can be bought by others.'
      }
      confirmLabel={isPaid ? `Cancel and refund ${left}` : 'Cancel order'}
      cancelLabel="Keep order"
      busyLabel="Cancelling..."
      danger
      {...(isPaid && { typed: order.reference })}
      onConfirm={cancel}
    >
      {isPaid && (
        <>
          <SpentCreditsChoice value={spentCredits} onChange={setSpentCredits} />
          {error ? <FormError>{error.message}</FormError> : <RefundEffects preview={preview} isOld={isOld} />}
        </>
      )}
      <ReasonField label="Reason, for staff" value={reason} onChange={setReason} />
    </ConfirmDialog>
  )
}

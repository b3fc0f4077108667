import { useState } from 'react'
import { call } from '#platform/client/call.ts'
import { toCents } from '#platform/money.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { FormError } from '#ui/form-error.tsx'
import { formatMoney } from '#ui/format-money.ts'
import { ReasonField, reasonIn } from '#ui/reason-field.tsx'
import { toast } from '#ui/toast.ts'
import type { ShownOrder } from '../orders-client.ts'
import type { SpentCredits } from '../refunds/contract.ts'
import { RefundEffects } from './refund/refund-effects.tsx'
import { useRefundPreview } from './refund/use-refund-preview.ts'
import { SpentCreditsChoice } from './spent-credits-choice.tsx'
import { orderDone, staffClient } from './staff-client.ts'

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

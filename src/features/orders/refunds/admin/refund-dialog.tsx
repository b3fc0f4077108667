import { useState } from 'react'
import { call } from '#kernel/client/calls/call.ts'
import { useIdempotentSend } from '#kernel/client/calls/idempotency-key.ts'
import { formatMoney, toCents } from '#kernel/values/money.ts'
import { toast } from '#ui/feedback/toast.ts'
import { CheckboxField } from '#ui/forms/checkbox-field.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { ReasonField, reasonIn } from '#ui/forms/reason-field.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { orderDone, orderUnsure, staffClient } from '../../history/admin/staff-client.ts'
import type { ShownOrder } from '../../history/web/orders-client.ts'
import type { SpentCredits } from '../contract.ts'
import { allPieces, choiceOf, isNothing } from './refund-draft.ts'
import { RefundEffects } from './refund-effects.tsx'
import { RefundPieces } from './refund-pieces.tsx'
import { SpentCreditsChoice } from './spent-credits-choice.tsx'
import { useRefundPreview } from './use-refund-preview.ts'

/** Refunds an order, whole or by pieces, with a preview. The refund requires a preview that staff have seen. */
export function RefundDialog({ order, onClose }: { order: ShownOrder; onClose: () => void }) {
  const [pieces, setPieces] = useState(() => allPieces(order.lines))
  const [spentCredits, setSpentCredits] = useState<SpentCredits>('balance')
  const [restock, setRestock] = useState(order.fulfilment === 'unfulfilled' || order.fulfilment === 'packed')
  const [reason, setReason] = useState('')
  const sendOnce = useIdempotentSend()
  const nothing = isNothing(order.lines, pieces)
  const choice = nothing ? null : { ...choiceOf(order.lines, pieces), spentCredits, restock }
  const { preview, error, isOld } = useRefundPreview(order.id, choice)
  const amount = preview && !isOld ? formatMoney(toCents(preview.parts.amount)) : undefined

  async function refund() {
    if (!choice) throw new Error('Choose at least one piece.')
    if (!amount) throw error ?? new Error('Please wait until the amount is worked out.')
    const json = { ...choice, reason: reasonIn(reason) }
    try {
      const param = { id: order.id }
      const { refunds } = staffClient().admin.orders[':id']
      await orderDone(await sendOnce(json, options => call(refunds.$post({ param, json }, options))))
    } catch (problem) {
      void orderUnsure(order.id)
      throw problem
    }
    toast.success(`${amount} of ${order.reference} goes back`)
    onClose()
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Refund ${order.reference}`}
      description="The money goes back the way it came. This cannot be undone."
      confirmLabel={amount ? `Refund ${amount}` : 'Refund'}
      busyLabel="Refunding..."
      danger
      typed={order.reference}
      onConfirm={refund}
    >
      <RefundPieces lines={order.lines} pieces={pieces} onChange={setPieces} />
      <SpentCreditsChoice value={spentCredits} onChange={setSpentCredits} />
      {order.mode === 'payment' && (
        <CheckboxField
          label="Put the pieces back on the shelf"
          hint="Only those that can be sold again."
          checked={restock}
          onChange={event => setRestock(event.target.checked)}
        />
      )}
      <ReasonField label="Reason, for staff" value={reason} onChange={setReason} />
      {error && <FormError>{error.message}</FormError>}
      {nothing ? (
        <p className="text-muted">Choose at least one piece.</p>
      ) : (
        <RefundEffects preview={preview} isOld={isOld} />
      )}
    </ConfirmDialog>
  )
}

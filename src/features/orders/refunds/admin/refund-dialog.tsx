import { useState } from 'react'
import { call } from '#kernel/client/calls/call.ts'
import { useIdempotentSend } from '#kernel/client/calls/idempotency-key.ts'
import { formatMoney, toCents } from '#kernel/values/money.ts'
import { Button } from '#ui/buttons/button.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { CheckboxField } from '#ui/forms/checkbox-field.tsx'
import { NumberStepper } from '#ui/forms/choice/number-stepper.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { ReasonField, reasonIn } from '#ui/forms/reason-field.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { orderActed, orderUnsure, staffClient } from '../../order/admin/staff-client.ts'
import { lineName } from '../../order/line-name.ts'
import type { SpentCredits } from '../../order/money/contract.ts'
import type { ShownOrder } from '../../order/web/orders-client.ts'
import { RefundEffects, SpentCreditsChoice, useRefundPreview } from './refund-effects.tsx'
import { allPieces, choiceOf, isAll, isNothing, leftOf, type Pieces } from './refund-form-state.ts'

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
      const answer = await sendOnce(json, options => call(refunds.$post({ param, json }, options)))
      if (await orderActed(answer)) toast.success(`${amount} of ${order.reference} goes back`)
    } catch (problem) {
      void orderUnsure(order.id)
      throw problem
    }
    onClose()
  }

  return (
    <ConfirmDialog
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

type RefundPiecesProps = {
  lines: ShownOrder['lines']
  pieces: Pieces
  onChange: (pieces: Pieces) => void
}

/** Pieces to refund per line. Fully refunded lines are omitted. */
function RefundPieces({ lines, pieces, onChange }: RefundPiecesProps) {
  const open = lines.filter(line => leftOf(line) > 0)
  if (open.length === 0) return <p>All pieces were paid back. What is left of the price goes back now.</p>
  const all = isAll(lines, pieces)
  return (
    <fieldset>
      <div className="mb-1.5 flex items-center justify-between gap-4">
        <legend className="float-left font-semibold text-sm">Pieces to refund</legend>
        <Button variant="quiet" size="sm" onClick={() => onChange(all ? {} : allPieces(lines))}>
          {all ? 'None' : 'All that is left'}
        </Button>
      </div>
      <ul className="flex flex-col divide-y divide-line rounded-sm border border-line-strong">
        {open.map(line => (
          <li key={line.position} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-2">
            <span className="min-w-0 flex-1 basis-28">
              <span className="block font-semibold wrap-anywhere">{lineName(line)}</span>
              <span className="block text-muted text-sm">
                of {leftOf(line)} · {formatMoney(toCents(line.salesPrice ?? line.price))} each
                {line.refunded > 0 && `, ${line.refunded} refunded before`}
              </span>
            </span>
            <NumberStepper
              label={`Pieces of ${lineName(line)}`}
              min={0}
              max={leftOf(line)}
              value={pieces[line.position] ?? 0}
              onChange={count => onChange({ ...pieces, [line.position]: count })}
            />
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

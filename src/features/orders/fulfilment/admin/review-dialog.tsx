import { useState } from 'react'
import { call } from '#kernel/client/calls/call.ts'
import { toast } from '#ui/feedback/toast.ts'
import { ReasonField, reasonIn } from '#ui/forms/reason-field.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { orderDone, staffClient } from '../../history/admin/staff-client.ts'
import type { ShownOrder } from '../../history/web/orders-client.ts'

type Decision = 'accept' | 'refund'
const DECISIONS: { value: Decision; label: string }[] = [
  { value: 'accept', label: 'The money is good: settle it as paid' },
  { value: 'refund', label: 'Pay it all back and end the order' },
]

/** Resolves a payment that disagrees with its order. Staff decide after a look at the provider's page. */
export function ReviewDialog({ order, onClose }: { order: ShownOrder; onClose: () => void }) {
  const [decision, setDecision] = useState<Decision>('accept')
  const [reason, setReason] = useState('')
  const disagreement = order.staff?.events.findLast(({ kind }) => kind === 'review')?.note

  async function decide() {
    const json = { decision, reason: reasonIn(reason) }
    await orderDone(await call(staffClient().admin.orders[':id'].review.$post({ param: { id: order.id }, json })))
    toast.success(decision === 'accept' ? `${order.reference} is paid` : `${order.reference} is paid back`)
    onClose()
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Decide on ${order.reference}`}
      description="The payment does not agree with the order. Look at it in the provider's own pages first: this cannot be undone."
      confirmLabel={decision === 'accept' ? 'Settle as paid' : 'Pay back'}
      busyLabel="Deciding..."
      danger={decision === 'refund'}
      typed={order.reference}
      onConfirm={decide}
    >
      {disagreement && <p className="font-semibold">{disagreement}</p>}
      <SelectField
        label="Decision"
        value={decision}
        options={DECISIONS}
        onChange={({ target }) => setDecision(target.value as Decision)}
      />
      <ReasonField label="Reason, for staff" value={reason} onChange={setReason} />
    </ConfirmDialog>
  )
}

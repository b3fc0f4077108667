import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '#kernel/client/calls/call.ts'
import { formatMoney, toCents } from '#kernel/values/money.ts'
import { Button } from '#ui/buttons/button.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { FormError } from '#ui/forms/form-error.tsx'
import { ReasonField, reasonIn } from '#ui/forms/reason-field.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { lazy } from '#ui/lazy.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import type { IconName } from '#ui/pictures/icon.tsx'
import { ParcelDialog } from '../../fulfilment/web/parcel-dialog.tsx'
import type { Parcel } from '../../fulfilment/web/parcel-fields.tsx'
import { orderActed, orderDone, orderUnsure, type StaffView, staffClient } from '../../order/admin/staff-client.ts'
import type { SpentCredits } from '../../order/money/contract.ts'
import { SHOWN_ON_HOLD } from '../../order/standing.ts'
import type { ShownOrder } from '../../order/web/orders-client.ts'
import { RefundEffects, SpentCreditsChoice, useRefundPreview } from '../../refunds/admin/refund-effects.tsx'

const RefundDialog = lazy(async () => (await import('../../refunds/admin/refund-dialog.tsx')).RefundDialog)

/** The address changes beside it, in the order's details. */
type Action = Exclude<StaffView['actions'][number], 'address'>
type Step = Extract<Action, 'pack' | 'unpack' | 'deliver'>
type Asking = Exclude<Action, Step>

const LOOKS: Record<Action, { label: string; icon?: IconName }> = {
  pack: { label: 'Mark as packed', icon: 'box' },
  ship: { label: 'Ship', icon: 'truck' },
  deliver: { label: 'Mark as delivered', icon: 'home' },
  review: { label: 'Decide on the payment' },
  correct_tracking: { label: 'Correct tracking', icon: 'edit' },
  unpack: { label: 'Unpack', icon: 'undo' },
  refund: { label: 'Refund', icon: 'undo' },
  cancel: { label: 'Cancel order', icon: 'close' },
  keep: { label: 'Keep the order' },
}
/** The next step comes first and is the only coloured button. */
const ORDER = Object.keys(LOOKS) as Action[]
const LEADS_ON: ReadonlySet<Action> = new Set(['pack', 'ship', 'deliver', 'review'])
const DONE: Record<Step, string> = {
  pack: 'The order is packed',
  unpack: 'The order waits to be packed again',
  deliver: 'The order is delivered',
}
const isStep = (action: Action): action is Step => action in DONE

/** Time until a closing dialog has returned the focus. */
const CLOSED_MS = 300

type StaffActionsProps = {
  order: ShownOrder
  actions: StaffView['actions']
  /** Called when the buttons are final and no dialog is open. */
  onSettled: () => void
}

/** Actions of the caller for the order's current state, as the server answers them. Reversible steps run at once; the others ask for confirmation. */
export function StaffActions({ order, actions, onSettled }: StaffActionsProps) {
  const [asking, setAsking] = useState<Asking | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when the possible actions change.
  useEffect(() => {
    if (asking !== null) return
    const timer = setTimeout(onSettled, CLOSED_MS)
    return () => clearTimeout(timer)
  }, [asking, actions, onSettled])
  const param = { id: order.id }
  const step = useMutation({
    mutationFn: (what: Step) => call(staffClient().admin.orders[':id'][what].$post({ param })),
    async onSuccess(changed, what) {
      await orderDone(changed)
      toast.success(DONE[what])
    },
    onError(error) {
      toast.error(error.message)
      void orderUnsure(order.id)
    },
  })
  const close = () => setAsking(null)
  const dialog = { order, onClose: close }
  const shown = ORDER.filter(action => actions.includes(action))
  return (
    <div className="flex flex-wrap gap-2">
      {shown.map((action, at) => (
        <Button
          key={action}
          size="sm"
          variant={at === 0 && LEADS_ON.has(action) ? 'primary' : 'secondary'}
          {...(LOOKS[action].icon && { icon: LOOKS[action].icon })}
          busy={step.isPending && step.variables === action}
          disabled={step.isPending && step.variables !== action}
          onClick={() => (isStep(action) ? step.mutate(action) : setAsking(action))}
        >
          {LOOKS[action].label}
        </Button>
      ))}
      {(asking === 'ship' || asking === 'correct_tracking') && <ShipDialog {...dialog} />}
      {asking === 'cancel' && <CancelDialog {...dialog} />}
      {asking === 'keep' && <KeepDialog {...dialog} />}
      {asking === 'review' && <PaymentOnHoldDialog {...dialog} />}
      {asking === 'refund' && <RefundDialog {...dialog} />}
    </div>
  )
}

/** Cancels an unsent order. A paid order is refunded by its whole remaining amount. */
function CancelDialog({ order, onClose }: { order: ShownOrder; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const [spentCredits, setSpentCredits] = useState<SpentCredits>('balance')
  const isPaid = order.paymentStatus === 'paid'
  const { preview, error, isOld } = useRefundPreview(order.id, isPaid ? { spentCredits, restock: true } : null)
  const left = formatMoney(toCents(order.total) - toCents(order.refunded))

  async function cancel() {
    const json = { reason: reasonIn(reason), ...(isPaid && { spentCredits }) }
    const sent = staffClient().admin.orders[':id'].cancel.$post({ param: { id: order.id }, json })
    if (await orderActed(await call(sent))) toast.success(`${order.reference} was cancelled`)
    onClose()
  }

  return (
    <ConfirmDialog
      onOpenChange={onClose}
      title={`Cancel ${order.reference}?`}
      description={
        isPaid
          ? `Nothing is shipped, ${left} goes back to the buyer, and the pieces go back to the shelf. This cannot be undone.`
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

/** Refuses the buyer's request to cancel. */
function KeepDialog({ order, onClose }: { order: ShownOrder; onClose: () => void }) {
  const [reason, setReason] = useState('')
  async function keep() {
    const json = { reason: reasonIn(reason) }
    await orderDone(await call(staffClient().admin.orders[':id'].keep.$post({ param: { id: order.id }, json })))
    toast.success(`${order.reference} is kept, and its buyer is told`)
    onClose()
  }
  return (
    <ConfirmDialog
      onOpenChange={onClose}
      title={`Keep ${order.reference}?`}
      description="The buyer asked to cancel. The order is packed and sent as planned, and an e-mail tells the buyer."
      confirmLabel="Keep the order"
      busyLabel="Saving..."
      onConfirm={keep}
    >
      <ReasonField label="Reason, for staff" value={reason} onChange={setReason} />
    </ConfirmDialog>
  )
}

type Decision = 'accept' | 'refund'
const DECISIONS: { value: Decision; label: string }[] = [
  { value: 'accept', label: 'The money is good: settle it as paid' },
  { value: 'refund', label: 'Pay it all back and end the order' },
]

/** Resolves a payment that disagrees with its order. Staff decide after a look at the provider's page. */
function PaymentOnHoldDialog({ order, onClose }: { order: ShownOrder; onClose: () => void }) {
  const [decision, setDecision] = useState<Decision>('accept')
  const [reason, setReason] = useState('')
  const disagreement = order.staff?.events.findLast(({ kind }) => kind === SHOWN_ON_HOLD)?.note

  async function decide() {
    const json = { decision, reason: reasonIn(reason) }
    const sent = staffClient().admin.orders[':id'].review.$post({ param: { id: order.id }, json })
    if (await orderActed(await call(sent)))
      toast.success(decision === 'accept' ? `${order.reference} is paid` : `${order.reference} is paid back`)
    onClose()
  }

  return (
    <ConfirmDialog
      onOpenChange={onClose}
      title={`Decide on ${order.reference}`}
      description="The payment does not agree with the order. Check it in the provider's dashboard first: this cannot be undone."
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

/** Carrier and tracking number of a parcel. For a shipped order the dialog corrects both. */
function ShipDialog({ order, onClose }: { order: ShownOrder; onClose: () => void }) {
  const isCorrection = order.carrier !== null
  const ship = useMutation({
    mutationFn: (json: Parcel) => call(staffClient().admin.orders[':id'].ship.$post({ param: { id: order.id }, json })),
    async onSuccess(changed) {
      await orderDone(changed)
      toast.success(isCorrection ? 'Tracking was corrected' : `${order.reference} is shipped, and its buyer is told`)
      onClose()
    },
    onError: () => void orderUnsure(order.id),
  })
  return (
    <ParcelDialog
      title={isCorrection ? `Correct the tracking of ${order.reference}` : `Ship ${order.reference}`}
      description={isCorrection ? 'The buyer sees it at once.' : 'The buyer gets an e-mail with carrier and number.'}
      sent={order}
      shipTo={!isCorrection && order.shipTo}
      ship={ship}
      onClose={onClose}
    />
  )
}

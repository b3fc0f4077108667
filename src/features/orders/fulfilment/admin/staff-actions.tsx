import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '#kernel/client/calls/call.ts'
import { useRight } from '#kernel/client/rights.ts'
import { Button } from '#ui/buttons/button.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { lazy } from '#ui/lazy.tsx'
import type { IconName } from '#ui/pictures/icon.tsx'
import { orderDone, orderUnsure, type StaffView, staffClient } from '../../history/admin/staff-client.ts'
import type { ShownOrder } from '../../history/web/orders-client.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { ReviewDialog } from './review-dialog.tsx'
import { ShipDialog } from './ship-dialog.tsx'

const RefundDialog = lazy(async () => (await import('../../refunds/admin/refund-dialog.tsx')).RefundDialog)

type Action = StaffView['actions'][number]
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
}
/** The next step comes first and is the only coloured button. */
const ORDER = Object.keys(LOOKS) as Action[]
const LEADS_ON: ReadonlySet<Action> = new Set(['pack', 'ship', 'deliver', 'review'])
const DONE: Record<Step, string> = {
  pack: 'The order is packed',
  unpack: 'The order waits to be packed again',
  deliver: 'The order is delivered',
}
/** Actions that need the right to refund; all others need the right to fulfil. */
const OF_MONEY: ReadonlySet<Action> = new Set(['review', 'refund', 'cancel'])
const isStep = (action: Action): action is Step => action in DONE

/** Time until a closing dialog has returned the focus. */
const CLOSED_MS = 300

type StaffActionsProps = {
  order: ShownOrder
  actions: readonly Action[]
  /** Called when the buttons are final and no dialog is open. */
  onSettled: () => void
}

/** Actions for the order's current state. Reversible steps run at once; the others ask for confirmation. */
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
  const mayRefund = useRight('orders.refund')
  const mayFulfil = useRight('orders.fulfil')
  const shown = ORDER.filter(action => actions.includes(action) && (OF_MONEY.has(action) ? mayRefund : mayFulfil))
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
      {asking === 'review' && <ReviewDialog {...dialog} />}
      {asking === 'refund' && <RefundDialog {...dialog} />}
    </div>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#kernel/client/calls/call.ts'
import { invalidate } from '#kernel/client/query-client.ts'
import { formatMoney, toCents } from '#kernel/values/money.ts'
import { Button } from '#ui/buttons/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { FormError } from '#ui/forms/form-error.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { ordersClient, type ShownCancellation, type ShownOrder } from '../../order/web/orders-client.ts'

/** The button that cancels the buyer's paid order, until it is packed. Its dialog says first what the press does. */
export function CancelPaidOrder({ order }: { order: ShownOrder }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      {order.canCancel && (
        <Button variant="quiet" onClick={() => setAsking(true)}>
          Cancel order
        </Button>
      )}
      {/* Stays open when the order moves on, and the answer then says why. */}
      {isAsking && <CancelDialog order={order} onClose={() => setAsking(false)} />}
    </>
  )
}

function CancelDialog({ order, onClose }: { order: ShownOrder; onClose: () => void }) {
  const { id, reference } = order
  const preview = useQuery({
    queryKey: ['order-cancellation', id],
    queryFn: () => call(ordersClient.orders[':id'].cancellation.$get({ param: { id } })),
    staleTime: 0,
  })
  const waits = preview.data?.waits ?? false

  async function cancel() {
    if (!preview.data) throw preview.error ?? new Error('Please wait until the amount is worked out.')
    try {
      // The page may be older than the order: staff may have packed it.
      await call(ordersClient.orders[':id'].cancel.$post({ param: { id }, json: { status: 'paid' } }))
    } finally {
      await invalidate(['orders'])
    }
    const { cancelAskedAt } = await call(ordersClient.orders[':id'].$get({ param: { id } }))
    toast.success(cancelAskedAt ? `We have your request for ${reference}` : `Order ${reference} was cancelled`)
    onClose()
  }

  return (
    <ConfirmDialog
      onOpenChange={onClose}
      title={waits ? `Ask us to cancel ${reference}?` : `Cancel order ${reference}?`}
      description={
        waits
          ? 'Some of its credits are in entries that cannot be taken back. A member of our staff decides.'
          : 'Nothing is sent, and what you paid goes back the way it came. This cannot be undone.'
      }
      confirmLabel={waits ? 'Ask to cancel' : 'Cancel order'}
      cancelLabel="Keep order"
      busyLabel={waits ? 'Asking...' : 'Cancelling...'}
      danger
      onConfirm={cancel}
    >
      {preview.isError && <FormError>{preview.error.message}</FormError>}
      {preview.isPending && <SkeletonText lines={3} />}
      {preview.data && <Effects preview={preview.data} />}
    </ConfirmDialog>
  )
}

const entriesInWords = (count: number) => (count === 1 ? 'your newest entry' : `your ${count} newest entries`)

/** What goes back and what is taken back, a line each. */
function Effects({ preview: { amount, credits, waits } }: { preview: ShownCancellation }) {
  if (waits)
    return (
      <Notice title="This waits for our staff">
        Until they decide, the order is not sent, and you keep its credits and entries. We write to you.
      </Notice>
    )
  return (
    <ul aria-label="What it does" className="flex flex-col gap-2 border border-line bg-raised p-4">
      {amount > 0 && <li>{formatMoney(toCents(amount))} goes back to the card or account you paid with.</li>}
      {credits.map(({ tier, takenBack, entriesRemoved }) => (
        <li key={tier}>
          {takenBack} {tier} {takenBack === 1 ? 'credit is' : 'credits are'} taken back
          {entriesRemoved > 0 && `, and ${entriesInWords(entriesRemoved)} in open giveaways for it`}.
        </li>
      ))}
    </ul>
  )
}

/** Above an order whose buyer asked to cancel it. */
export function WaitsForStaff({ order }: { order: ShownOrder }) {
  if (order.cancelAskedAt === null) return null
  return (
    <div className="mb-10 print:hidden">
      <Notice title="You asked to cancel this order">
        Until our staff decide, it is not sent. Some of its credits are in entries that cannot be taken back. We write
        to you.
      </Notice>
    </div>
  )
}

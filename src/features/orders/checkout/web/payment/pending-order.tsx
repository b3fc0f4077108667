import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#kernel/client/calls/call.ts'
import { queryClient } from '#kernel/client/query-client.ts'
import { Button } from '#ui/buttons/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { FormError } from '#ui/forms/form-error.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { ordersClient, type ShownOrder } from '../../../history/web/orders-client.ts'
import { leaveFor } from '../leave-for.ts'

/** Invalidates the user's orders after one of them changed. */
async function readOrdersAnew() {
  await queryClient.invalidateQueries({ queryKey: ['orders'] })
}

/** Actions for a pending order: pay while the payment page is open, or cancel. */
export function PendingOrder({ order: { id, reference } }: { order: ShownOrder }) {
  const [asking, setAsking] = useState(false)
  const param = { id }
  const pay = useMutation({
    async mutationFn() {
      const { url } = await call(ordersClient.orders[':id'].pay.$post({ param }))
      await leaveFor(url)
    },
    // The order may have been paid or have expired since this page loaded.
    onError: readOrdersAnew,
  })
  async function cancel() {
    await call(ordersClient.orders[':id'].cancel.$post({ param }))
    await readOrdersAnew()
    setAsking(false)
    toast.success(`Order ${reference} was cancelled`)
  }
  return (
    <div className="mb-10 flex flex-col gap-3 print:hidden">
      <Notice kind="warning" title="This order is not paid yet">
        Its items are kept for you while the payment page is open, for about half an hour.
      </Notice>
      <FormError>{pay.error?.message}</FormError>
      <div className="flex flex-wrap gap-3">
        <Button busy={pay.isPending} busyText="Opening..." onClick={() => pay.mutate()}>
          Pay now
        </Button>
        <Button variant="secondary" onClick={() => setAsking(true)}>
          Cancel order
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Cancel order ${reference}?`}
        description="Nothing was charged. The payment page closes, and the items can be bought by others."
        confirmLabel="Cancel order"
        cancelLabel="Keep order"
        busyLabel="Cancelling..."
        danger
        onConfirm={cancel}
      />
    </div>
  )
}

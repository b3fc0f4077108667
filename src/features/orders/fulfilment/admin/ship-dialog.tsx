import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import { call } from '#kernel/client/calls/call.ts'
import { Button } from '#ui/buttons/button.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { FormError } from '#ui/forms/form-error.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { orderDone, orderUnsure, staffClient } from '../../history/admin/staff-client.ts'
import { AddressLines } from '../../history/web/address-lines.tsx'
import type { ShownOrder } from '../../history/web/orders-client.ts'
import { ParcelFields, parcelOf } from '../web/parcel-fields.tsx'

/** Carrier and tracking number of a parcel. For a shipped order the dialog corrects both. */
export function ShipDialog({ order, onClose }: { order: ShownOrder; onClose: () => void }) {
  const isCorrection = order.carrier !== null
  const [parcel, setParcel] = useState(parcelOf(order))
  const ship = useMutation({
    mutationFn: () =>
      call(
        staffClient().admin.orders[':id'].ship.$post({
          param: { id: order.id },
          json: parcel,
        }),
      ),
    async onSuccess(changed) {
      await orderDone(changed)
      toast.success(isCorrection ? 'Tracking was corrected' : `${order.reference} is shipped, and its buyer is told`)
      onClose()
    },
    onError: () => void orderUnsure(order.id),
  })
  const errors = ship.error instanceof ApiError ? ship.error.errors : {}
  const problem = ship.error && Object.keys(errors).length === 0 ? ship.error.message : undefined
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!ship.isPending) ship.mutate()
  }
  return (
    <Dialog
      open
      startsInField
      onOpenChange={onClose}
      title={isCorrection ? `Correct the tracking of ${order.reference}` : `Ship ${order.reference}`}
      description={isCorrection ? 'The buyer sees it at once.' : 'The buyer gets an e-mail with carrier and number.'}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="ship" busy={ship.isPending} busyText="Saving...">
            {isCorrection ? 'Save tracking' : 'Mark as shipped'}
          </Button>
        </>
      }
    >
      <form id="ship" onSubmit={submit} className="flex flex-col gap-4">
        <FormError>{problem}</FormError>
        {order.shipTo && !isCorrection && <AddressLines address={order.shipTo} />}
        <ParcelFields parcel={parcel} errors={errors} onChange={setParcel} />
      </form>
    </Dialog>
  )
}

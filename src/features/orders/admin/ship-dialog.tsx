import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiError } from '#platform/client/api-error.ts'
import { call } from '#platform/client/call.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FormError } from '#ui/form-error.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { toast } from '#ui/toast.ts'
import { AddressLines } from '../address-lines.tsx'
import type { ShownOrder } from '../orders-client.ts'
import { orderDone, orderUnsure, staffClient } from './staff-client.ts'

/** Carriers whose tracking pages the shop knows, as `fulfilment/contract.ts` names them. */
const CARRIERS = ['USPS', 'UPS', 'FedEx', 'DHL']
const OTHER = 'other'

/** Who carries the parcel, and under which number. Of an order that is shipped already it corrects both. */
export function ShipDialog({ order, onClose }: { order: ShownOrder; onClose: () => void }) {
  const isCorrection = order.carrier !== null
  const known = order.carrier === null || CARRIERS.includes(order.carrier)
  const [choice, setChoice] = useState(known ? (order.carrier ?? 'USPS') : OTHER)
  const [other, setOther] = useState(known ? '' : (order.carrier ?? ''))
  const [trackingNumber, setTrackingNumber] = useState(order.trackingNumber ?? '')
  const ship = useMutation({
    mutationFn: () =>
      call(
        staffClient().admin.orders[':id'].ship.$post({
          param: { id: order.id },
          json: { carrier: choice === OTHER ? other : choice, trackingNumber },
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
        <SelectField
          label="Carrier"
          value={choice}
          options={[...CARRIERS.map(value => ({ value, label: value })), { value: OTHER, label: 'Another carrier' }]}
          error={choice === OTHER ? undefined : errors.carrier?.[0]}
          onChange={({ target }) => setChoice(target.value)}
        />
        {choice === OTHER && (
          <TextField
            label="Name of the carrier"
            required
            maxLength={60}
            value={other}
            error={errors.carrier?.[0]}
            onChange={({ target }) => setOther(target.value)}
          />
        )}
        <TextField
          label="Tracking number"
          hint="Leave it empty when the parcel has none."
          autoComplete="off"
          spellCheck={false}
          maxLength={60}
          value={trackingNumber}
          error={errors.trackingNumber?.[0]}
          onChange={({ target }) => setTrackingNumber(target.value)}
        />
      </form>
    </Dialog>
  )
}

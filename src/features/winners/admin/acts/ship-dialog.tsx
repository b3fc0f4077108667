import { type FormEvent, useState } from 'react'
import { ParcelFields, parcelOf } from '#features/orders/fulfilment/web/parcel-fields.tsx'
import { AddressLines } from '#features/orders/history/web/address-lines.tsx'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import { call } from '#kernel/client/calls/call.ts'
import { Button } from '#ui/buttons/button.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import type { WinnerDetail } from '../../contract.ts'
import { winnersClient } from '../lists/winners-client.ts'
import { useAct } from './use-act.ts'

/** Records carrier and tracking number, or corrects both for a shipped prize. */
export function ShipDialog({ winner, onClose }: { winner: WinnerDetail; onClose: () => void }) {
  const isCorrection = winner.carrier !== null
  const [parcel, setParcel] = useState(parcelOf(winner))
  const ship = useAct(
    winner.id,
    () => call(winnersClient()[':id'].ship.$post({ param: { id: winner.id }, json: parcel })),
    isCorrection ? 'Tracking was corrected, and the winner is told' : 'The prize is shipped, and the winner is told',
    onClose,
  )
  const errors = ship.error instanceof ApiError ? ship.error.errors : {}
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!ship.isPending) ship.mutate()
  }
  return (
    <Dialog
      open
      startsInField
      onOpenChange={onClose}
      title={isCorrection ? 'Correct the tracking' : `Ship ${winner.giveaway.title}`}
      description="The winner gets an e-mail with carrier and number."
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="ship-prize" busy={ship.isPending} busyText="Saving...">
            {isCorrection ? 'Save tracking' : 'Mark as shipped'}
          </Button>
        </>
      }
    >
      <form id="ship-prize" noValidate onSubmit={submit} className="flex flex-col gap-4">
        <FormError>{Object.keys(errors).length === 0 ? ship.error?.message : undefined}</FormError>
        {winner.shipTo && <AddressLines address={winner.shipTo} />}
        <ParcelFields parcel={parcel} errors={errors} onChange={setParcel} />
      </form>
    </Dialog>
  )
}

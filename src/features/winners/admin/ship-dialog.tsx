import { type FormEvent, useState } from 'react'
import { AddressLines } from '#features/orders/address-lines.tsx'
import { ParcelFields, parcelOf } from '#features/orders/parcel-fields.tsx'
import { ApiError } from '#platform/client/api-error.ts'
import { call } from '#platform/client/call.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FormError } from '#ui/form-error.tsx'
import type { WinnerDetail } from '../contract.ts'
import { useAct } from './use-act.ts'
import { winnersClient } from './winners-client.ts'

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

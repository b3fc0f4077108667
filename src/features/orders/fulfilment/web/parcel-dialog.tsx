import { type FormEvent, useId, useState } from 'react'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import type { PostalAddress } from '#kernel/shipping/address-lines.ts'
import { AddressLines } from '#ui/data/address-lines.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { DialogButtons } from '#ui/overlays/dialog-buttons.tsx'
import { type Parcel, ParcelFields, parcelOf } from './parcel-fields.tsx'

type ParcelDialogProps = {
  title: string
  description: string
  /** An order or a prize. A carrier means that it is shipped, and the dialog corrects the tracking. */
  sent: Parameters<typeof parcelOf>[0]
  shipTo: PostalAddress | null | undefined | false
  ship: { error: Error | null; isPending: boolean; mutate: (parcel: Parcel) => void }
  /** Leaves an empty field to the server's answer. */
  noValidate?: boolean
  onClose: () => void
}

/** Carrier and tracking number of a parcel, to ship it or to correct both. */
export function ParcelDialog({ title, description, sent, shipTo, ship, noValidate, onClose }: ParcelDialogProps) {
  const id = useId()
  const [parcel, setParcel] = useState(parcelOf(sent))
  const errors = ship.error instanceof ApiError ? ship.error.errors : {}
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!ship.isPending) ship.mutate(parcel)
  }
  return (
    <Dialog
      startsInField
      onOpenChange={onClose}
      title={title}
      description={description}
      footer={
        <DialogButtons type="submit" form={id} busy={ship.isPending} busyText="Saving..." onCancel={onClose}>
          {sent.carrier === null ? 'Mark as shipped' : 'Save tracking'}
        </DialogButtons>
      }
    >
      <form id={id} noValidate={noValidate} onSubmit={submit} className="flex flex-col gap-4">
        <FormError>{Object.keys(errors).length === 0 ? ship.error?.message : undefined}</FormError>
        {shipTo && <AddressLines address={shipTo} />}
        <ParcelFields parcel={parcel} errors={errors} onChange={setParcel} />
      </form>
    </Dialog>
  )
}

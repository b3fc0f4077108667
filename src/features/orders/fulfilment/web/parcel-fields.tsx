import { useState } from 'react'
import { CARRIERS, knownCarrierOf } from '#kernel/shipping/parcels/carriers.ts'
import { carrierOfNumber, parcelDoubt, trackingNumberOf } from '#kernel/shipping/parcels/parcel-number.ts'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'

/** Carrier and tracking number; an empty string means none. */
export type Parcel = { carrier: string; trackingNumber: string }

const OTHER = 'other'

/** Initial values of the fields: the stored parcel, else the first carrier. */
export const parcelOf = (sent: { carrier: string | null; trackingNumber: string | null }): Parcel => ({
  carrier: sent.carrier === null ? CARRIERS[0] : (knownCarrierOf(sent.carrier) ?? sent.carrier),
  trackingNumber: sent.trackingNumber ?? '',
})

type ParcelFieldsProps = {
  parcel: Parcel
  /** Keyed by the fields of `ShipBody`. */
  errors: Record<string, string[]>
  onChange: (parcel: Parcel) => void
}

/**
 * Form fields for the carrier and tracking number of an order or a prize. The check digit of a typed number chooses the carrier, until staff
 * choose one.
 */
export function ParcelFields({ parcel, errors, onChange }: ParcelFieldsProps) {
  const [isOther, setOther] = useState(knownCarrierOf(parcel.carrier) === null)
  const [isChosen, setChosen] = useState(isOther || parcel.trackingNumber !== '')
  function type(trackingNumber: string) {
    const found = isChosen ? null : carrierOfNumber(trackingNumberOf(trackingNumber) ?? '')
    onChange({ trackingNumber, carrier: found ?? parcel.carrier })
  }
  return (
    <>
      <SelectField
        label="Carrier"
        value={isOther ? OTHER : parcel.carrier}
        options={[...CARRIERS.map(value => ({ value, label: value })), { value: OTHER, label: 'Another carrier' }]}
        error={isOther ? undefined : errors.carrier?.[0]}
        onChange={({ target }) => {
          setChosen(true)
          setOther(target.value === OTHER)
          onChange({ ...parcel, carrier: target.value === OTHER ? '' : target.value })
        }}
      />
      {isOther && (
        <TextField
          label="Name of the carrier"
          required
          maxLength={60}
          value={parcel.carrier}
          error={errors.carrier?.[0]}
          onChange={({ target }) => onChange({ ...parcel, carrier: target.value })}
        />
      )}
      <TextField
        label="Tracking number"
        hint="Leave it empty when the parcel has none."
        autoComplete="off"
        spellCheck={false}
        maxLength={60}
        value={parcel.trackingNumber}
        error={errors.trackingNumber?.[0]}
        onChange={({ target }) => type(target.value)}
      />
      <Doubt parcel={parcel} />
    </>
  )
}

/** Said while staff type, and never in the way of saving. */
function Doubt({ parcel: { carrier, trackingNumber } }: { parcel: Parcel }) {
  const doubt = parcelDoubt(carrier, trackingNumberOf(trackingNumber))
  return (
    <p role="status" className="flex items-start gap-1.5 text-sm text-warning empty:hidden">
      {doubt && (
        <>
          <Icon name="warning" size={16} className="mt-0.75" />
          <span>{doubt}</span>
        </>
      )}
    </p>
  )
}

import { useState } from 'react'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'

/** Carrier and tracking number; an empty string means none. */
export type Parcel = { carrier: string; trackingNumber: string }

/** Carriers with known tracking pages (`fulfilment/rules.ts`). Any other name is accepted as typed. */
const CARRIERS = ['USPS', 'UPS', 'FedEx', 'DHL']
const OTHER = 'other'

/** Initial values of the fields: the stored parcel, else the first carrier. */
export const parcelOf = (sent: { carrier: string | null; trackingNumber: string | null }): Parcel => ({
  carrier: sent.carrier ?? CARRIERS[0]!,
  trackingNumber: sent.trackingNumber ?? '',
})

type ParcelFieldsProps = {
  parcel: Parcel
  /** Keyed by the fields of `ShipBody`. */
  errors: Record<string, string[]>
  onChange: (parcel: Parcel) => void
}

/** Form fields for the carrier and tracking number of an order or a prize. */
export function ParcelFields({ parcel, errors, onChange }: ParcelFieldsProps) {
  const [isOther, setOther] = useState(!CARRIERS.includes(parcel.carrier))
  return (
    <>
      <SelectField
        label="Carrier"
        value={isOther ? OTHER : parcel.carrier}
        options={[...CARRIERS.map(value => ({ value, label: value })), { value: OTHER, label: 'Another carrier' }]}
        error={isOther ? undefined : errors.carrier?.[0]}
        onChange={({ target }) => {
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
        onChange={({ target }) => onChange({ ...parcel, trackingNumber: target.value })}
      />
    </>
  )
}

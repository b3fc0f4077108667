import { useSettings } from '#kernel/client/site.ts'
import { countryOptions } from '#kernel/shipping/countries.ts'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import type { useForm } from '../../web/use-form.ts'
import { StateField } from './state-field.tsx'

/** The field names of an address in a form. */
export type AddressNames<T> = Record<'line1' | 'line2' | 'city' | 'state' | 'postalCode' | 'country', keyof T & string>

/** The names in a form whose fields are called as those of the address. */
export const ADDRESS_NAMES = {
  line1: 'line1',
  line2: 'line2',
  city: 'city',
  state: 'state',
  postalCode: 'postalCode',
  country: 'country',
} as const

type Props<T extends Record<string, string | boolean>> = {
  form: Pick<ReturnType<typeof useForm<T>>, 'text'>
  names: AddressNames<T>
  /** False for staff: the browser must not fill in their own address. */
  isOwn?: boolean
}

/** `part` is the autofill token. */
type Field = { name: keyof AddressNames<object>; label: string; part: string; isWide?: boolean; isOptional?: boolean }
const FIELDS: readonly Field[] = [
  { name: 'line1', label: 'Address Line 1', part: 'address-line1', isWide: true },
  { name: 'line2', label: 'Address Line 2 (optional)', part: 'address-line2', isWide: true, isOptional: true },
  { name: 'city', label: 'City', part: 'address-level2' },
]
const HALF = 'sm:col-span-3'

/** The fields of a shipping address: at registration, in the profile and on an order. */
export function ShippingFields<T extends Record<string, string | boolean>>({ form, names, isOwn = true }: Props<T>) {
  const { shipping } = useSettings()
  const country = form.text(names.country)
  const autofill = (part: string) => (isOwn ? `shipping ${part}` : 'off')
  return (
    <div className="grid gap-5 sm:grid-cols-6">
      {FIELDS.map(({ name, label, part, isWide, isOptional }) => (
        <TextField
          key={name}
          {...form.text(names[name])}
          label={label}
          autoComplete={autofill(part)}
          required={!isOptional}
          className={isWide ? 'sm:col-span-6' : HALF}
        />
      ))}
      <StateField
        {...form.text(names.state)}
        isUs={country.value === 'US'}
        autoComplete={autofill('address-level1')}
        required
        className={HALF}
      />
      <TextField
        {...form.text(names.postalCode)}
        label="Postal Code"
        autoComplete={autofill('postal-code')}
        required
        className={HALF}
      />
      <SelectField
        {...country}
        label="Country"
        autoComplete={autofill('country')}
        options={countryOptions(shipping.countries, country.value)}
        className={HALF}
      />
    </div>
  )
}

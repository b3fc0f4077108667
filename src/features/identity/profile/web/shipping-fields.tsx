import { SelectField } from '#ui/forms/select-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import type { useForm } from '../../web/use-form.ts'

/** The field names of an address in a form. */
export type AddressNames<T> = Record<'line1' | 'line2' | 'city' | 'state' | 'postalCode' | 'country', keyof T & string>

type Props<T extends Record<string, string | boolean>> = {
  form: Pick<ReturnType<typeof useForm<T>>, 'text'>
  names: AddressNames<T>
}

const COUNTRIES = [
  { value: 'US', label: 'United States' },
  { value: 'CA', label: 'Canada' },
  { value: 'MX', label: 'Mexico' },
]

/** The fields of a shipping address, at registration and in the profile. */
export function ShippingFields<T extends Record<string, string | boolean>>({ form, names }: Props<T>) {
  return (
    <div className="grid gap-5 sm:grid-cols-6">
      <TextField
        {...form.text(names.line1)}
        label="Address Line 1"
        autoComplete="shipping address-line1"
        required
        className="sm:col-span-6"
      />
      <TextField
        {...form.text(names.line2)}
        label="Address Line 2 (optional)"
        autoComplete="shipping address-line2"
        className="sm:col-span-6"
      />
      <TextField
        {...form.text(names.city)}
        label="City"
        autoComplete="shipping address-level2"
        required
        className="sm:col-span-3"
      />
      <TextField
        {...form.text(names.state)}
        label="State"
        autoComplete="shipping address-level1"
        required
        className="sm:col-span-3"
      />
      <TextField
        {...form.text(names.postalCode)}
        label="Postal Code"
        autoComplete="shipping postal-code"
        required
        className="sm:col-span-3"
      />
      <SelectField
        {...form.text(names.country)}
        label="Country"
        autoComplete="shipping country"
        options={COUNTRIES}
        className="sm:col-span-3"
      />
    </div>
  )
}

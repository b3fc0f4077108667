import { StateField } from '#features/identity/shipping/web/state-field.tsx'
import { problemsIn } from '#kernel/client/calls/field-problems.ts'
import { addressFormState } from '#kernel/shipping/address-form-state.ts'
import { TextField } from '#ui/forms/text-field.tsx'
import { PrizeAddress } from '../contract.ts'

type AddressFieldsProps = {
  current: AddressFormState
  errors: Record<string, string>
  onChange: (current: AddressFormState) => void
  /** Whether the browser may autofill the user's own address. Staff type another person's address. */
  isOwn: boolean
}

const FIELDS = [
  { name: 'name', label: 'Name', complete: 'name', span: 'sm:col-span-6', isRequired: true },
  { name: 'line1', label: 'Address Line 1', complete: 'address-line1', span: 'sm:col-span-6', isRequired: true },
  {
    name: 'line2',
    label: 'Address Line 2 (optional)',
    complete: 'address-line2',
    span: 'sm:col-span-6',
    isRequired: false,
  },
  { name: 'city', label: 'City', complete: 'address-level2', span: 'sm:col-span-3', isRequired: true },
  { name: 'state', label: 'State', complete: 'address-level1', span: 'sm:col-span-1', isRequired: true },
  { name: 'postalCode', label: 'ZIP Code', complete: 'postal-code', span: 'sm:col-span-2', isRequired: true },
] as const

/** Form fields of a prize's address in the United States. */
export const AddressFields = ({ current, errors, onChange, isOwn }: AddressFieldsProps) => (
  <div className="grid gap-4 sm:grid-cols-6">
    {FIELDS.map(({ name, label, complete, span, isRequired }) => {
      const field = {
        id: `prize-${name}`,
        name,
        required: isRequired,
        autoComplete: isOwn ? `shipping ${complete}` : 'off',
        className: span,
        value: current[name],
        error: errors[name],
        onChange: ({ target }: { target: { value: string } }) => onChange({ ...current, [name]: target.value }),
      }
      return name === 'state' ? <StateField key={name} {...field} /> : <TextField key={name} {...field} label={label} />
    })}
  </div>
)

/** An address as typed in a form. */
export type AddressFormState = Record<'name' | 'line1' | 'line2' | 'city' | 'state' | 'postalCode', string>

export const formStateOf = (
  address: Partial<Record<keyof AddressFormState, string | null | undefined>> | null,
): AddressFormState => ({ name: address?.name ?? '', ...addressFormState(address) })

/** Validates with the server's schema before sending. @returns messages by field. */
export function problemsOf(current: AddressFormState): Record<string, string> {
  const checked = PrizeAddress.safeParse(current)
  return checked.success ? {} : problemsIn(checked.error)
}

import type { FieldProblems } from '#kernel/client/calls/field-problems.ts'
import { useSettings } from '#kernel/client/site.ts'
import { type Country, countryOptions } from '#kernel/shipping/countries.ts'
import { FormSection } from '#ui/forms/form-section.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'

type TextName = 'name' | 'email' | 'phone' | 'birthday' | 'line1' | 'line2' | 'city' | 'state' | 'postalCode'

/** The values of the fields. Without `email` the form has no e-mail field, because an existing account keeps its e-mail. */
type FormState = Record<Exclude<TextName, 'email'>, string> & { email?: string; country: Country }

type UserFieldsProps<T extends FormState> = {
  /** The id of the form; each control's id combines it with the field. */
  form: string
  current: T
  errors: FieldProblems
  set: (fields: Partial<T>) => void
  /** Whether the address is required. */
  isAddressWanted: boolean
}

/** Every field of a person, in the order of input. No autofill, because the browser would fill in the staff member's own address. */
export function UserFields<T extends FormState>({ form, current, errors, set, isAddressWanted }: UserFieldsProps<T>) {
  const { shipping } = useSettings()
  const field = (name: TextName) => ({
    id: `${form}-${name}`,
    value: current[name] ?? '',
    error: errors[name],
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => set({ [name]: target.value } as Partial<T>),
  })
  const line = (label: string, max: number) => ({ label, maxLength: max, required: isAddressWanted })
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField label="Name" required maxLength={120} {...field('name')} />
        {current.email !== undefined && (
          <TextField label="Email" required type="email" maxLength={254} autoCapitalize="none" {...field('email')} />
        )}
        <TextField label="Phone" required type="tel" maxLength={40} {...field('phone')} />
        <TextField label="Birthday" required type="date" {...field('birthday')} />
      </div>
      <FormSection title="Address">
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField {...line('Address line 1', 200)} {...field('line1')} />
          <TextField label="Address line 2 (optional)" maxLength={200} {...field('line2')} />
          <TextField {...line('City', 100)} {...field('city')} />
          <TextField {...line('State', 100)} {...field('state')} />
          <TextField {...line('ZIP code', 20)} {...field('postalCode')} />
          <SelectField
            id={`${form}-country`}
            label="Country"
            value={current.country}
            error={errors.country}
            options={countryOptions(shipping.countries, current.country)}
            onChange={({ target }) => set({ country: target.value as Country } as Partial<T>)}
          />
        </div>
      </FormSection>
    </>
  )
}

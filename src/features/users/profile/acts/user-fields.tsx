import { StateField } from '#features/identity/shipping/web/state-field.tsx'
import type { FieldProblems } from '#kernel/client/calls/field-problems.ts'
import { useSettings } from '#kernel/client/site.ts'
import { type Country, countryOptions } from '#kernel/shipping/countries.ts'
import { FormSection } from '#ui/forms/form-section.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { PERSON_FORM, type UserFormState } from './user-form-state.ts'

type TextName = Exclude<keyof typeof PERSON_FORM.blank, 'country'>

/** The values of the fields. Without `email` the form has no e-mail field, because an existing account keeps its e-mail. */
type FormState = UserFormState & { email?: string }

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
    ...PERSON_FORM.controlOf(name),
    id: `${form}-${name}`,
    value: current[name] ?? '',
    error: errors[name],
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => set({ [name]: target.value } as Partial<T>),
  })
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField required {...field('name')} />
        {current.email !== undefined && <TextField required type="email" autoCapitalize="none" {...field('email')} />}
        <TextField required type="tel" {...field('phone')} />
        <TextField required type="date" {...field('birthday')} />
      </div>
      <FormSection title="Address">
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField required={isAddressWanted} {...field('line1')} />
          <TextField {...field('line2')} />
          <TextField required={isAddressWanted} {...field('city')} />
          <StateField required={isAddressWanted} isUs={current.country === 'US'} {...field('state')} />
          <TextField required={isAddressWanted} {...field('postalCode')} />
          <SelectField
            id={`${form}-country`}
            label={PERSON_FORM.labels.country}
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

import { type FieldProblems, problemsIn } from '#kernel/client/calls/field-problems.ts'
import { addressFormState } from '#kernel/shipping/address-form-state.ts'
import type { Country } from '#kernel/shipping/countries.ts'
import { changedFields } from '#ui/staff-kit/record-form-state.ts'
import { UserChange } from '../../acts-contract.ts'
import type { ShownProfile } from '../../users-client.ts'

/** The editable fields of a person as typed. */
export type UserFormState = Record<
  'name' | 'phone' | 'birthday' | 'line1' | 'line2' | 'city' | 'state' | 'postalCode',
  string
> & { country: Country }

export const FORM_FIELD_NAMES: Record<keyof UserFormState, string> = {
  name: 'name',
  phone: 'phone',
  birthday: 'birthday',
  line1: 'address line 1',
  line2: 'address line 2',
  city: 'city',
  state: 'state',
  postalCode: 'ZIP code',
  country: 'country',
}
const PLAIN = ['name', 'phone', 'birthday'] as const

export const formStateOf = ({ name, phone, birthday, address }: ShownProfile): UserFormState => ({
  name,
  phone: phone ?? '',
  birthday: birthday ?? '',
  ...addressFormState(address),
  country: address?.country ?? 'US',
})

/** The request body holds only changed fields. A changed address is sent whole. */
export function changeOf(current: UserFormState, opened: UserFormState, reason: string, version: number) {
  const { name, phone, birthday, ...address } = current
  const changed: readonly string[] = changedFields(current, opened)
  const plain = PLAIN.filter(field => changed.includes(field)).map(field => [field, current[field]])
  const isMoved = changed.some(field => field in address)
  return {
    ...(Object.fromEntries(plain) as Partial<Pick<UserFormState, (typeof PLAIN)[number]>>),
    ...(isMoved && { address: { ...address, line2: address.line2.trim() || null } }),
    reason: reason.trim(),
    version,
  }
}

/** The error of each invalid field, by its name in the form. */
export function problemsOf(change: ReturnType<typeof changeOf>): FieldProblems {
  const checked = UserChange.safeParse(change)
  return checked.success ? {} : inForm(problemsIn(checked.error))
}

/** Maps the API's field names to those of the form. */
export const inForm = (problems: FieldProblems): FieldProblems =>
  Object.fromEntries(Object.entries(problems).map(([path, sentence]) => [path.replace(/^address\./, ''), sentence]))

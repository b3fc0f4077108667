import { type FieldProblems, problemsIn } from '#platform/client/field-problems.ts'
import { NewPerson } from '../contract.ts'

/** The form of checkout-and-admin.md section 5, "Create User form", as it is typed. */
export type NewPersonDraft = Record<
  'name' | 'email' | 'phone' | 'birthday' | 'line1' | 'line2' | 'city' | 'state' | 'postalCode',
  string
> & { country: 'US' | 'CA' | 'MX' }

export const EMPTY: NewPersonDraft = {
  name: '',
  email: '',
  phone: '',
  birthday: '',
  line1: '',
  line2: '',
  city: '',
  state: '',
  postalCode: '',
  country: 'US',
}

export const FIELD_NAMES: Record<keyof NewPersonDraft, string> = {
  name: 'name',
  email: 'email',
  phone: 'phone',
  birthday: 'birthday',
  line1: 'address line 1',
  line2: 'address line 2',
  city: 'city',
  state: 'state',
  postalCode: 'ZIP code',
  country: 'country',
}

/** What is sent. */
export function inputOf({ name, email, phone, birthday, ...address }: NewPersonDraft) {
  return { name, email, phone, birthday, address: { ...address, line2: address.line2.trim() || null } }
}

/** The sentence of each field that is not right yet, by its name in the form. */
export function problemsOf(draft: NewPersonDraft): FieldProblems {
  const checked = NewPerson.safeParse(inputOf(draft))
  return checked.success ? {} : inForm(problemsIn(checked.error))
}

/** Problems as the API names their fields, by the names of the form. */
export const inForm = (problems: FieldProblems): FieldProblems =>
  Object.fromEntries(Object.entries(problems).map(([path, sentence]) => [path.replace(/^address\./, ''), sentence]))

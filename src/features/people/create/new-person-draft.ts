import { type FieldProblems, problemsIn } from '#platform/client/field-problems.ts'
import { NewPerson } from '../acts-contract.ts'
import { DRAFT_NAMES, inForm, type PersonDraft } from '../profile/person-draft.ts'

/** The values of the "Create User" form as typed. */
export type NewPersonDraft = PersonDraft & { email: string }

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

export const FIELD_NAMES: Record<keyof NewPersonDraft, string> = { ...DRAFT_NAMES, email: 'email' }

/** The body of the request. */
export function inputOf({ name, email, phone, birthday, ...address }: NewPersonDraft) {
  return { name, email, phone, birthday, address: { ...address, line2: address.line2.trim() || null } }
}

/** The error of each invalid field, by its name in the form. */
export function problemsOf(draft: NewPersonDraft): FieldProblems {
  const checked = NewPerson.safeParse(inputOf(draft))
  return checked.success ? {} : inForm(problemsIn(checked.error))
}

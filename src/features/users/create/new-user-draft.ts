import { type FieldProblems, problemsIn } from '#kernel/client/calls/field-problems.ts'
import { NewUser } from '../acts-contract.ts'
import { DRAFT_NAMES, inForm, type UserDraft } from '../profile/acts/user-draft.ts'

/** The values of the "Create User" form as typed. */
export type NewUserDraft = UserDraft & { email: string }

export const EMPTY: NewUserDraft = {
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

export const FIELD_NAMES: Record<keyof NewUserDraft, string> = { ...DRAFT_NAMES, email: 'email' }

/** The body of the request. */
export function inputOf({ name, email, phone, birthday, ...address }: NewUserDraft) {
  return { name, email, phone, birthday, address: { ...address, line2: address.line2.trim() || null } }
}

/** The error of each invalid field, by its name in the form. */
export function problemsOf(draft: NewUserDraft): FieldProblems {
  const checked = NewUser.safeParse(inputOf(draft))
  return checked.success ? {} : inForm(problemsIn(checked.error))
}

import type { FieldProblems } from '#kernel/client/calls/field-problems.ts'
import { fieldTable } from '#kernel/fields/field-table.ts'
import { addressFormState } from '#kernel/shipping/address-form-state.ts'
import { changedFields } from '#ui/staff-kit/record-form-state.ts'
import { ADDRESS, PERSON } from '../../acts-contract.ts'
import type { ShownProfile } from '../../users-client.ts'

/** The fields of the form of a new person. */
export const PERSON_FORM = fieldTable({ ...PERSON.fields, ...ADDRESS.fields })

/** The editable fields of a person as typed. An existing account keeps its e-mail. */
export type UserFormState = Omit<typeof PERSON_FORM.blank, 'email'>

const PLAIN = ['name', 'phone', 'birthday'] as const

/** @param addressId a doubtful address of the person's book, in place of the default. */
export function formStateOf(person: ShownProfile, addressId?: string): UserFormState {
  const { name, phone, birthday, doubtfulAddresses } = person
  const address = addressId ? doubtfulAddresses.find(({ id }) => id === addressId) : person.address
  return {
    name,
    phone: phone ?? '',
    birthday: birthday ?? '',
    ...addressFormState(address),
    country: address?.country ?? 'US',
  }
}

/** The address of the form as a body takes it. */
export function addressIn({ name: _, phone: __, birthday: ___, ...address }: UserFormState) {
  return { ...address, line2: address.line2.trim() || null }
}

/** The request body holds only changed fields. A changed address is sent whole. */
export function changeOf(current: UserFormState, opened: UserFormState, reason: string) {
  const changed: readonly string[] = changedFields(current, opened)
  const plain = PLAIN.filter(field => changed.includes(field)).map(field => [field, current[field]])
  const address = addressIn(current)
  const isMoved = changed.some(field => field in address)
  return {
    ...(Object.fromEntries(plain) as Partial<Pick<UserFormState, (typeof PLAIN)[number]>>),
    ...(isMoved && { address }),
    reason: reason.trim(),
  }
}

/** Maps the API's field names to those of the form. */
export const inForm = (problems: FieldProblems): FieldProblems =>
  Object.fromEntries(Object.entries(problems).map(([path, sentence]) => [path.replace(/^address\./, ''), sentence]))

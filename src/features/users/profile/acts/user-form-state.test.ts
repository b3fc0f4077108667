import { expect, it } from 'vitest'
import { problemsIn } from '#kernel/client/calls/field-problems.ts'
import { addressFormState } from '#kernel/shipping/address-form-state.ts'
import { changedFields } from '#ui/staff-kit/record-form-state.ts'
import { UserChange } from '../../acts-contract.ts'
import { changeOf, inForm, type UserFormState } from './user-form-state.ts'

const problemsOf = (change: object) => inForm(problemsIn(UserChange.safeParse(change).error!))

const OPENED: UserFormState = {
  name: 'Sam Holt',
  phone: '+18015550142',
  birthday: '1985-02-03',
  ...addressFormState(),
  country: 'US',
}

it('a correction sends changed fields only, an address as a whole', () => {
  const current = { ...OPENED, name: 'Sam Holt-Reed', city: 'Provo' }
  expect(changedFields(current, OPENED)).toEqual(['name', 'city'])
  const change = changeOf(current, OPENED, ' married ')
  expect(change).toMatchObject({ name: 'Sam Holt-Reed', reason: 'married', address: { city: 'Provo' } })
  expect(change).not.toHaveProperty('phone')
  expect(problemsOf(change)).toEqual({
    line1: 'Address line 1 is required',
    state: 'State is required',
    postalCode: 'ZIP code is required',
  })
})

it('requires a reason, and leaves an unchanged address alone', () => {
  const change = changeOf({ ...OPENED, phone: '12' }, OPENED, '')
  expect(change).not.toHaveProperty('address')
  expect(problemsOf(change)).toEqual({
    phone: 'Please enter a valid US phone number (10-11 digits)',
    reason: 'Please give a reason.',
  })
})

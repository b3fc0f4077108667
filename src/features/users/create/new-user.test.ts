import { expect, it } from 'vitest'
import { EMPTY, inputOf, problemsOf } from './create-user-dialog.tsx'

const COMPLETE = {
  ...EMPTY,
  name: 'Jordan Vale',
  email: 'Jordan@Example.com ',
  phone: '(801) 555-0142',
  birthday: '1985-02-03',
  line1: '12 Bastion Way',
  city: 'Ogden',
  state: 'UT',
  postalCode: '84401',
}

it('asks for every required field with its message [B-12.94] [B-12.95] [B-12.96] [B-12.97] [B-12.98]', () => {
  expect(problemsOf(EMPTY)).toEqual({
    name: 'Name is required',
    email: 'Email is required',
    phone: 'Phone number is required',
    birthday: 'Birthday is required',
    line1: 'Address line 1 is required',
    city: 'City is required',
    state: 'State is required',
    postalCode: 'ZIP code is required',
  })
  expect(problemsOf({ ...COMPLETE, email: 'jordan@example' })).toEqual({ email: 'Invalid email format' })
})

it('takes a complete form without a second line, and begins in the US [B-12.99]', () => {
  expect(problemsOf(COMPLETE)).toEqual({})
  expect(EMPTY.country).toBe('US')
  expect(inputOf(COMPLETE).address.line2).toBeNull()
})

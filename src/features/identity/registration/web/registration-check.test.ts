import { describe, expect, it } from 'vitest'
import { ageOn, bornUntil } from '#kernel/values/clock/age.ts'
import { toUsPhone } from '#kernel/values/inputs/us-phone.ts'
import { PERSON } from '../../testing/browser.ts'
import { afterSignIn } from '../../user/rules.ts'
import { EMPTY_REGISTRATION, registrationCheck } from './registration-check.ts'

const NOW = new Date('2026-03-02T12:00:00Z')
const WHOLE = {
  ...EMPTY_REGISTRATION,
  ...PERSON,
  confirmPassword: PERSON.password,
  addressLine1: '1 Fort Street',
  city: 'Provo',
  state: 'UT',
  postalCode: '84601',
}
const bothPasswords = (password: string) => ({ password, confirmPassword: password })
const errors = (change: Partial<typeof WHOLE>) => registrationCheck(21, NOW)({ ...WHOLE, ...change })

const RULE = 'Password must contain uppercase, lowercase, number, and special character'

describe('the registration form', () => {
  it('a complete form has no error, also without a second address line [B-5.8]', () => {
    expect([WHOLE.addressLine2, errors({}), errors({ addressLine2: 'Gate 4' })]).toEqual(['', {}, {}])
  })

  const PHONE = 'Please enter a valid US phone number (10-11 digits)'
  // In the order of the form.
  it.each([
    ['email', ' ', 'Email is required'],
    ['email', 'robin@example', 'Please enter a valid email address'],
    ['password', '', 'Password is required'],
    ['password', 'Aa1!aaa', 'Password must be at least 8 characters'],
    ['password', 'aaaaaa1!', RULE],
    ['password', 'AAAAAA1!', RULE],
    ['password', 'Aaaaaaa!', RULE],
    ['password', 'Aaaaaaa1', RULE],
    ['password', 'Aaaaaa1#', RULE],
    ['confirmPassword', '', 'Please confirm your password'],
    ['confirmPassword', 'Other-Pass1!', 'Passwords do not match'],
    ['name', '   ', 'Name is required'],
    ['phone', '', 'Phone number is required'],
    ['phone', '555-0100', PHONE],
    ['phone', '1 801 555 01000', PHONE],
    ['phone', '2 801 555 0100', 'Please enter a valid US phone number starting with 1'],
    ['birthDate', '', 'Birth date is required'],
    ['birthDate', '0090-03-02', 'Please check the year of your birth date'],
    ['birthDate', '2005-03-03', 'You must be 21 or older to register'],
    ['addressLine1', ' ', 'Address is required'],
    ['city', '', 'City is required'],
    ['state', '\t', 'State is required'],
    ['postalCode', ' ', 'Postal code is required'],
  ])(
    'the form says for %s "%s": %s [B-5.2] [B-5.3] [B-5.4] [B-5.5] [B-5.6] [B-5.7] [B-5.8] [B-5.35] [B-9.2]',
    (field, value, sentence) => {
      expect(errors({ [field]: value })[field as keyof typeof WHOLE]).toBe(sentence)
    },
  )

  it('differing passwords are reported beside other mistakes', () => {
    expect(errors({ name: '', confirmPassword: 'x' })).toEqual({
      name: 'Name is required',
      confirmPassword: 'Passwords do not match',
    })
  })
})

describe('rules', () => {
  it('a password may have each of the special characters @$!%*?&, and no other counts [B-5.3]', () => {
    for (const special of '@$!%*?&') expect(errors(bothPasswords(`Aaaaaa1${special}`)), special).toEqual({})
    for (const other of '#-_.^~ ') expect(errors(bothPasswords(`Aaaaaa1${other}`)).password, other).toBe(RULE)
  })

  it('years are counted by month and day [B-5.7]', () => {
    expect(ageOn('2005-03-02', NOW)).toBe(21)
    expect(ageOn('2005-03-03', NOW)).toBe(20)
    expect(ageOn('2004-02-29', new Date('2025-02-28T12:00:00Z'))).toBe(20)
    expect(ageOn('2004-02-29', new Date('2025-03-01T07:00:00Z'))).toBe(21)
    expect(bornUntil(NOW, 21)).toBe('2005-03-02')
  })

  it('phones are written with +1 [B-5.6]', () => {
    expect(['8015550100', '(801) 555-0100', '1-801-555-0100'].map(toUsPhone)).toEqual(Array(3).fill('+18015550100'))
  })

  it('a sign-in leads back to own pages only [B-2.61]', () => {
    const user = { isAdmin: false }
    expect(afterSignIn(user, '/giveaways?tab=past#top')).toBe('/giveaways?tab=past#top')
    for (const bad of [
      null,
      '',
      'x',
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      '/a\n/b',
      '/\t/evil',
    ])
      expect(afterSignIn(user, bad)).toBe('/dashboard')
    expect(afterSignIn({ isAdmin: true }, null)).toBe('/admin')
  })
})

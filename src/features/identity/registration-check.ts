import { z } from 'zod'
import { birthDate, line, RegisterBody, tooYoung } from './contract.ts'
import { type Errors, errorsOf } from './use-form.ts'

export const EMPTY_REGISTRATION = {
  name: '',
  email: '',
  phone: '',
  birthDate: '',
  password: '',
  confirmPassword: '',
  addressLine1: '',
  addressLine2: '',
  city: '',
  state: '',
  postalCode: '',
  country: 'US',
  smsConsent: false,
  pushConsent: false,
}
export type Registration = typeof EMPTY_REGISTRATION

/** What is asked beyond the call's own body: saved in the profile once the account is confirmed. */
const DETAILS = {
  confirmPassword: z.string().min(1, 'Please confirm your password'),
  addressLine1: line(200, 'Address is required'),
  addressLine2: z.string().max(200, 'Please use at most 200 characters'),
  city: line(100, 'City is required'),
  state: line(100, 'State is required'),
  postalCode: line(20, 'Postal code is required'),
}

/** Judges the form of /register by the schema of the call, and by what only the form asks. */
export function registrationCheck(minimumAge: number, now: Date): (form: Registration) => Errors<Registration> {
  const oldEnough = birthDate.check(ctx => {
    const message = tooYoung(ctx.value, minimumAge, now)
    if (message) ctx.issues.push({ code: 'custom', message, input: ctx.value })
  })
  const schema = z.object({ ...RegisterBody.shape, ...DETAILS, birthDate: oldEnough })
  return form => {
    const errors = errorsOf(schema, form)
    // By hand, since a schema compares two fields only once each is right by itself.
    if (form.confirmPassword && form.confirmPassword !== form.password)
      errors.confirmPassword = 'Passwords do not match'
    return errors
  }
}

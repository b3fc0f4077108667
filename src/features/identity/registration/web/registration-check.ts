import { z } from 'zod'
import { birthDate, line, RegisterBody, tooYoung } from '../../contract.ts'
import { type Errors, errorsOf } from '../../web/use-form.ts'

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

/** Fields beyond the body of the call; they are saved in the profile after the confirmation. */
const DETAILS = {
  confirmPassword: z.string().min(1, 'Please confirm your password'),
  addressLine1: line(200, 'Address is required'),
  addressLine2: z.string().max(200, 'Please use at most 200 characters'),
  city: line(100, 'City is required'),
  state: line(100, 'State is required'),
  postalCode: line(20, 'Postal code is required'),
}

/** Validates the form of /register by the schema of the call and by the fields that only the form has. */
export function registrationCheck(minimumAge: number, now: Date): (form: Registration) => Errors<Registration> {
  const oldEnough = birthDate.check(ctx => {
    const message = tooYoung(ctx.value, minimumAge, now)
    if (message) ctx.issues.push({ code: 'custom', message, input: ctx.value })
  })
  const schema = z.object({ ...RegisterBody.shape, ...DETAILS, birthDate: oldEnough })
  return form => {
    const errors = errorsOf(schema, form)
    // Compared by hand, because a schema compares two fields only after each is valid.
    if (form.confirmPassword && form.confirmPassword !== form.password)
      errors.confirmPassword = 'Passwords do not match'
    return errors
  }
}

import { z } from 'zod'
import { checkAddress } from '#kernel/shipping/us-address/address-check.ts'
import { optionalText } from '#kernel/values/inputs/texts.ts'
import { birthDate, line, RegisterBody, tooYoung } from '../../user/contract.ts'
import { type Errors, errorsOf } from '../../web/use-form.ts'

/** The form of an account at the checkout: an address that a code confirmed needs no e-mail field and no password. */
export const EMPTY_DETAILS = {
  name: '',
  phone: '',
  birthDate: '',
  addressLine1: '',
  addressLine2: '',
  city: '',
  state: '',
  postalCode: '',
  country: 'US',
}
export type Details = typeof EMPTY_DETAILS

export const EMPTY_REGISTRATION = {
  ...EMPTY_DETAILS,
  email: '',
  password: '',
  confirmPassword: '',
  smsConsent: false,
  pushConsent: false,
}
export type Registration = typeof EMPTY_REGISTRATION

/** The fields of an address in a form that has other fields too. */
const ADDRESS = {
  addressLine1: line(200, 'Address is required'),
  addressLine2: optionalText(200),
  city: line(100, 'City is required'),
  state: line(100, 'State is required'),
  postalCode: line(20, 'Postal code is required'),
}

/** Fields of an address that no post office knows, where each is filled in. */
const faultsOf = (form: Details): Errors<Details> => {
  const { state, postalCode } = form
  return state.trim() && postalCode.trim() ? checkAddress(form).faults : {}
}

const oldEnough = (minimumAge: number, now: Date) =>
  birthDate.check(ctx => {
    const message = tooYoung(ctx.value, minimumAge, now)
    if (message) ctx.issues.push({ code: 'custom', message, input: ctx.value })
  })

type DetailsRules = { minimumAge: number; now: Date; needsAddress: boolean }

/** Validates the form of an account at the checkout, by the rules of /register. */
export function detailsCheck({ minimumAge, now, needsAddress }: DetailsRules): (form: Details) => Errors<Details> {
  const { name, phone } = RegisterBody.shape
  const account = { name, phone, birthDate: oldEnough(minimumAge, now) }
  const schema = z.object({ ...account, ...(needsAddress && ADDRESS) })
  return form => ({ ...(needsAddress && faultsOf(form)), ...errorsOf(schema, form) })
}

/** Validates the form of /register by the schema of the call and by the fields that only the form has. */
export function registrationCheck(minimumAge: number, now: Date): (form: Registration) => Errors<Registration> {
  const confirmPassword = z.string().min(1, 'Please confirm your password')
  const more = { confirmPassword, ...ADDRESS, birthDate: oldEnough(minimumAge, now) }
  const schema = z.object({ ...RegisterBody.shape, ...more })
  return form => {
    const errors: Errors<Registration> = { ...faultsOf(form), ...errorsOf(schema, form) }
    // Compared by hand, because a schema compares two fields only after each is valid.
    if (form.confirmPassword && form.confirmPassword !== form.password)
      errors.confirmPassword = 'Passwords do not match'
    return errors
  }
}

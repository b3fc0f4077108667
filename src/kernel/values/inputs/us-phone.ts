import { z } from 'zod'
import { ifMissing } from '#kernel/values/inputs/field-sentences.ts'

/**
 * A stored phone of the North American Numbering Plan: +1 and NXX-NXX-XXXX with N from 2 to 9. N11 is a service code (911) and no area code, and
 * no exchange of a geographic area code; toll-free area codes have such exchanges.
 */
const POSSIBLE = /^[+]1(?:(?![0-9]11)[2-9][0-9]{2}(?![0-9]11)|8(?:00|33|44|55|66|77|88))[2-9][0-9]{6}$/
/** The expression of `US_PHONE` for PostgreSQL. */
export const US_PHONE = POSSIBLE.source

/** The messages of a phone, in the order of the checks. */
export const PHONE_PROBLEMS = {
  missing: 'Phone number is required',
  long: 'Phone number must be 40 characters or less',
  digits: 'Please enter a valid US phone number (10-11 digits)',
  country: 'Please enter a valid US phone number starting with 1',
  plus: 'Please enter a valid US phone number (ten digits after +1)',
  plan: 'Please enter a valid US phone number (area code and exchange begin with 2 to 9 and do not end in 11)',
} as const

const digitsOf = (text: string) => text.replace(/\D/g, '')
/** A number after a plus begins with its country code. */
const hasPlus = (text: string) => /^\D*[+＋]/.test(text)

/** A US number as +1 and ten digits. The country code may be left out. */
export const toUsPhone = (text: string): string => `+1${digitsOf(text).slice(-10)}`

/** @returns the problem of a phone, undefined for a possible US number. */
function phoneProblem(text: string): string | undefined {
  const digits = digitsOf(text)
  if (digits.length < 10 || digits.length > 11) return PHONE_PROBLEMS.digits
  const hasCountry = digits.length === 11 || hasPlus(text)
  if (hasCountry && !digits.startsWith('1')) return PHONE_PROBLEMS.country
  if (hasCountry && digits.length === 10) return PHONE_PROBLEMS.plus
  return POSSIBLE.test(toUsPhone(text)) ? undefined : PHONE_PROBLEMS.plan
}

/** A phone of a person, in every form and import: a possible US number, stored as +1 and ten digits. */
export const usPhone = z
  .string(ifMissing(PHONE_PROBLEMS.missing))
  .trim()
  .min(1, { error: PHONE_PROBLEMS.missing, abort: true })
  .max(40, { error: PHONE_PROBLEMS.long, abort: true })
  .check(({ value, issues }) => {
    const message = phoneProblem(value)
    if (message) issues.push({ code: 'custom', message, input: value })
  })
  .transform(toUsPhone)

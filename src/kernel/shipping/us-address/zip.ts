import type { PostalState } from '../us-states.ts'
import { placesOfZip } from './zip-places.ts'

/** Signs that a form's autofill, a keyboard or a spreadsheet leaves in a ZIP code: any dash, spaces, dots, marks without width, an apostrophe in front. */
const SIGNS = /[\p{Pd}\p{Z}\p{Cf}\p{Cc}\u2212.'’]/gu
/** Code, its four further digits, as digits without signs. */
const DIGITS = /^(\d{5})(\d{4})?$/
/** What is left of a code whose leading zeros a spreadsheet took for those of a number. */
const SHORT = /^(\d{3,4})$|^(\d{3,4})(\d{4})$/

/**
 * A ZIP code as typed, as "84601" or "84601-1234". A code that lost its leading zeros gets them back where it then lies in `state`;
 * else three, four, seven or eight digits are no code.
 * @returns null for what no ZIP code can be
 */
export function zipOf(typed: string, state: PostalState | null): string | null {
  const given = typed.normalize('NFKC').replace(SIGNS, '')
  const whole = DIGITS.exec(given)
  if (whole) return withDash(whole[1]!, whole[2])
  // The dash tells which digits are the further four; without one, seven or eight digits end with them.
  const [, alone, short = alone, further] = SHORT.exec(given) ?? []
  const zip5 = short?.padStart(5, '0')
  return zip5 && state && placesOfZip(zip5).includes(state) ? withDash(zip5, further) : null
}

const withDash = (zip5: string, further?: string) => (further ? `${zip5}-${further}` : zip5)

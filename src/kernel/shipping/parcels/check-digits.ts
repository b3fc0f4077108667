import type { Carrier } from './carriers.ts'

/** A form of tracking numbers with a check digit. */
export type NumberForm = {
  /** Null: a post of another country. */
  carrier: Carrier | null
  form: RegExp
  holds: (number: string) => boolean
  /** The form looks like no other number, so that a wrong check digit means a mistyped number whichever carrier was chosen. */
  isDistinct: boolean
}

const digitsOf = (text: string) => [...text].map(Number)
const weighed = (digits: readonly number[], weights: readonly number[]) =>
  digits.reduce((sum, digit, at) => sum + digit * weights[at % weights.length]!, 0)
const toTen = (sum: number) => (10 - (sum % 10)) % 10

/** GS1: the digit beside the check digit counts three times, the next one once, and so on. */
const holdsGs1 = (number: string) => {
  const [check, ...digits] = digitsOf(number).toReversed()
  return toTen(weighed(digits, [3, 1])) === check
}
/** A letter of a UPS number counts as the last digit of its ASCII code less three. */
const holdsUps = (number: string) => {
  const digits = [...number.slice(2, -1)].map(sign => (/\d/.test(sign) ? Number(sign) : (sign.charCodeAt(0) - 3) % 10))
  return toTen(weighed(digits, [1, 2])) === Number(number.at(-1))
}
const holdsFedEx = (weights: readonly number[]) => (number: string) =>
  (weighed(digitsOf(number.slice(0, -1)), weights) % 11) % 10 === Number(number.at(-1))
const holdsGround = (number: string) => toTen(weighed(digitsOf(number.slice(0, -1)), [1, 3])) === Number(number.at(-1))
const holdsDhl = (number: string) => Number(number.slice(0, -1)) % 7 === Number(number.at(-1))
const holdsS10 = (number: string) => {
  const rest = 11 - (weighed(digitsOf(number.slice(2, 10)), [8, 6, 4, 2, 3, 5, 9, 7]) % 11)
  return (rest === 10 ? 0 : rest === 11 ? 5 : rest) === Number(number[10])
}

const form = (carrier: Carrier | null, pattern: RegExp, holds: NumberForm['holds'], isDistinct = false) =>
  ({ carrier, form: pattern, holds, isDistinct }) satisfies NumberForm

/**
 * The forms with a check digit, the surest first; rules and examples are those of github.com/jkeen/tracking_number_data. A form without a
 * check digit recognizes nothing, because it fits numbers of others too.
 */
export const NUMBER_FORMS: readonly NumberForm[] = [
  form('UPS', /^1Z[0-9A-Z]{15}\d$/, holdsUps, true),
  form('USPS', /^9[1-5]\d{20}(\d{4})?$/, holdsGs1, true),
  form('FedEx', /^96\d{20}$/, number => holdsGround(number.slice(-15)), true),
  form('USPS', /^[A-Z]{2}\d{9}US$/, holdsS10, true),
  form(null, /^[A-Z]{2}\d{9}[A-Z]{2}$/, holdsS10, true),
  form('USPS', /^(?:03|7\d|8[12])\d{18}$/, holdsGs1),
  form('FedEx', /^\d{15}$/, holdsGround),
  form('FedEx', /^\d{12}$/, holdsFedEx([3, 1, 7])),
  form('DHL', /^\d{10,11}$/, holdsDhl),
]

/** FedEx's barcode of 34 digits; its last 14 are the number. */
export const isFedExBarcode = (barcode: string) =>
  /^(?:10|96)\d{32}$/.test(barcode) && holdsFedEx([1, 7, 3])(barcode.slice(-14))
/** The numbers that may follow `420` and a ZIP code in the barcode of USPS. */
export const isUspsNumber = (number: string) => /^9[1-5]\d{20}(\d{4})?$/.test(number) && holdsGs1(number)

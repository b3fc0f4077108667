import { compactText } from '#kernel/values/inputs/compact-text.ts'
import { type Carrier, knownCarrierOf } from './carriers.ts'
import { isFedExBarcode, isUspsNumber, NUMBER_FORMS } from './check-digits.ts'

/**
 * A tracking number as typed, pasted or scanned, for storage and search: without spaces, dashes and invisible signs, in upper case. A barcode
 * becomes the number within it where its check digit holds: USPS puts `420` and the ZIP code of 5 or 9 digits before it, FedEx 20 digits.
 * @returns null for an empty one
 */
export function trackingNumberOf(written: string | undefined): string | null {
  const plain = plainNumber(written ?? '')
  return [...numbersWithin(plain)].find(Boolean) ?? (plain || null)
}

/** Letters and digits, and what may stand between them. None is one too. */
export const isTrackingNumber = (written: string): boolean => /^[A-Z0-9]{0,60}$/.test(plainNumber(written))

/** The forms under which a parcel may be stored: its number, and the barcode, which older orders keep. */
export const trackingNumbersOf = (written: string): string[] => [
  ...new Set([trackingNumberOf(written) ?? '', plainNumber(written)]),
]

const plainNumber = (written: string) => compactText(written).replaceAll('-', '').toUpperCase()

function* numbersWithin(plain: string): Generator<string> {
  if (/^420\d{27,35}$/.test(plain))
    for (const zip of [5, 9]) if (isUspsNumber(plain.slice(3 + zip))) yield plain.slice(3 + zip)
  if (isFedExBarcode(plain)) yield plain.slice(-14).replace(/^00/, '')
}

/** The carrier whose check digit a number has; null where no digit tells it. It only fills the form: the choice of staff decides. */
export const carrierOfNumber = (trackingNumber: string): Carrier | null =>
  NUMBER_FORMS.find(({ form, holds }) => form.test(trackingNumber) && holds(trackingNumber))?.carrier ?? null

/**
 * What is doubtful about a parcel, as a sentence; null where nothing is. Nothing is refused for it, because carriers have forms that are
 * not known here.
 * @param trackingNumber as `trackingNumberOf` gives it
 */
export function parcelDoubt(carrier: string, trackingNumber: string | null): string | null {
  if (!trackingNumber) return null
  const chosen = knownCarrierOf(carrier)
  const forms = NUMBER_FORMS.filter(({ form }) => form.test(trackingNumber))
  const right = forms.filter(({ holds }) => holds(trackingNumber))
  if (right.some(form => form.carrier === chosen)) return null
  const found = right.find(({ isDistinct }) => isDistinct)?.carrier
  // USPS delivers parcels of the others under numbers that begin with 92.
  if (found && chosen && !trackingNumber.startsWith('92'))
    return `This looks like a number of ${found}, not of ${chosen}.`
  const isMistyped = right.length === 0 && forms.some(form => form.isDistinct || form.carrier === chosen)
  const isCutOff = chosen === 'UPS' && trackingNumber.startsWith('1Z') && trackingNumber.length !== 18
  return isMistyped || isCutOff
    ? 'This number looks mistyped: its check digit does not fit. Please compare it with the label.'
    : null
}

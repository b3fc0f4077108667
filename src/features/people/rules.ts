/** How many people one call deletes at most; a deletion is a transaction of its own, and the caller waits for all. */
export const DELETED_AT_ONCE = 100

/** The specified export holds the whole file in one answer, so it ends here; the streamed one does not end. */
export const EXPORTED_AT_ONCE = 20_000

/** More credits than this are not given or taken in one step: it would be a slip of the finger. */
export const CREDITS_AT_ONCE = 10_000

const LONGEST_PHONE = 15

/**
 * A phone as it is kept (checkout-and-admin.md section 5, "Phone normalisation"): ten digits are a US number, eleven that begin with
 * 1 are one with its country, more are a number with its country.
 * @returns `+` and digits; null when it is no phone. The longest number there is (E.164) has 15 digits.
 */
export function normalPhone(text: string): string | null {
  const digits = text.replace(/\D/g, '')
  if (digits.length === 10) return `+1${digits}`
  if (digits.length === 11 && !digits.startsWith('1')) return null
  return digits.length >= 11 && digits.length <= LONGEST_PHONE ? `+${digits}` : null
}

/** First and last name, as far as one can tell them apart: the last word is the last name. */
export function partsOfName(name: string): { firstName: string; lastName: string } {
  const words = name.trim().split(/\s+/)
  const lastName = words.length > 1 ? words.pop()! : ''
  return { firstName: words.join(' '), lastName }
}

import type { Tier } from '#kernel/values/tiers.ts'

/** Maximum people per delete call. Each deletion is a transaction of its own, and the caller waits for all. */
export const DELETED_AT_ONCE = 100

/** The limit of the export in one JSON answer, which is held in memory. The streamed export has no limit. */
export const EXPORTED_AT_ONCE = 20_000

/** Maximum credits per step; a larger number is probably a typing error. */
export const CREDITS_AT_ONCE = 10_000

const LONGEST_PHONE = 15

/**
 * Normalises a phone: ten digits are a US number, eleven that begin with 1 are a US number with its country code, other lengths include a
 * country code.
 * @returns `+` and digits; null when the text is no phone. The longest number (E.164) has 15 digits.
 */
export function normalPhone(text: string): string | null {
  const digits = text.replace(/\D/g, '')
  if (digits.length === 10) return `+1${digits}`
  if (digits.length === 11 && !digits.startsWith('1')) return null
  return digits.length >= 11 && digits.length <= LONGEST_PHONE ? `+${digits}` : null
}

/** Splits a name: the last word is the last name. */
export function partsOfName(name: string): { firstName: string; lastName: string } {
  const words = name.trim().split(/\s+/)
  const lastName = words.length > 1 ? words.pop()! : ''
  return { firstName: words.join(' '), lastName }
}

/** The available credits of a tier. */
export const creditsOf = (credits: Record<Lowercase<Tier>, number>, tier: Tier): number =>
  credits[tier.toLowerCase() as Lowercase<Tier>]

import { formatCount } from '#platform/values/format-count.ts'

/** Whole cents. All internal amounts use this type. */
export type Cents = number

/** Dollars of the API (at most two decimals) → whole cents. `19.99` → `1999`. */
export const toCents = (dollars: number): Cents => Math.round(dollars * 100)

/** Whole cents → dollars of the API. `1999` → `19.99`. */
export const toDollars = (cents: Cents): number => cents / 100

/**
 * Formats whole cents: `1999` → "$19.99", `-500` → "-$5.00".
 * `short` omits the cents of a round amount, for values that users read but do not add up: `85000` → "$850".
 */
export function formatMoney(cents: Cents, form: 'exact' | 'short' = 'exact'): string {
  const whole = Math.round(Math.abs(cents))
  const dollars = formatCount(Math.floor(whole / 100))
  const rest = whole % 100
  const isRound = form === 'short' && rest === 0
  return `${cents < 0 ? '-' : ''}$${dollars}${isRound ? '' : `.${String(rest).padStart(2, '0')}`}`
}

import { MAX_CODES } from '#features/codes/contract.ts'
import { normalized } from '#features/codes/rules.ts'
import { refuse } from '#platform/errors.ts'
import type { CheckoutBody } from '../contract.ts'

/**
 * Returns the codes of a checkout, `code` and `codes` together. Blank codes are ignored; a repeated code counts once.
 * @throws invalid_input for more codes than an order may have.
 */
export function codesOf({ code = '', codes = [] }: Pick<CheckoutBody, 'code' | 'codes'>): string[] {
  const found = [...new Set([code, ...codes].map(normalized))].filter(Boolean)
  if (found.length > MAX_CODES) throw refuse('invalid_input', {}, { codes: [`At most ${MAX_CODES} codes at once`] })
  return found
}

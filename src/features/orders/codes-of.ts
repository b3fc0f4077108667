import { MAX_CODES } from '#features/codes/contract.ts'
import { normalized } from '#features/codes/rules.ts'
import { refuse } from '#platform/errors.ts'
import type { CheckoutBody } from './contract.ts'

/**
 * The codes of a checkout, `code` and `codes` together: blank ones are ignored, and one that is typed twice counts once.
 * @throws invalid_input for more than an order may have.
 */
export function codesOf({ code = '', codes = [] }: Pick<CheckoutBody, 'code' | 'codes'>): string[] {
  const found = [...new Set([code, ...codes].map(normalized))].filter(Boolean)
  if (found.length > MAX_CODES) throw refuse('invalid_input', {}, { codes: [`At most ${MAX_CODES} codes at once`] })
  return found
}

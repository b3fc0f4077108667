import { CODE_ERRORS, type ValidCode } from '#features/codes/contract.ts'
import { presentCode, refusalFor } from '#features/codes/presenters.ts'
import { readCountedCodes } from '#features/codes/queries/counted-codes.server.ts'
import type { Context } from '#kernel/context.ts'
import { refusals } from '#platform/errors.ts'
import { isFirstOrder } from '../../order/queries/paid-counts.server.ts'
import type { CodeBody } from '../contract.ts'
import { fitLines } from './fit-cart.server.ts'
import { priceLines, readLines } from './price-cart.server.ts'
import { withProductIds } from './with-product-ids.server.ts'

const refuse = refusals(CODE_ERRORS)

/**
 * Checks whether a code counts for the caller, and in the given cart if any. Only the available pieces of the cart count, as in a quote.
 * @throws the reason of CODE_ERRORS when it does not count; LimitExceededException for guessing; as quoteCart.
 */
export async function validateCode(ctx: Context, { code, items = [] }: CodeBody): Promise<ValidCode> {
  const fitted = items.length > 0 && (await fitLines(ctx, await readLines(ctx, await withProductIds(ctx, items))))
  const { counted, refused } =
    fitted && fitted.lines.length > 0
      ? (await priceLines(ctx, fitted, [code], {})).codes
      : await readCountedCodes(ctx, { asked: [code], cart: undefined, isFirstOrder: isFirstOrder(ctx) })
  if (refused[0]) throw refusalFor(refused[0])
  if (!counted[0]) throw refuse('code_not_found')
  return presentCode(counted[0].known)
}

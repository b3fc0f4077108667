import type { Context } from '#kernel/context.ts'
import type { Cents } from '#kernel/values/money.ts'
import { type CodeRefusal, evaluateCodes, type Facts, type KnownCode } from '../evaluate-codes.ts'
import { normalized, takeOff } from '../rules.ts'
import { knownCodes } from './known-codes.server.ts'

/** A valid code in a cart, with its discount. */
export type CountedCode = { known: KnownCode; amount: Cents }

export type CountedCodes = {
  counted: CountedCode[]
  refused: CodeRefusal[]
  /** Discount of each line of goods, in order. */
  shares: Cents[]
}

type Asking = {
  /** Codes as typed. Blank codes are ignored, and a duplicate counts once. */
  asked: readonly string[]
  /** Undefined without a cart. */
  cart: Facts['cart']
  /** Provided by orders, a later feature; called only when a code depends on it. */
  isFirstOrder: (userId: string) => Promise<boolean>
}

/**
 * Which codes apply, to a cart if given; the discount of its lines, and why other codes are refused.
 * @throws LimitExceededException when the caller has tried too many unknown codes.
 */
export async function countCodes(ctx: Context, { asked, cart, isFirstOrder }: Asking): Promise<CountedCodes> {
  const codes = [...new Set(asked.map(normalized))].filter(Boolean)
  const lines = cart?.lines ?? []
  if (codes.length === 0) return { counted: [], refused: [], shares: lines.map(() => 0) }
  const known = await knownCodes(ctx, codes)
  const facts = {
    now: ctx.now(),
    cart,
    isFirstOrder: await isFirst(ctx, known, isFirstOrder),
  }
  const { counted, refused } = evaluateCodes(codes, known, facts)
  const coupons = counted.filter(code => code.type === 'coupon')
  const { shares, amounts } = takeOff(lines, coupons)
  return { counted: counted.map(code => ({ known: code, amount: amounts.get(code.code) ?? 0 })), refused, shares }
}

/** A guest has no known orders; the checkout checks again after sign-in. */
async function isFirst(
  { actor }: Context,
  known: ReadonlyMap<string, KnownCode>,
  isFirstOrder: Asking['isFirstOrder'],
): Promise<boolean> {
  const depends = [...known.values()].some(code => code.type === 'coupon' && code.firstOrder)
  return !depends || !actor || isFirstOrder(actor.userId)
}

import type { Context } from '#adapters/context.ts'
import type { Cents } from '#platform/money.ts'
import { type CodeRefusal, evaluateCodes, type Facts, type KnownCode } from '../evaluate-codes.ts'
import { normalized, takeOff } from '../rules.ts'
import { knownCodes } from './known-codes.server.ts'

/** A code that counts in a cart, with what it takes off. */
export type CountedCode = { known: KnownCode; amount: Cents }

export type CountedCodes = {
  counted: CountedCode[]
  refused: CodeRefusal[]
  /** What each line bears of the discount; as many as there are lines of goods. */
  shares: Cents[]
}

type Asking = {
  /** As they were typed; blank ones are ignored, and one that is typed twice counts once. */
  asked: readonly string[]
  /** Undefined when nobody said what for. */
  cart: Facts['cart']
  /** The orders' word, which come later in the order of features; asked only when a code depends on it. */
  isFirstOrder: (userId: string) => Promise<boolean>
}

/**
 * Which codes count, in a cart if one is named; what they take off its lines, and why the others do not.
 * @throws LimitExceededException when the caller has asked for too many that do not exist.
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

/** A guest has no orders that we know of; whether it is their first is looked at when they check out. */
async function isFirst(
  { actor }: Context,
  known: ReadonlyMap<string, KnownCode>,
  isFirstOrder: Asking['isFirstOrder'],
): Promise<boolean> {
  const depends = [...known.values()].some(code => code.type === 'coupon' && code.firstOrder)
  return !depends || !actor || isFirstOrder(actor.userId)
}

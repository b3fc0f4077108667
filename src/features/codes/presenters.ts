import { refusals } from '#platform/errors.ts'
import { maskedEmail } from '#platform/masked-email.ts'
import { formatMoney } from '#ui/format-money.ts'
import { CODE_ERRORS, type Discount, type ValidCode } from './contract.ts'
import type { CodeRefusal, KnownCode } from './evaluate-codes.ts'
import type { Terms } from './rules.ts'

const refuse = refusals(CODE_ERRORS)

/** A coupon's discount as the API tells it: percent, or dollars. */
export const presentDiscount = ({ kind, amount }: Pick<Terms, 'kind' | 'amount'>): Discount => ({
  kind,
  amount: amount / 100,
})

/** Why a code does not count, as a refusal to throw. What is missing of a minimum goes along in dollars. */
export function refusalFor({ code, reason, minimum, missing, other }: CodeRefusal) {
  return refuse(reason, {
    promo: code,
    ...(other && { other }),
    ...(missing !== undefined && { minimum: formatMoney(minimum!), missing: formatMoney(missing) }),
  })
}

/** The same in its sentence. */
export const sentenceFor = (refusal: CodeRefusal): string => refusalFor(refusal).message

/** A code that counts: a coupon with its discount, a referral code with the masked address of its owner. */
export const presentCode = (known: KnownCode): ValidCode =>
  known.type === 'coupon'
    ? { type: 'coupon', code: known.code, discount: presentDiscount(known) }
    : { type: 'referral', code: known.code, ownerEmail: maskedEmail(known.ownerEmail, '***') }

import { formatMoney } from '#kernel/values/money.ts'
import { refusals } from '#platform/errors.ts'
import { maskedEmail } from '#platform/secrets/masked-email.ts'
import { CODE_ERRORS, type ValidCode } from './contract.ts'
import type { Discount } from './coupon-fields.ts'
import type { CodeRefusal, KnownCode, Terms } from './rules.ts'

const refuse = refusals(CODE_ERRORS)

/** A coupon's discount in API form: percent, or dollars. */
export const presentDiscount = ({ kind, amount }: Pick<Terms, 'kind' | 'amount'>): Discount => ({
  kind,
  amount: amount / 100,
})

/** The refusal to throw for a rejected code. The missing amount to a minimum is included in dollars. */
export function refusalFor({ code, reason, minimum, missing, other }: CodeRefusal) {
  return refuse(reason, {
    promo: code,
    ...(other && { other }),
    ...(missing !== undefined && { minimum: formatMoney(minimum!), missing: formatMoney(missing) }),
  })
}

export const sentenceFor = (refusal: CodeRefusal): string => refusalFor(refusal).message

/** A valid code in API form: a coupon with its discount, a referral code with its owner's masked e-mail address. */
export const presentCode = (known: KnownCode): ValidCode =>
  known.type === 'coupon'
    ? { type: 'coupon', code: known.code, discount: presentDiscount(known) }
    : { type: 'referral', code: known.code, ownerEmail: maskedEmail(known.ownerEmail, '***') }

import { RETURN_DAYS } from '#features/catalog/rules.ts'
import { NOTIFY_HOURS } from '#features/giveaways/rules.ts'
import { ANSWER_DAYS } from '#features/winners/rules.ts'
import type { Settings } from '#kernel/settings.ts'
import { toDollars } from '#kernel/values/money.ts'

export type Facts = ReturnType<typeof factsOf>

/** Facts of the legal texts, from fixed rules and the shop's settings. */
export const factsOf = ({ minimumAge, mailInHours, premium, fee, contact }: Settings) => ({
  minimumAge,
  mailInDays: mailInHours / 24,
  notifiedWithinHours: NOTIFY_HOURS,
  respondWithinDays: ANSWER_DAYS,
  smsPerMonth: 4,
  earlyAccessHours: premium.earlyAccessHours,
  monthlyPrice: toDollars(premium.monthlyCents).toFixed(2),
  yearlyPrice: toDollars(premium.monthlyCents * 12).toFixed(2),
  // Settings accept steps of 0.0001%. Rounded, because 0.07 × 100 in floats is not 7.
  feePercent: Math.round(fee.rate * 1_000_000) / 10_000,
  returnDays: RETURN_DAYS,
  company: contact.company,
  privacyEmail: contact.privacyEmail,
  mailIn: contact.mailIn,
})

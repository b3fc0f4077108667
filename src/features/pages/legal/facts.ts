import { RETURN_DAYS } from '#features/catalog/rules.ts'
import { SETTINGS } from '#platform/settings.ts'

/** checkout-and-admin.md section 9, "Legal text facts", and the shop's own settings. */
export const FACTS = {
  minimumAge: SETTINGS.minimumAge,
  mailInDays: SETTINGS.mailInHours / 24,
  notifiedWithinHours: 72,
  respondWithinDays: 7,
  smsPerMonth: 4,
  earlyAccessHours: SETTINGS.premium.earlyAccessHours,
  monthlyPrice: (SETTINGS.premium.monthlyCents / 100).toFixed(2),
  yearlyPrice: ((SETTINGS.premium.monthlyCents * 12) / 100).toFixed(2),
  feePercent: SETTINGS.fee.rate * 100,
  returnDays: RETURN_DAYS,
}

import { RETURN_DAYS } from '#features/catalog/rules.ts'
import { ANSWER_DAYS, NOTIFY_HOURS, REGISTER_HOURS } from '#features/giveaways/giveaway/rules.ts'
import { SMS_A_MONTH } from '#features/notifications/rules.ts'
import { ONCE_MONTHS } from '#kernel/once/kinds.ts'
import type { Settings } from '#kernel/settings.ts'
import { countriesInWords } from '#kernel/shipping/countries.ts'
import { REGION_NAMES, type Region } from '#kernel/shipping/us-states.ts'
import { zoneWords } from '#kernel/values/clock/zone-names.ts'
import { formatMoney, toDollars } from '#kernel/values/money.ts'
import { counted } from '#kernel/values/words/counted.ts'
import { durationInWords } from '#kernel/values/words/duration-in-words.ts'
import { monthlyBenefitOf } from '#kernel/values/words/premium-benefits.ts'

/** The facts that legal texts tell. */
export type Facts = ReturnType<typeof factsOf> & {
  /** The number of the clause on disputed payments in the sweepstakes rules. */
  disputeClause: number
}

const placeOfLaw = (state: string): string =>
  state === 'DC' ? 'the District of Columbia' : `the State of ${REGION_NAMES[state as Region] ?? state}`

/** Facts of the legal texts, from fixed rules and the shop's settings. */
export const factsOf = ({
  brand,
  place,
  minimumAge,
  mailInHours,
  freeEntry,
  premium,
  fee,
  contact,
  draw,
  shipping,
  supportEmail,
}: Settings) => ({
  zoneName: zoneWords(place.timeZone).long,
  lawPlace: placeOfLaw(place.lawState),
  minimumAge,
  mailInDays: mailInHours / 24,
  mailInTime: counted(mailInHours / 24, 'day'),
  /** Null while entries online are off. */
  freeEntryDays: freeEntry.online ? freeEntry.everyDays : null,
  cardHours: REGISTER_HOURS,
  gapInWords: durationInWords(draw.gapSeconds),
  /** Empty where the gap of a valuable prize is no other. */
  longGap:
    draw.longGapSeconds === draw.gapSeconds
      ? ''
      : ` (${durationInWords(draw.longGapSeconds)} for a prize of ${formatMoney(draw.longGapFromCents, 'short')} or more)`,
  // The window ends with its day, which can be almost a day later than the hour of the close.
  drawnWithinDays: Math.ceil(
    (mailInHours + 24 + REGISTER_HOURS + Math.max(draw.gapSeconds, draw.longGapSeconds) / 3600) / 24,
  ),
  notifiedWithinHours: NOTIFY_HOURS,
  respondWithinDays: ANSWER_DAYS,
  smsPerMonth: SMS_A_MONTH,
  /** Null where members have no earlier access. */
  earlyAccess: premium.earlyAccessHours === 0 ? null : counted(premium.earlyAccessHours, 'hour'),
  shipsTo: countriesInWords(shipping.countries),
  shipsToEither: countriesInWords(shipping.countries, 'or'),
  monthlyBenefit: monthlyBenefitOf(premium),
  monthlyPrice: toDollars(premium.monthlyCents).toFixed(2),
  // Settings accept steps of 0.0001%. Rounded, because 0.07 × 100 in floats is not 7.
  feePercent: Math.round(fee.rate * 1_000_000) / 10_000,
  returnDays: RETURN_DAYS,
  onceMonths: ONCE_MONTHS,
  shop: brand.name,
  company: contact.company,
  supportEmail,
  privacyEmail: contact.privacyEmail,
  mailIn: contact.mailIn,
})

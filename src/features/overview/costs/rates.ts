import type { Cents } from '#kernel/values/money.ts'

/** The card provider's list price in the US: 2.9 % and 30 cents a charge (its price page, read in November 2026). */
const CARD = { percent: 2.9, cents: 30 }
/** Twilio's list price of a segment to the US from a toll-free or long number, without the carriers' surcharges (twilio.com/sms/pricing/us). */
const SMS_SEGMENT_DOLLARS = 0.0083

/** Estimated card costs of `charges` charges with this total. A refund returns none of these costs. */
export const cardCosts = (charges: number, totalCents: Cents): Cents =>
  Math.round((totalCents * CARD.percent) / 100 + charges * CARD.cents)

/** Estimated SMS costs, by segments. */
export const smsCosts = (segments: number): Cents => Math.round(segments * SMS_SEGMENT_DOLLARS * 100)

/** The prices in words, shown beside the estimates. */
export const RATE_WORDS = {
  card: `${CARD.percent}% and $0.${CARD.cents} a charge`,
  sms: `$${SMS_SEGMENT_DOLLARS} a segment, without carrier surcharges`,
}

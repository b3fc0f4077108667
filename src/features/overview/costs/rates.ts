import type { Cents } from '#platform/money.ts'

/** Stripe's list price for a card in the US: 2.9 % and 30 cents a charge (stripe.com/pricing, read in November 2026). */
const CARD = { percent: 2.9, cents: 30 }
/** Twilio's list price of a segment to the US from a toll-free or long number, without the carriers' surcharges (twilio.com/sms/pricing/us). */
const SMS_SEGMENT_DOLLARS = 0.0083

/** What cards cost about, for so many charges of so much together. A refund brings nothing of it back. */
export const cardCosts = (charges: number, totalCents: Cents): Cents =>
  Math.round((totalCents * CARD.percent) / 100 + charges * CARD.cents)

/** What SMS cost about, by their segments. */
export const smsCosts = (segments: number): Cents => Math.round(segments * SMS_SEGMENT_DOLLARS * 100)

/** The prices in words, as they stand beside the estimates. */
export const RATE_WORDS = {
  card: `${CARD.percent}% and $0.${CARD.cents} a charge`,
  sms: `$${SMS_SEGMENT_DOLLARS} a segment, without carrier surcharges`,
}

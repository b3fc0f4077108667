/** The stored part of a card; never its number. */
export type Card = {
  brand: 'visa' | 'mastercard' | 'amex' | 'unknown'
  last4: string
  expMonth: number
  expYear: number
  holder: string | null
  behaviour: Behaviour
}

type Behaviour =
  | 'pays'
  | 'pays_once'
  | 'authenticated'
  | 'refunds_later'
  | 'refund_fails'
  | 'disputed_fraudulent'
  | 'disputed_not_received'
  | 'inquired'
  | 'card_declined'
  | 'insufficient_funds'
  | 'not_a_test_card'

/** Numbers with a defined behaviour. Any other number is declined, as in Stripe's test mode. */
const TEST_CARDS: Record<string, Behaviour> = {
  '4242424242424242': 'pays',
  '4000000000000341': 'pays_once',
  '4000002760003184': 'authenticated',
  '4000000000007726': 'refunds_later',
  '4000000000005126': 'refund_fails',
  '4000000000000259': 'disputed_fraudulent',
  '4000000000002685': 'disputed_not_received',
  '4000000000001976': 'inquired',
  '4000000000000002': 'card_declined',
  '4000000000009995': 'insufficient_funds',
}

export type Decline = { code: 'card_declined'; decline_code: string; message: string }

const DECLINES: Record<string, Decline> = {
  card_declined: { code: 'card_declined', decline_code: 'generic_decline', message: 'Your card was declined.' },
  insufficient_funds: {
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
  not_a_test_card: {
    code: 'card_declined',
    decline_code: 'test_mode_live_card',
    message: 'Your card was declined. Only test cards can pay here.',
  },
}

/** Where a card pays: typed on a page, off a saved method, or at a renewal. */
export type PaidAt = 'checkout' | 'saved' | 'renewal'

/** The bank's decision: undefined when the card pays. `pays_once` pays only where it is typed. */
export function declineOf(card: Card, at: PaidAt): Decline | undefined {
  if (card.behaviour === 'pays_once') return at === 'checkout' ? undefined : DECLINES.card_declined
  return DECLINES[card.behaviour]
}

/** The bank asks the cardholder to authenticate. The hosted pages stand for both, so they pay at once. */
export const needsAuthentication = (card: Card, at: PaidAt) => at === 'saved' && card.behaviour === 'authenticated'

export type CardFields = { number: string; exp: string; cvc: string; name: string }
export type CardErrors = Partial<Record<keyof CardFields, string>>

/**
 * Validates the card form of the payment page. Spaces and dashes are ignored; `exp` is MM/YY or MM/YYYY.
 * @returns the card, or a message for each invalid field.
 */
export function readCard(fields: CardFields, now: Date): { card: Card } | { errors: CardErrors } {
  const errors: CardErrors = {}
  const number = fields.number.replace(/[\s-]/g, '')
  if (number === '') errors.number = 'Enter your card number.'
  else if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) errors.number = 'Your card number is invalid.'
  const exp = readExpiry(fields.exp)
  if (fields.exp.trim() === '') errors.exp = 'Enter the expiry date.'
  else if (!exp) errors.exp = 'Enter the expiry date as MM / YY.'
  else if (hasPassed(exp, now)) errors.exp = "Your card's expiry date is in the past."
  const brand = brandOf(number)
  const digits = brand === 'amex' ? 4 : 3
  if (fields.cvc.trim() === '') errors.cvc = 'Enter the security code.'
  else if (!new RegExp(`^\\d{${digits}}$`).test(fields.cvc.trim()))
    errors.cvc = `The security code has ${digits} digits.`
  const holder = fields.name.trim()
  if (holder === '') errors.name = 'Enter the name on the card.'
  else if (holder.length > 100) errors.name = 'The name is too long.'
  if (!exp || Object.keys(errors).length > 0) return { errors }
  const behaviour = TEST_CARDS[number] ?? 'not_a_test_card'
  return { card: { brand, last4: number.slice(-4), expMonth: exp.month, expYear: exp.year, holder, behaviour } }
}

/** Stripe's predefined payment methods, for payments confirmed by the API. */
export function cardOfPaymentMethod(id: string, now: Date): Card | undefined {
  const numbers: Record<string, string> = {
    pm_card_visa: '4242424242424242',
    pm_card_chargeCustomerFail: '4000000000000341',
    pm_card_authenticationRequired: '4000002760003184',
    pm_card_pendingRefund: '4000000000007726',
    pm_card_refundFail: '4000000000005126',
    pm_card_createDispute: '4000000000000259',
    pm_card_createDisputeProductNotReceived: '4000000000002685',
    pm_card_createDisputeInquiry: '4000000000001976',
    pm_card_chargeDeclined: '4000000000000002',
    pm_card_visa_chargeDeclined: '4000000000000002',
    pm_card_chargeDeclinedInsufficientFunds: '4000000000009995',
    pm_card_visa_chargeDeclinedInsufficientFunds: '4000000000009995',
  }
  const number = numbers[id]
  if (!number) return undefined
  const expYear = now.getUTCFullYear() + 3
  return { brand: 'visa', last4: number.slice(-4), expMonth: 12, expYear, holder: null, behaviour: TEST_CARDS[number]! }
}

function brandOf(number: string): Card['brand'] {
  if (number.startsWith('4')) return 'visa'
  if (/^3[47]/.test(number)) return 'amex'
  return /^(5[1-5]|2[2-7])/.test(number) ? 'mastercard' : 'unknown'
}

function readExpiry(text: string): { month: number; year: number } | undefined {
  const match = /^(\d{1,2})\s*(?:[/-]\s*)?(\d{4}|\d{2})$/.exec(text.trim())
  if (!match) return undefined
  const month = Number(match[1])
  const year = match[2]!.length === 2 ? 2000 + Number(match[2]) : Number(match[2])
  return month >= 1 && month <= 12 && year < 2100 ? { month, year } : undefined
}

/** A card is valid until the end of its month. */
const hasPassed = (exp: { month: number; year: number }, now: Date) =>
  exp.year * 12 + exp.month < now.getUTCFullYear() * 12 + now.getUTCMonth() + 1

/** The check digit of ISO/IEC 7812: doubles every second digit from the right; the digit sum must be divisible by ten. */
function passesLuhn(number: string): boolean {
  let sum = 0
  for (const [fromRight, digit] of [...number].reverse().entries()) {
    const value = Number(digit) * (fromRight % 2 === 0 ? 1 : 2)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

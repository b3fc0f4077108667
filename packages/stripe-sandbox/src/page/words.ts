import type Stripe from 'stripe'
import type { Card } from '../payments/cards.ts'

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const BRANDS = { visa: 'Visa', mastercard: 'Mastercard', amex: 'American Express', unknown: 'Card' }

/** Seconds as a day: "December 20, 2026". */
export const dayOf = (seconds: number) => day.format(seconds * 1000)

/** The name of a brand; "Card" for an unknown one. */
export const brandName = (brand: string | undefined) => BRANDS[brand as Card['brand']] ?? BRANDS.unknown

/** "Visa ending in 4242, good until 12 / 2034". */
export const cardWords = (card: Card) =>
  `${BRANDS[card.brand]} ending in ${card.last4}, good until ${String(card.expMonth).padStart(2, '0')} / ${card.expYear}`

/** An invoice's status in words. */
export const billWord = (invoice: Stripe.Invoice) => (invoice.status === 'open' ? 'not paid' : (invoice.status ?? ''))

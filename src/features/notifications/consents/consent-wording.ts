import type { EmailChoice } from '../rules.ts'

export type ConsentChannel = 'sms' | 'email' | 'push'

/**
 * The wording beside the box or switch of each consent. Screens show it and the consent log keeps it. A changed sentence needs a new
 * version.
 */
export const CONSENT_WORDING = {
  sms: {
    version: 'sms-2026-11',
    text: 'Up to 4 messages per month. Reply STOP to unsubscribe. Consent is not a condition of purchase or registration.',
  },
  email: {
    version: 'email-2026-11',
    text: 'Giveaway alerts, cart reminders and offers by e-mail. Every such e-mail has a link to unsubscribe.',
  },
  push: {
    version: 'push-2026-11',
    text: 'Giveaway alerts and order updates on this device. You can turn them off at any time.',
  },
} as const satisfies Record<ConsentChannel, { version: string; text: string }>

/** The kinds of e-mail on the unsubscribe page. */
export const EMAIL_CHOICE_WORDING = {
  giveaway_alert: { label: 'Giveaway alerts', hint: 'Two days before a giveaway opens to all.' },
  promotional_offer: { label: 'Promotional offers', hint: 'New gear, sales and codes.' },
  cart_reminder: { label: 'Cart reminders', hint: 'Once, when a cart was left for a day.' },
} as const satisfies Record<EmailChoice, { label: string; hint: string }>
export const EMAIL_CHOICE_VERSION = 'email-kinds-2026-11'

/** Beside the button that asks to be told of a sold-out thing. */
export const BACK_IN_STOCK_WORDING = {
  version: 'back-in-stock-2026-11',
  text: 'One message when it is back, within 180 days. You can cancel at any time.',
} as const

/** Beside the buttons that ask to be told of a lower price. */
export const PRICE_DROP_WORDING = {
  version: 'price-drop-2026-11',
  text: 'A message when the price of this product drops, at most one a day. You can turn it off at any time.',
} as const

import type { EmailChoice } from './rules.ts'

export type ConsentChannel = 'sms' | 'email' | 'push'

/**
 * The words that somebody reads beside the box or switch of a consent. Screens show them and the consent log keeps them:
 * whoever changes a sentence gives it a new version. SMS by customer-side.md section 9.
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

/** The kinds of e-mail on the page that unsubscribe links lead to. */
export const EMAIL_CHOICE_WORDING = {
  giveaway_alert: { label: 'Giveaway alerts', hint: 'Two days before a giveaway opens to all.' },
  promotional_offer: { label: 'Promotional offers', hint: 'New gear, sales and codes.' },
  cart_reminder: { label: 'Cart reminders', hint: 'Once, when a cart was left for a day.' },
} as const satisfies Record<EmailChoice, { label: string; hint: string }>
export const EMAIL_CHOICE_VERSION = 'email-kinds-2026-11'

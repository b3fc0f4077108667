import { HOUR_MS } from '#kernel/values/durations.ts'

/** The subjects of optional messages. Codes and receipts have no kind, because they are owed (`sendMessage`). */
export const KINDS = [
  'giveaway_alert',
  'order_update',
  'promotional_offer',
  'cart_reminder',
  'welcome',
  /** An SMS from staff to many users. It needs the SMS consent; no type toggle covers it. */
  'bulk_sms',
] as const
export type Kind = (typeof KINDS)[number]

/** Kinds whose e-mails carry an unsubscribe link, each kind with its own choice. */
export const EMAIL_CHOICES = ['giveaway_alert', 'promotional_offer', 'cart_reminder'] as const
export type EmailChoice = (typeof EMAIL_CHOICES)[number]
export const isEmailChoice = (kind: string | null): kind is EmailChoice => EMAIL_CHOICES.includes(kind as EmailChoice)

/** Beside each SMS choice of a phone that said STOP. */
export const SMS_STOPPED = 'You replied STOP. To receive messages again, text START from that phone.'

/** A phone gets up to 4 SMS per month. */
export const SMS_A_MONTH = 4

/** A message without success is given up after a day and keeps its error. */
const GIVE_UP_MS = 24 * HOUR_MS

/**
 * The time of the next attempt after a failure: after 5 seconds, then twice as long each time, at most an hour.
 * @param since the provider's first failure in a row; a pause by the shop starts a new row.
 * @returns undefined after a day of attempts.
 */
export function nextAttempt(since: Date, now: Date): Date | undefined {
  const failed = +now - +since
  // The time since the first failure plus 5 seconds is twice the last delay.
  return failed >= GIVE_UP_MS ? undefined : new Date(+now + Math.min(failed + 5000, HOUR_MS))
}

/** A user's current preferences and the channels that reach them. */
export type Wishes = {
  enabled: boolean
  email: string
  phone: string | null
  smsConsent: boolean
  /** The phone said STOP. */
  smsStopped: boolean
  emailOptIn: boolean
  pushOptIn: boolean
  types: Record<Exclude<Kind, 'welcome' | 'bulk_sms'>, boolean>
  emailChoices: Partial<Record<EmailChoice, boolean>>
}

/** Whether a user wants messages of a kind by a channel. A choice about e-mails outranks the type toggle of all channels. */
export function wants(wishes: Wishes, kind: Kind, channel: 'email' | 'sms' | 'push'): boolean {
  if (!wishes.enabled) return false
  const type = kind === 'welcome' || kind === 'bulk_sms' || wishes.types[kind]
  if (channel === 'sms') return type && wishes.smsConsent && !wishes.smsStopped && wishes.phone !== null
  if (channel === 'push') return type && wishes.pushOptIn
  return wishes.emailOptIn && ((isEmailChoice(kind) ? wishes.emailChoices[kind] : undefined) ?? type)
}

/** The preferences of a user who has chosen nothing: push is off. */
export const DEFAULT_PREFERENCES = {
  optIn: false,
  giveawayAlerts: true,
  orderUpdates: true,
  promotionalOffers: false,
  cartReminders: true,
  emailOptIn: true,
  timeZone: null,
}

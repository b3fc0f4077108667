/** What a message can be about. Its recipient may not want it, unlike a code or a receipt, which is simply owed (`sendMessage`). */
export const KINDS = [
  'giveaway_alert',
  'order_update',
  'promotional_offer',
  'cart_reminder',
  'welcome',
  /** What staff write to many by SMS. Its consent is the one to SMS; no type toggle is about it. */
  'bulk_sms',
] as const
export type Kind = (typeof KINDS)[number]

/** Kinds whose e-mails carry a link to unsubscribe, each by itself. */
export const EMAIL_CHOICES = ['giveaway_alert', 'promotional_offer', 'cart_reminder'] as const
export type EmailChoice = (typeof EMAIL_CHOICES)[number]
export const isEmailChoice = (kind: string | null): kind is EmailChoice => EMAIL_CHOICES.includes(kind as EmailChoice)

/** customer-side.md section 9: up to 4 messages per month. */
export const SMS_A_MONTH = 4

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** After a day without success a message is given up, with its error stored. */
const GIVE_UP_MS = 24 * HOUR_MS

/**
 * When a message is tried again after a failure: after 5 seconds, then twice as long each time, at most an hour.
 * @param since when its provider failed for the first time, without a pause of ours in between.
 * @returns undefined when a day of trying is over.
 */
export function nextAttempt(since: Date, now: Date): Date | undefined {
  const failed = +now - +since
  // What was waited so far and the first 5 seconds: that is twice as long as the last time.
  return failed >= GIVE_UP_MS ? undefined : new Date(+now + Math.min(failed + 5000, HOUR_MS))
}

/** What somebody wants to hear of and may be reached by, as it is now. */
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

/** Whether somebody wants messages of a kind by a channel. A choice about e-mails stands above the type toggle of all channels. */
export function wants(wishes: Wishes, kind: Kind, channel: 'email' | 'sms' | 'push'): boolean {
  if (!wishes.enabled) return false
  const type = kind === 'welcome' || kind === 'bulk_sms' || wishes.types[kind]
  if (channel === 'sms') return type && wishes.smsConsent && !wishes.smsStopped && wishes.phone !== null
  if (channel === 'push') return type && wishes.pushOptIn
  return wishes.emailOptIn && ((isEmailChoice(kind) ? wishes.emailChoices[kind] : undefined) ?? type)
}

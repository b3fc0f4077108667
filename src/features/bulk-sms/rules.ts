import { GSM_BASIC, gsmSafe, ONE_SMS, SMS_ENDING, smsPrefix } from '#features/notifications/sms/sms-text.ts'
import { isVisible } from '#kernel/values/inputs/visible.ts'

/** 89 characters of own text, 160 with label and ending. */
const OWN_LENGTH = 89
const WHOLE_LENGTH = ONE_SMS

/** Each of these is an escape and a second septet (3GPP TS 23.038, 6.2.1.1). */
const GSM_EXTENSION = new Set('\f^{}\\[~]|€')

/** The capacity of an SMS alone and of each part of a series, whose header takes the rest (3GPP TS 23.040, 9.2.3.24.1). */
const ROOM = { 'GSM-7': { alone: 160, joined: 153 }, 'UCS-2': { alone: 70, joined: 67 } } as const
export type Encoding = keyof typeof ROOM

export type SmsLength = {
  encoding: Encoding
  /** Septets of GSM-7 or 16-bit units of UCS-2, as sent. */
  units: number
  /** SMS that the phone joins and the provider bills. */
  segments: number
}

const isGsm = (sign: string) => GSM_BASIC.has(sign) || GSM_EXTENSION.has(sign)

/** The units of a character. An escape with its septet, or a surrogate pair, is never split. */
const weightOf = (sign: string, encoding: Encoding) =>
  encoding === 'UCS-2' ? sign.length : GSM_EXTENSION.has(sign) ? 2 : 1

const encodingOf = (text: string): Encoding => ([...text].every(isGsm) ? 'GSM-7' : 'UCS-2')
const unitsOf = (text: string, encoding: Encoding) =>
  [...text].reduce((units, sign) => units + weightOf(sign, encoding), 0)

/** The encoding and length of a whole SMS. One character outside GSM-7 makes the whole SMS UCS-2. */
export function smsLength(whole: string): SmsLength {
  const encoding = encodingOf(whole)
  const units = unitsOf(whole, encoding)
  const { alone, joined } = ROOM[encoding]
  if (units <= alone) return { encoding, units, segments: 1 }
  let segments = 1
  let used = 0
  for (const sign of whole) {
    const weight = weightOf(sign, encoding)
    if (used + weight > joined) {
      segments++
      used = 0
    }
    used += weight
  }
  return { encoding, units, segments }
}

/** Normalises the text for storage: NFC, trimmed, no control characters except line breaks. */
export const plainWords = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, '')
    .trim()

/** The whole SMS: the shop's short name, the text, and how to stop. */
export const wholeSms = (shortName: string, words: string): string => `${smsPrefix(shortName)}${words}${SMS_ENDING}`

/** Characters left for the text; below zero, the number over the limit. Counts units as sent. */
export function remainingFor(shortName: string, words: string): number {
  const whole = smsLength(wholeSms(shortName, words))
  return Math.min(OWN_LENGTH - unitsOf(words, whole.encoding), WHOLE_LENGTH - whole.units)
}

/** The wording of the counter. */
export const counterOf = (remaining: number): string =>
  remaining < 0 ? `Over limit by ${-remaining}` : `${remaining} remaining`

export const NOBODY_FOUND = 'No users with SMS opt-in found in selection'
export const NO_WORDS = 'Please enter a message'

/** The error of the text; undefined when the text is valid. */
export function wordsFault(shortName: string, text: string): string | undefined {
  const words = plainWords(text)
  if (!isVisible(words)) return NO_WORDS
  const remaining = remainingFor(shortName, words)
  return remaining < 0 ? counterOf(remaining) : undefined
}

/** The characters that force UCS-2, each once, with a replacement in GSM-7; the replacement is empty where none exists. */
export function foreignSigns(text: string): { sign: string; instead: string }[] {
  const signs = new Set([...text.normalize('NFC')].filter(sign => !isGsm(sign)))
  return [...signs].map(sign => ({ sign, instead: gsmSafe(sign) }))
}

/** Replaces each character outside GSM-7; the rest stays. */
export const inGsm = (text: string): string =>
  [...text.normalize('NFC')].map(sign => (isGsm(sign) ? sign : gsmSafe(sign))).join('')

/** Reasons to leave a user out, in words. They come from stored data, never from the request. */
export const LEFT_OUT = {
  gone: 'no account with this ID',
  disabled: 'account disabled',
  no_phone: 'no phone number',
  no_consent: 'not opted in to SMS',
  stopped: 'replied STOP',
  minor: 'under age by the birth date on file',
  same_phone: 'duplicate phone number',
} as const
export type LeftOut = keyof typeof LEFT_OUT

export type CampaignState = 'queueing' | 'sending' | 'paused' | 'cancelled' | 'done'

/** The state of a campaign. @param isWaiting some of its messages have not left. */
export function campaignState(stored: string, isFinished: boolean, isWaiting: boolean): CampaignState {
  if (stored === 'paused' || stored === 'cancelled') return stored
  if (!isFinished) return 'queueing'
  return isWaiting ? 'sending' : 'done'
}

const LONGEST_PHONE = 15

/**
 * Normalises the phone of a recipient: ten digits are a US number, eleven that begin with 1 are a US number with its country code, other lengths include a
 * country code.
 * @returns `+` and digits; null when the text is no phone. The longest number (E.164) has 15 digits.
 */
export function normalPhone(text: string): string | null {
  const digits = text.replace(/\D/g, '')
  if (digits.length === 10) return `+1${digits}`
  if (digits.length === 11 && !digits.startsWith('1')) return null
  return digits.length >= 11 && digits.length <= LONGEST_PHONE ? `+${digits}` : null
}

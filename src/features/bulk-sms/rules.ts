import { GSM_BASIC, gsmSafe, ONE_SMS, SMS_ENDING, SMS_PREFIX } from '#features/notifications/sms-text.ts'

/** checkout-and-admin.md section 9: 89 characters of own text, 160 with prefix and suffix. */
const OWN_LENGTH = 89
const WHOLE_LENGTH = ONE_SMS

/** Each is an escape and a second septet (3GPP TS 23.038, 6.2.1.1). */
const GSM_EXTENSION = new Set('\f^{}\\[~]|€')

/** What an SMS has room for: whole in one, and in each of several, whose header takes the rest (3GPP TS 23.040, 9.2.3.24.1). */
const ROOM = { 'GSM-7': { alone: 160, joined: 153 }, 'UCS-2': { alone: 70, joined: 67 } } as const
export type Encoding = keyof typeof ROOM

export type SmsLength = {
  encoding: Encoding
  /** Septets of GSM-7 or 16-bit units of UCS-2: what is really sent. */
  units: number
  /** Messages that a phone puts together, and that are paid for. */
  segments: number
}

const isGsm = (sign: string) => GSM_BASIC.has(sign) || GSM_EXTENSION.has(sign)

/** What a sign weighs; an escape and its septet, or the two halves of a surrogate pair, are never parted. */
const weightOf = (sign: string, encoding: Encoding) =>
  encoding === 'UCS-2' ? sign.length : GSM_EXTENSION.has(sign) ? 2 : 1

const encodingOf = (text: string): Encoding => ([...text].every(isGsm) ? 'GSM-7' : 'UCS-2')
const unitsOf = (text: string, encoding: Encoding) =>
  [...text].reduce((units, sign) => units + weightOf(sign, encoding), 0)

/** How a whole text is sent. One sign that GSM does not know makes all of it UCS-2. */
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

/** The words as they are kept: no control signs but the end of a line, each letter in one piece. */
export const plainWords = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, '')
    .trim()

/** An SMS as it leaves: the company label, the words, and how to make it stop. */
export const wholeSms = (words: string): string => `${SMS_PREFIX}${words}${SMS_ENDING}`

/** How many characters are left for the words; below zero, by how many they are over. Counted as they are really sent. */
export function remainingFor(words: string): number {
  const whole = smsLength(wholeSms(words))
  return Math.min(OWN_LENGTH - unitsOf(words, whole.encoding), WHOLE_LENGTH - whole.units)
}

/** The specified words of the counter. */
export const counterOf = (remaining: number): string =>
  remaining < 0 ? `Over limit by ${-remaining}` : `${remaining} remaining`

export const NOBODY_FOUND = 'No users with SMS opt-in found in selection'
export const NO_WORDS = 'Please enter a message'

/** What is wrong with the words; undefined when nothing is. */
export function wordsFault(text: string): string | undefined {
  const words = plainWords(text)
  if (words === '') return NO_WORDS
  const remaining = remainingFor(words)
  return remaining < 0 ? counterOf(remaining) : undefined
}

/** Signs that make an SMS one of UCS-2, each once, with what would stand for it in GSM; empty where nothing does. */
export function foreignSigns(text: string): { sign: string; instead: string }[] {
  const signs = new Set([...text.normalize('NFC')].filter(sign => !isGsm(sign)))
  return [...signs].map(sign => ({ sign, instead: gsmSafe(sign) }))
}

/** The words with what stands for each such sign; the rest as it was. */
export const inGsm = (text: string): string =>
  [...text.normalize('NFC')].map(sign => (isGsm(sign) ? sign : gsmSafe(sign))).join('')

/** Why somebody is not written to, in words. What is asked is what is stored, never what a request says. */
export const LEFT_OUT = {
  gone: 'no account of this id',
  disabled: 'account disabled',
  no_phone: 'no phone number',
  no_consent: 'not opted in to SMS',
  stopped: 'their phone said STOP',
  minor: 'not of age by the birth date on file',
  same_phone: 'the same phone as somebody else in it',
} as const
export type LeftOut = keyof typeof LEFT_OUT

export type CampaignState = 'queueing' | 'sending' | 'paused' | 'cancelled' | 'done'

/** What a campaign is doing. @param isWaiting something of it has not left. */
export function campaignState(stored: string, isWalked: boolean, isWaiting: boolean): CampaignState {
  if (stored === 'paused' || stored === 'cancelled') return stored
  if (!isWalked) return 'queueing'
  return isWaiting ? 'sending' : 'done'
}

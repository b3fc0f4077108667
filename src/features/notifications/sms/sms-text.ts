/** The company label that begins every SMS. */
export const SMS_PREFIX = 'Redoubt: '
/** The fixed end of every SMS. */
export const SMS_ENDING = ' Msg&data rates may apply. Reply STOP to unsubscribe.'
/** Characters of the GSM alphabet in one SMS. */
export const ONE_SMS = 160

/** Characters left in one SMS for the words themselves. */
export const SMS_ROOM = ONE_SMS - SMS_PREFIX.length - SMS_ENDING.length

const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ ÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
/** The basic characters of GSM 7-bit, each one septet (3GPP TS 23.038, 6.2.1). */
export const GSM_BASIC: ReadonlySet<string> = new Set(BASIC)
const KNOWN = GSM_BASIC
const SPELLED: Record<string, string> = {
  '‘': "'",
  '’': "'",
  '‚': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '–': '-',
  '—': '-',
  '‑': '-',
  '…': '...',
  '•': '-',
  '×': 'x',
  '·': '-',
  '™': 'TM',
  '®': '(R)',
  '©': '(C)',
  '[': '(',
  ']': ')',
  '{': '(',
  '}': ')',
  '~': '-',
  '^': '',
  '|': '/',
  '\\': '/',
  '€': 'EUR',
  '`': "'",
}

/**
 * Converts text to the GSM 7-bit alphabet, one septet per character. A single foreign letter would cut an SMS from 160 characters to 70.
 * Typographic signs become ASCII, unsupported accents are removed, other characters are dropped.
 */
export function gsmSafe(text: string): string {
  const known = (char: string): string => {
    if (KNOWN.has(char)) return char
    if (char in SPELLED) return SPELLED[char]!
    if (/\s/.test(char)) return ' '
    return [...char.normalize('NFKD')].filter(part => KNOWN.has(part)).join('')
  }
  return [...text.normalize('NFC')].map(known).join('').replace(/ {2,}/g, ' ').trim()
}

/** Cuts a text to at most `length` characters and ends it with three dots. */
export const shorten = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 3).trimEnd()}...`

/** A whole SMS in one part: the company label, the words, and how to stop. */
export const smsBody = (words: string): string => `${SMS_PREFIX}${shorten(gsmSafe(words), SMS_ROOM)}${SMS_ENDING}`

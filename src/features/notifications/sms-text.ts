/** The company label that begins every SMS. */
export const SMS_PREFIX = 'Redoubt: '
/** The specified end of every SMS (checkout-and-admin.md, SMS modal). */
export const SMS_ENDING = ' Msg&data rates may apply. Reply STOP to unsubscribe.'
/** Characters of the alphabet of GSM that one SMS has. */
export const ONE_SMS = 160

/** What is left of one SMS for the words themselves. */
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
 * Plain text in the GSM 7-bit alphabet, each character one septet: one strange letter would make an SMS of 160 characters one
 * of 70. Typographic signs are spelled in ASCII, letters lose accents that the alphabet does not have, the rest is left out.
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

/** A text of at most so many characters, cut at its end with three dots. */
export const shorten = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 3).trimEnd()}...`

/** An SMS as it leaves, in one part: who writes, the words, and how to make it stop. */
export const smsBody = (words: string): string => `${SMS_PREFIX}${shorten(gsmSafe(words), SMS_ROOM)}${SMS_ENDING}`

/** The fixed end of every SMS. */
export const SMS_ENDING = ' Msg&data rates may apply. Reply STOP to unsubscribe.'
/** Characters of the GSM alphabet in one SMS. */
export const ONE_SMS = 160

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

/** The label that begins every SMS: the shop's short name in the alphabet of SMS. Nothing where that has none of its signs. */
export function smsPrefix(shortName: string): string {
  const name = gsmSafe(shortName)
  return name && `${name}: `
}

/** Characters of one SMS that its prefix and its ending leave for the words. */
export const smsRoom = (shortName: string): number => ONE_SMS - smsPrefix(shortName).length - SMS_ENDING.length

/** A whole SMS in one part: the shop's short name, the words, and how to stop. */
export const smsBody = (shortName: string, words: string): string =>
  `${smsPrefix(shortName)}${shorten(gsmSafe(words), smsRoom(shortName))}${SMS_ENDING}`

/** Hexadecimal digits of a giveaway's id that its printed cards carry. They are random, so that a typing error names no other giveaway. */
const DIGITS = 10

/** What the QR code of a printed card says before the code. Upper case keeps the QR code small. */
const MARK = 'REDOUBT-CARD:'

/** The code on the printed cards of a giveaway, in groups that people can copy: "A1B2-C3D4-E5". */
export const cardCodeOf = (giveawayId: string): string =>
  giveawayId
    .slice(-DIGITS)
    .toUpperCase()
    .match(/.{1,4}/g)!
    .join('-')

/** The text of the QR code on the printed cards of a giveaway. */
export const qrTextOf = (giveawayId: string): string => `${MARK}${giveawayId.slice(-DIGITS).toUpperCase()}`

/** The digits of a code as typed or as read by a camera; null for a text that is no code of a card. */
export function digitsOfCardCode(text: string): string | null {
  const typed = text.trim().toUpperCase()
  const digits = (typed.startsWith(MARK) ? typed.slice(MARK.length) : typed)
    .replace(/[\s-]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
  return /^[0-9A-F]{10}$/.test(digits) ? digits.toLowerCase() : null
}

/** The code of a card, in groups, from the text of its QR code; null for the QR code of something else. */
export function cardCodeOfQr(text: string): string | null {
  const digits = text.trim().toUpperCase().startsWith(MARK) ? digitsOfCardCode(text) : null
  return digits && cardCodeOf(digits)
}

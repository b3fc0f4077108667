const BLANKS = /[\p{Z}\p{Cf}\p{Cc}]/gu
const DASHES = /[\p{Pd}\u2212]/gu

/** A number as typed, pasted or scanned, without spaces and invisible signs, with plain letters and digits, and `-` for any dash. */
export const compactText = (typed: string): string => typed.normalize('NFKC').replace(BLANKS, '').replace(DASHES, '-')

/** A comma parts thousands. Elsewhere it would be a decimal sign of another country, and 19,90 must not become 1990. */
const NUMBER = /^-?\$?((\d{1,3}(,\d{3})+|\d+)(\.\d*)?|\.\d+)$/

/** Dollars or another number as people write it; what is none, and nothing at all, is NaN, which the schemas refuse. */
export function numberIn(text: string): number {
  const written = text.replace(/\s/g, '')
  return NUMBER.test(written) ? Number(written.replace(/[$,]/g, '')) : Number.NaN
}

/** The same, with or without the sign of percent behind it. */
export const percentIn = (text: string): number => numberIn(text.replace(/%\s*$/, ''))

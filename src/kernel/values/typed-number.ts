/** Commas separate thousands only. `19,90` is refused, because reading it as 1990 would be wrong where a comma is the decimal sign. */
const NUMBER = /^-?\$?((\d{1,3}(,\d{3})+|\d+)(\.\d*)?|\.\d+)$/

/** Parses dollars or another number as people write it. Returns NaN for empty or invalid text, which the schemas refuse. */
export function numberIn(text: string): number {
  const written = text.replace(/\s/g, '')
  return NUMBER.test(written) ? Number(written.replace(/[$,]/g, '')) : Number.NaN
}

/** Parses a percentage with or without a trailing percent sign. */
export const percentIn = (text: string): number => numberIn(text.replace(/%\s*$/, ''))

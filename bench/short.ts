/** `BENCH=short`: small data and seconds for each bench. Its figures are printed and mean nothing; a broken rule still fails. */
export const IS_SHORT = process.env.BENCH === 'short'

/** A size of the full run, and the size of a short one. */
export const sized = (full: number, short: number): number => (IS_SHORT ? short : full)

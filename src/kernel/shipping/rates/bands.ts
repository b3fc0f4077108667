import type { Cents } from '#kernel/values/money.ts'

/** The price from `from` on and below `below`, in grams or cents. A null end is without limit. */
export type Band = { from: number; below: number | null; cents: Cents }

/** The band that holds a measure; undefined beyond the last one. An end belongs to the next band. */
export const bandOf = (bands: readonly Band[], measure: number): Band | undefined =>
  bands.find(({ from, below }) => measure >= from && (below === null || measure < below))

/**
 * Sentences by the index of a band of what keeps the bands from giving each measure one price: they begin at 0 and each begins where the
 * one before ends. Only the last one may be without an end.
 * @param said a measure in words, such as "500 g"
 */
export function bandProblems(bands: readonly Band[], said: (measure: number) => string): Map<number, string> {
  const problems = new Map<number, string>()
  for (const [at, { from, below }] of bands.entries()) {
    const end = at === 0 ? 0 : bands[at - 1]!.below
    if (end === null) problems.set(at, 'No band can follow one without an end.')
    else if (from > end)
      problems.set(at, `There is a gap: nothing has a price from ${said(end)} to ${said(from)}. Begin at ${said(end)}.`)
    else if (from < end)
      problems.set(at, `Two bands overlap from ${said(from)} to ${said(end)}. Begin at ${said(end)}.`)
    else if (below !== null && below <= from) problems.set(at, `This band must end above ${said(from)}.`)
  }
  return problems
}

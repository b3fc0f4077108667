/**
 * Total of a person's prizes in a calendar year, in cents, from which the shop reports them on Form 1099-MISC and needs the person's Form
 * W-9. Internal Revenue Code section 6041(a): 600 dollars, and 2,000 for payments made after 31 December 2025 (Public Law 119-21, section
 * 70433, of 4 July 2025; the row of the duty says what of it was read). From 2027 on, the amount rises with prices (section 6041(h)): enter a
 * year's amount here when the IRS publishes it. Until then the lower amount applies, which requests a form too often rather than too
 * seldom.
 */
export const REPORTED_FROM_CENTS: Readonly<Record<number, number>> = { 2025: 60_000, 2026: 200_000 }

/** The amount of a year: of the last year named that is not later, or of the first one. */
export function amountOfYear(byYear: Readonly<Record<number, number>>, year: number): number {
  const named = Object.keys(byYear).map(Number)
  return byYear[Math.max(...named.filter(from => from <= year), Math.min(...named))]!
}

export const reportedFromCents = (year: number): number => amountOfYear(REPORTED_FROM_CENTS, year)

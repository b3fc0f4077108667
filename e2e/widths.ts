/** The widths of a phone and of a desk, in CSS pixels. */
export type Width = 390 | 1440
export const WIDTHS: readonly Width[] = [390, 1440]

/**
 * Widths of a journey that behaves alike at both: its own one in `npm test`, both with `WIDTHS=all`. `screens.test.ts` looks at every
 * screen at both widths in every run.
 */
export const widthsOf = (own: Width): readonly Width[] => (process.env.WIDTHS === 'all' ? WIDTHS : [own])

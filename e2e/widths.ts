import type { Theme } from './browser.ts'

/** The widths of a phone and of a desk, in CSS pixels. */
export type Width = 390 | 1440
export const WIDTHS: readonly Width[] = [390, 1440]

/** One look at a screen. */
export type Look = { width: Width; theme: Theme }

const LOOKS: readonly Look[] = [
  { width: 390, theme: 'dark' },
  { width: 1440, theme: 'light' },
  { width: 390, theme: 'light' },
  { width: 1440, theme: 'dark' },
]

/** The look of `npm test` at a screen, by its place in a list: each width and theme in turn. With `--all` each screen has all of them. */
export const lookOf = (place: number): Look => LOOKS[place % LOOKS.length]!

/**
 * Widths of a journey that behaves alike at both: its own one, and both with `WIDTHS=all`. `screens.test.ts` looks at every screen at both
 * widths with `npm test -- --all`.
 */
export const widthsOf = (own: Width): readonly Width[] => (process.env.WIDTHS === 'all' ? WIDTHS : [own])

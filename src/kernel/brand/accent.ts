import {
  clampChroma,
  formatHex,
  modeLrgb,
  modeOklch,
  modeRgb,
  type Oklch,
  parseHex,
  wcagContrast,
  useMode as withMode,
} from 'culori/fn'
import { DEFAULT_ACCENT } from '../settings.ts'
import { type AccentTokens, DEFAULT_TONES, type Theme } from './accent-tones.ts'

/*
 * The brand's one colour becomes the colours of its role: a fill and the text on it, the fill under the pointer, text, and the ring of
 * focus, in each theme. The chosen colour fills as it is where it can; in the other theme its nearest tone does. `culori` has colour spaces
 * and contrast. Surfaces and inks are those of `src/app/styles.css`.
 */

withMode(modeRgb)
withMode(modeLrgb)
const toOklch = withMode(modeOklch)

const THEMES: readonly Theme[] = ['light', 'dark']

/** What the accent lies on: `--sunken`, `--ground`, `--surface`, `--raised`, `--field`. */
export const SURFACES: Record<Theme, readonly string[]> = {
  light: ['#e5e0d3', '#efebe1', '#f8f5ed', '#fffdf8'],
  dark: ['#0d0e0c', '#121311', '#1c1e1b', '#262924'],
}
const INKS = ['#fffbf3', '#14130f'] as const

/** WCAG 2.2 AA: 1.4.11 for parts of controls, 1.4.3 for text. */
const PART = 3
const TEXT = 4.5
/** Farther than this in OKLCH's lightness, the other theme would show another colour than the brand's. */
const FARTHEST = 0.25
const STEP = 0.005
const UNDER_POINTER = 0.05
const FOCUS = 0.08

const lightnessOf = (hex: string): number => toOklch(parseHex(hex))!.l

/** The colour at another lightness, with as much chroma as a screen shows there. */
function atLightness(hex: string, l: number): string {
  const colour = toOklch(parseHex(hex))!
  return formatHex(clampChroma({ ...colour, l: Math.min(1, Math.max(0, l)) } as Oklch, 'oklch'))
}

const isOver = (hex: string, others: readonly string[], least: number) =>
  others.every(other => wcagContrast(hex, other) >= least)

const inkOn = (fill: string): string | undefined => INKS.find(ink => wcagContrast(ink, fill) >= TEXT)

const isFill = (theme: Theme) => (hex: string) => isOver(hex, SURFACES[theme], PART) && inkOn(hex) !== undefined
const isText = (theme: Theme) => (hex: string) => isOver(hex, SURFACES[theme], TEXT)

/** The nearest tone that passes: darker or lighter, whichever is nearer. */
function nearest(hex: string, passes: (tone: string) => boolean): string | undefined {
  if (passes(hex)) return hex
  const l = lightnessOf(hex)
  for (let step = STEP; step <= 1; step += STEP)
    for (const tone of [l - step, l + step].filter(tone => tone >= 0 && tone <= 1)) {
      const moved = atLightness(hex, tone)
      if (passes(moved)) return moved
    }
  return undefined
}

const fillOf = (accent: string, theme: Theme): string | undefined => nearest(accent, isFill(theme))

/** True if each theme has a fill that is still the brand's colour. */
const holds = (accent: string): boolean =>
  THEMES.every(theme => {
    const fill = fillOf(accent, theme)
    return fill !== undefined && Math.abs(lightnessOf(fill) - lightnessOf(accent)) <= FARTHEST
  })

/**
 * Checks a colour of the form `#rrggbb` in both themes.
 * @returns null when it passes, or the nearest tone of it that does.
 */
export const suggestionFor = (accent: string): string | null => (holds(accent) ? null : nearest(accent, holds)!)

/** The colours of the roles in a theme. @param accent one that passed */
export function accentTokens(accent: string, theme: Theme): AccentTokens {
  if (accent === DEFAULT_ACCENT) return DEFAULT_TONES[theme]
  const fill = fillOf(accent, theme)!
  const onFill = inkOn(fill)!
  // Away from the ink, so that the text on it gains contrast.
  const away = onFill === INKS[0] ? -1 : 1
  const text = nearest(fill, isText(theme))!
  return {
    fill,
    onFill,
    hover: atLightness(fill, lightnessOf(fill) + away * UNDER_POINTER),
    text,
    focus: theme === 'light' ? '#1b1d19' : atLightness(text, lightnessOf(text) + FOCUS),
  }
}

import { DEFAULT_ACCENT } from '../settings.ts'

export type Theme = 'light' | 'dark'

/** The accent's roles in one theme, as `#rrggbb`. */
export type AccentTokens = { fill: string; hover: string; onFill: string; text: string; focus: string }
export type AccentTones = Record<Theme, AccentTokens>

/** The tones of `src/app/styles.css`. A shop in the default accent needs no colour spaces. */
export const DEFAULT_TONES: AccentTones = {
  light: { fill: '#b4531c', hover: '#9a4414', onFill: '#fffbf3', text: '#9e4413', focus: '#1b1d19' },
  dark: { fill: '#c8642b', hover: '#db7539', onFill: '#14130f', text: '#e27d40', focus: '#f0a878' },
}

let kept: { accent: string; tones: Promise<AccentTones> } | undefined

/** The tones of an accent. The colour spaces load with the first accent of a shop's own, and their work is done once. */
export function accentTonesOf(accent: string): Promise<AccentTones> {
  if (kept?.accent === accent) return kept.tones
  const tones = made(accent)
  kept = { accent, tones }
  // A module that could not be loaded is asked for again, else no later e-mail would leave.
  tones.catch(() => {
    if (kept?.tones === tones) kept = undefined
  })
  return tones
}

async function made(accent: string): Promise<AccentTones> {
  if (accent === DEFAULT_ACCENT) return DEFAULT_TONES
  const { accentTokens } = await import('./accent.ts')
  return { light: accentTokens(accent, 'light'), dark: accentTokens(accent, 'dark') }
}

/** The style sheet that puts an accent in place of the default one. */
export function tonesCss({ light, dark }: AccentTones): string {
  const both = (role: keyof AccentTokens) => `light-dark(${light[role]}, ${dark[role]})`
  return `:root {
  --signal: ${both('text')};
  --signal-fill: ${both('fill')};
  --signal-hover: ${both('hover')};
  --on-signal: ${both('onFill')};
  --focus: ${both('focus')};
}
`
}

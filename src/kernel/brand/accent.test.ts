import { readFileSync } from 'node:fs'
import { wcagContrast } from 'culori/fn'
import { describe, expect, it } from 'vitest'
import { DEFAULT_ACCENT } from '../settings.ts'
import { accentTokens, SURFACES, suggestionFor } from './accent.ts'
import { accentTonesOf, DEFAULT_TONES, tonesCss } from './accent-tones.ts'

const hexOf = (n: number) => `#${n.toString(16).padStart(6, '0')}`
/** Colours across the wheel, from black to white. */
const LEVELS = [0x00, 0x2b, 0x55, 0x80, 0xaa, 0xd5, 0xff]
const COLOURS = [
  DEFAULT_ACCENT,
  ...LEVELS.flatMap(r => LEVELS.flatMap(g => LEVELS.map(b => hexOf((r << 16) | (g << 8) | b)))),
]

describe('the accent of a brand', () => {
  it('has contrast in each role of each theme, for any colour or its suggestion [B-1.25]', () => {
    for (const chosen of COLOURS) {
      const accent = suggestionFor(chosen) ?? chosen
      expect(suggestionFor(accent), `${chosen} → ${accent}`).toBeNull()
      for (const theme of ['light', 'dark'] as const) {
        const { fill, hover, onFill, text, focus } = accentTokens(accent, theme)
        for (const surface of SURFACES[theme]) {
          expect(wcagContrast(fill, surface), `${accent} fill on ${surface}`).toBeGreaterThanOrEqual(3)
          expect(wcagContrast(text, surface), `${accent} text on ${surface}`).toBeGreaterThanOrEqual(4.5)
          expect(wcagContrast(focus, surface), `${accent} focus on ${surface}`).toBeGreaterThanOrEqual(3)
        }
        for (const ground of [fill, hover])
          expect(wcagContrast(onFill, ground), `${accent} ink on ${ground}`).toBeGreaterThanOrEqual(4.5)
      }
    }
  })

  it.each(['#ffff00', '#ffffff', '#eeeeee', '#000000', '#ffcc00'])(
    '%s is too near to a ground, and a tone of it is suggested',
    colour => {
      expect(suggestionFor(colour)).toMatch(/^#[0-9a-f]{6}$/)
    },
  )

  it.each(['#c8642b', '#1f6feb', '#2f6f4f', '#a3271b'])('%s passes', colour => {
    expect(suggestionFor(colour)).toBeNull()
  })

  it('knows the surfaces of the style sheet', () => {
    const css = readFileSync('src/app/styles.css', 'utf8')
    const surfaces = ['sunken', 'ground', 'surface', 'raised', 'field'].map(
      name => new RegExp(`--${name}: light-dark\\((\\S+), (\\S+)\\)`).exec(css)!,
    )
    for (const [theme, at] of [
      ['light', 1],
      ['dark', 2],
    ] as const)
      expect(new Set(SURFACES[theme])).toEqual(new Set(surfaces.map(found => found[at])))
  })

  it('is a style sheet of five properties, which are those of the shop’s own for the default [B-1.25]', async () => {
    const PROPERTY = /--[a-z-]+: light-dark\(#[0-9a-f]{6}, #[0-9a-f]{6}\);/g
    expect(tonesCss(await accentTonesOf('#1f6feb')).match(PROPERTY)).toHaveLength(5)
    const css = readFileSync('src/app/styles.css', 'utf8')
    for (const property of tonesCss(DEFAULT_TONES).match(PROPERTY)!) expect(css).toContain(property)
  })
})

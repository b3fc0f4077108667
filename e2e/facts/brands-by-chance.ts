import { suggestionFor } from '#kernel/brand/accent.ts'
import { DEFAULT_SETTINGS, type Settings } from '#kernel/settings.ts'
import { type Chance, chanceFrom } from '../../db/demo/seeded-chance.ts'

const SIGNS = [...'abcdefghijkmnoprstuvwxyzABCDEFGHMNOQRSUWÄÖÜäöüßéñøŁčαЖ', ...`'"&<>“”’%`, '🏕️', '🦌', '山', 'و']
/** At the longest, few names are without any space. */
const WITH_SPACES = [...SIGNS, ' ', ' ', ' ', ' ']

/** Letters, marks and emoji of a length as the form counts it: a space neither first, last nor twice. */
function nameBy(chance: Chance, length: number, signs: readonly string[]): string {
  let name = chance.oneOf([...'KMÖWÉ'])
  while (name.length < length) {
    const sign = chance.oneOf(signs)
    const isFitting = name.length + sign.length <= length
    const isDoubled = sign === ' ' && (name.endsWith(' ') || name.length === length - 1)
    if (isFitting && !isDoubled) name += sign
  }
  return name
}

const hexOf = (hue: number): string => {
  const part = (n: number) => {
    const k = (n + hue / 30) % 12
    return Math.round(255 * (0.45 - 0.35 * Math.max(-1, Math.min(k - 3, 9 - k, 1))))
      .toString(16)
      .padStart(2, '0')
  }
  return `#${part(0)}${part(8)}${part(4)}`
}

type Named = {
  brand: Settings['brand'] & { social: string[] }
  supportEmail: string
  contact: Settings['contact'] & { address: string[]; mailIn: string[] }
}

/** Three brands: names of 60 characters without a space, of 60 in words, and of 2; accents a third of the wheel apart. */
export function brandsByChance(seed: number): Named[] {
  const chance = chanceFrom(seed)
  const turn = chance.below(120)
  return [
    { length: 60, signs: SIGNS },
    { length: 60, signs: WITH_SPACES },
    { length: 2, signs: SIGNS },
  ].map(({ length, signs }, at) => {
    const name = nameBy(chance, length, signs)
    const accent = hexOf(turn + at * 120)
    return {
      brand: {
        ...DEFAULT_SETTINGS.brand,
        ...{ name, shortName: nameBy(chance, Math.min(20, length), SIGNS) },
        tagline: nameBy(chance, length === 2 ? 2 : 80, WITH_SPACES),
        accent: suggestionFor(accent) ?? accent,
        orderPrefix: chance.oneOf(['A', 'OP', 'WWWWWW', '7']),
        mark: null,
        social: ['https://www.instagram.com/by.chance'],
      },
      supportEmail: 'help@chance.example',
      contact: {
        company: nameBy(chance, length === 2 ? 2 : 100, WITH_SPACES),
        privacyEmail: 'privacy@chance.example',
        hours: 'Daily, noon to 4 p.m. Eastern time',
        address: [nameBy(chance, 90, WITH_SPACES), 'Albany, NY 12207'],
        mailIn: ['Free entry', '9 Quay Street', 'Albany, NY 12207'],
      },
    }
  })
}

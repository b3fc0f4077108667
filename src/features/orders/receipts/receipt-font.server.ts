import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { create, type Font } from 'fontkit'

const bytesOf = (name: string) => readFileSync(join(import.meta.dirname, 'fonts', `${name}.ttf`))

/** The shop's fonts for embedding. The web fonts are reduced to English; these files hold every Latin letter, Greek and Cyrillic. */
export const FACES = {
  text: bytesOf('source-sans-3-regular'),
  strong: bytesOf('source-sans-3-semibold'),
  /** For headings, labels and the total. These contain only our own words and numbers, never a name. */
  figure: bytesOf('barlow-condensed-600'),
}

const known = new Set((create(FACES.text) as Font).characterSet)
/** Placeholder for characters missing from the fonts, so that the reader sees the gap. */
const MISSING = '□'

/** Characters that only modify others: joiners, directions, variants, skin tones. Alone they are invisible. */
const STEERING = /\p{Cf}|\p{Mn}|\p{Cc}|\p{Emoji_Modifier}/u

/**
 * Prepares a text for the fonts: composes letters (`é` as one), replaces each run of missing characters (emoji, Arabic, Chinese …) by one
 * box, and removes invisible characters.
 */
export function drawable(text: string): string {
  let drawn = ''
  for (const sign of text.normalize('NFC')) {
    if (/\s/.test(sign)) drawn += ' '
    else if (known.has(sign.codePointAt(0)!)) drawn += sign
    else if (!STEERING.test(sign) && !drawn.endsWith(MISSING)) drawn += MISSING
  }
  return drawn
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { create, type Font } from 'fontkit'

const bytesOf = (name: string) => readFileSync(join(import.meta.dirname, 'fonts', `${name}.ttf`))

/**
 * The shop's own faces, as files that can be embedded; those of the pages are cut down to what English needs. These hold every
 * Latin letter, Greek and Cyrillic.
 */
export const FACES = {
  text: bytesOf('source-sans-3-regular'),
  strong: bytesOf('source-sans-3-semibold'),
  /** Headings, labels and the total: our own words and figures, never a name. */
  figure: bytesOf('barlow-condensed-600'),
}

const known = new Set((create(FACES.text) as Font).characterSet)
/** Stands for what the faces cannot draw, so that one sees that something stood there. */
const MISSING = '□'

/** Marks that only steer how others are drawn: joiners, directions, variants, skin tones. Without those they are nothing. */
const STEERING = /\p{Cf}|\p{Mn}|\p{Cc}|\p{Emoji_Modifier}/u

/**
 * A text as it can be drawn: composed letters (`é` as one), a box for each run of characters that the faces do not have (emoji,
 * Arabic, Chinese …), and nothing for characters that cannot be seen.
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

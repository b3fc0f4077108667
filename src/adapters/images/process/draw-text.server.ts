import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import type { BrandLook } from '#kernel/ports/pictures.ts'
import { atFirstCall } from '#platform/values/at-first-call.ts'

/** The fonts of the papers; a shop's machine may have none. */
const FONTS = join(import.meta.dirname, '../../../kernel/pdf/fonts')
/** The comma says that the whole is the family's name: without it Pango takes "Semibold" for a weight of another family. */
const CONDENSED = { file: join(FONTS, 'barlow-condensed-600.ttf'), family: 'Barlow Condensed SemiBold,' }
/** Has Latin, Greek and Cyrillic letters; the condensed one has ASCII. */
const WIDE = { file: join(FONTS, 'source-sans-3-semibold.ttf'), family: 'Source Sans 3 Semibold,' }

/** Letters that the fonts have. */
const knownLetters = atFirstCall(async () => {
  const { create } = await import('fontkit')
  const font = create(readFileSync(WIDE.file))
  return new Set('characterSet' in font ? font.characterSet : [])
})

/** A drawn part with its size. */
export type Drawn = { data: Buffer; width: number; height: number }

/** The text without what the fonts cannot draw, such as emoji, which would be boxes. */
async function drawable(text: string): Promise<string> {
  const known = await knownLetters()
  return [...text.normalize('NFC')]
    .filter(sign => sign === ' ' || known.has(sign.codePointAt(0)!))
    .join('')
    .replace(/ +/g, ' ')
    .trim()
}

const isAscii = (text: string) => /^[\x20-\x7e]*$/.test(text)
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

type TextLook = {
  ink: string
  width: number
  height: number
  /** The height of a line in pixels, less where the text needs it. */
  size?: number
  /** As large as the box. */
  isFilling?: boolean
}

/** Draws a text within a box; null where the fonts have none of it. */
export async function drawText(
  words: string,
  { ink, width, height, size, isFilling }: TextLook,
): Promise<Drawn | null> {
  const text = await drawable(words)
  if (!text) return null
  const { file, family } = isAscii(text) ? CONDENSED : WIDE
  const draw = async (box: { height: number } | { dpi: number }): Promise<Drawn> => {
    const { data, info } = await sharp({
      text: {
        text: `<span foreground="${ink}">${escaped(text)}</span>`,
        font: family,
        fontfile: file,
        rgba: true,
        width,
        ...box,
      },
    })
      .png()
      .toBuffer({ resolveWithObject: true })
    return { data, width: info.width, height: info.height }
  }
  if (isFilling) return within(await draw({ height }), width, height)
  // A dot is a 72nd of an inch; Pango's own size is 12 of them.
  const drawn = await draw({ dpi: Math.round((72 * size!) / 12) })
  return drawn.height <= height && drawn.width <= width ? drawn : within(await draw({ height }), width, height)
}

/** A letter may reach beyond the box that its text was fitted to. */
async function within(drawn: Drawn, width: number, height: number): Promise<Drawn> {
  if (drawn.width <= width && drawn.height <= height) return drawn
  const { data, info } = await sharp(drawn.data)
    .resize({ width, height, fit: 'inside' })
    .png()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** The first letters of the short name's first two words; where the fonts have none of them, the prefix of order numbers, which is ASCII. */
export async function initialsOf({
  shortName,
  orderPrefix,
}: Pick<BrandLook, 'shortName' | 'orderPrefix'>): Promise<string> {
  const letters = await Promise.all(
    shortName
      .split(/\s+/)
      .map(async word =>
        [...(await drawable(word))].find(sign => /[\p{L}\p{N}]/u.test(sign))?.toLocaleUpperCase('en-US'),
      ),
  )
  return letters.filter(Boolean).slice(0, 2).join('') || orderPrefix.slice(0, 2)
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Font } from 'fontkit'
import { LOGO_PATH } from '#kernel/logo-path.ts'
import { atFirstCall } from '#platform/values/at-first-call.ts'
import type { PaperBrand } from './paper-brand.server.ts'

/** A column of the page, in points from the left margin. */
export type Column = { x: number; width: number; align?: 'left' | 'right' }
type Look = {
  face?: keyof Faces
  size: number
  tone?: 'ink' | 'muted'
  /** Letter spacing in points. */
  spacing?: number
  /** Offset below the current line, in points. */
  dy?: number
}

/** US Letter, in points. */
const PAGE = { width: 612, height: 792, margin: 48 }
const TOP = 92
const BOTTOM = PAGE.height - 64
const RIGHT = PAGE.width - PAGE.margin
const TONES = { ink: '#1c1e1b', muted: '#5b5c52', line: '#c9c4b6' }

type About = { title: string; author: string; brand: PaperBrand; at: Date }

export type Sheet = Awaited<ReturnType<typeof openSheet>>

/**
 * Pages filled from top to bottom, each with the shop's logo or name, the title and its page number.
 * @param about title, author, brand and date of the file. The fixed date makes repeated files identical.
 */
export async function openSheet({ title, author, brand, at }: About) {
  const { PDFDocument, faces, known } = await drawing()
  const document = new PDFDocument({
    size: [PAGE.width, PAGE.height],
    // Margins are handled here, because pdfkit starts a new page wherever a text reaches a margin.
    margin: 0,
    bufferPages: true,
    lang: 'en-US',
    displayTitle: true,
    info: { Title: title, Author: author, Creator: author, CreationDate: at },
  })
  const chunks: Buffer[] = []
  const written = new Promise<Buffer>((resolve, reject) => {
    document.on('data', chunk => chunks.push(chunk))
    document.on('end', () => resolve(Buffer.concat(chunks)))
    document.on('error', reject)
  })
  for (const [name, face] of Object.entries(faces)) document.registerFont(name, withOwnGlyphs(face))
  let y = TOP

  const options = ({ width, align = 'left' }: Column, { spacing = 0 }: Look) => ({
    width,
    align,
    characterSpacing: spacing,
    lineGap: 1,
  })
  const drawable = (words: string) => drawableOf(known, words)
  const face = ({ face = 'text', size, tone = 'ink' }: Look) =>
    document.font(face).fontSize(size).fillColor(TONES[tone])
  const heightOf = (words: string, column: Column, look: Look) =>
    face(look).heightOfString(drawable(words), options(column, look))

  return {
    heightOf,
    /** Draws wrapped text in a column without moving the current line. @returns the height. */
    text(words: string, column: Column, look: Look): number {
      const height = heightOf(words, column, look)
      document.text(drawable(words), PAGE.margin + column.x, y + (look.dy ?? 0), options(column, look))
      return height
    },
    down(points: number) {
      y += points
    },
    /** Moves below the tallest of the columns. */
    row(heights: readonly number[]) {
      y += Math.max(...heights)
    },
    rule(kind: 'strong' | 'hairline', x = 0) {
      document.lineWidth(kind === 'strong' ? 1 : 0.5).strokeColor(kind === 'strong' ? TONES.ink : TONES.line)
      document
        .moveTo(PAGE.margin + x, y)
        .lineTo(RIGHT, y)
        .stroke()
    },
    /** Starts a new page, unless this one is empty. */
    beginPage() {
      if (y === TOP) return
      document.addPage()
      y = TOP
    },
    /** Starts a new page when the height does not fit on this one. @param again draws the repeated header of a page. */
    keepTogether(height: number, again?: () => void) {
      if (y + height <= BOTTOM) return
      document.addPage()
      y = TOP
      again?.()
    },
    close(): Promise<Buffer> {
      frame(document, { title, author, head: headOf(document, brand, known) })
      document.end()
      return written
    },
  }
}

/** Draws header and footer of each page. The page count is only known at the end. */
function frame(
  document: PDFKit.PDFDocument,
  { title, author, head }: { title: string; author: string; head: () => void },
) {
  const { start, count } = document.bufferedPageRange()
  for (let page = start; page < start + count; page++) {
    document.switchToPage(page)
    head()
    document.font('text').fontSize(8.5).fillColor(TONES.muted)
    const foot = { width: PAGE.width - 2 * PAGE.margin, lineBreak: false }
    document.text(author, PAGE.margin, PAGE.height - 44, foot)
    document.text(`${title} · page ${page - start + 1} of ${count}`, PAGE.margin, PAGE.height - 44, {
      ...foot,
      align: 'right',
    })
  }
}

/** Of a logo, in points. */
const LOGO = { width: 170, height: 30, y: 38 }
const MARK = 27

/** Draws the logo of a page, or mark and name. A picture is read once for all pages. */
function headOf(
  document: PDFKit.PDFDocument,
  { name, picture, hasShippedMark, accent }: PaperBrand,
  known: ReadonlySet<number>,
) {
  // pdfkit takes an opened picture, which its types do not say.
  const image =
    picture && (document as unknown as { openImage: (png: Buffer) => string }).openImage(Buffer.from(picture.png))
  const words = drawableOf(known, name.toUpperCase())
  const hasMark = hasShippedMark || image !== undefined
  return () => {
    if (image) {
      const box: [number, number] = picture.isLogo ? [LOGO.width, LOGO.height] : [MARK, MARK]
      document.image(image, PAGE.margin, LOGO.y, { fit: box })
      if (picture.isLogo) return
    } else if (hasShippedMark)
      document.save().translate(PAGE.margin, 40).scale(0.55).path(LOGO_PATH).fill(accent, 'even-odd').restore()
    // The condensed face has ASCII alone.
    const isAscii = /^[\x20-\x7e]*$/.test(words)
    document
      .font(isAscii ? 'figure' : 'strong')
      .fontSize(isAscii ? 17 : 14)
      .fillColor(TONES.ink)
    const x = PAGE.margin + (hasMark ? 34 : 0)
    document.text(words, x, 45, {
      characterSpacing: 1.2,
      lineBreak: false,
      width: RIGHT - x,
      height: 20,
      ellipsis: true,
    })
  }
}

type Faces = Record<'text' | 'strong' | 'figure', Font>

/**
 * The library and the shop's fonts for embedding, loaded with the first PDF and parsed once: the parse was three quarters of the work of a
 * receipt. The web fonts are reduced to English; these files hold every Latin letter, Greek and Cyrillic.
 */
const drawing = atFirstCall(async () => {
  const [{ default: PDFDocument }, { create }] = await Promise.all([import('pdfkit'), import('fontkit')])
  const fontOf = (name: string) => create(readFileSync(join(import.meta.dirname, 'fonts', `${name}.ttf`))) as Font
  const faces: Faces = {
    text: fontOf('source-sans-3-regular'),
    strong: fontOf('source-sans-3-semibold'),
    // For headings, labels and the total. These contain only our own words and numbers, never a name.
    figure: fontOf('barlow-condensed-600'),
  }
  return { PDFDocument, faces, known: new Set(faces.text.characterSet) }
})

/**
 * A font with the parsed tables of `font` and glyphs of its own. A glyph keeps the character that it was first used for, and `-` and `‐`
 * share one, so that a glyph of another document would change the text that a reader copies.
 */
const withOwnGlyphs = (font: Font): PDFKit.Mixins.PDFFontSource =>
  // pdfkit takes a parsed font, which its types do not say.
  Object.create(font, { _glyphs: { value: {} } })

/** Placeholder for characters missing from the fonts, so that the reader sees the gap. */
const MISSING = '□'

/** Characters that only modify others: joiners, directions, variants, skin tones. Alone they are invisible. */
const STEERING = /\p{Cf}|\p{Mn}|\p{Cc}|\p{Emoji_Modifier}/u

/**
 * Prepares a text for the fonts: composes letters (`é` as one), replaces each run of missing characters (emoji, Arabic, Chinese …) by one
 * box, and removes invisible characters.
 */
function drawableOf(known: ReadonlySet<number>, text: string): string {
  let drawn = ''
  for (const sign of text.normalize('NFC')) {
    if (/\s/.test(sign)) drawn += ' '
    else if (known.has(sign.codePointAt(0)!)) drawn += sign
    else if (!STEERING.test(sign) && !drawn.endsWith(MISSING)) drawn += MISSING
  }
  return drawn
}

import sharp, { type Sharp } from 'sharp'
import type { BrandDrawing, BrandLook, PictureInput, PictureResult } from '#kernel/ports/pictures.ts'
import { hasContrast } from './contrast.server.ts'
import { type Drawn, drawText, initialsOf } from './draw-text.server.ts'

/*
 * Pictures that a shop draws of its brand: icons, the picture of a shared link, the plate in place of a missing picture. Runs in the process of
 * pictures (picture-tasks.server.ts).
 */

/** The ground of pictures in both themes, and its quiet tone (`--plate` and the shipped plate). */
const PLATE = { ground: '#242722', ink: '#6b6f63' }
const GROUNDS = ['#ffffff', '#121311'] as const
const INK_ON: Record<string, string> = { '#ffffff': '#1b1d19', '#121311': '#ece6d8' }

/** Share of the square that a picture fills. Of a maskable icon the middle circle of 80% stays, and this square lies within it. */
const SHARES = { icon: 1, touch: 0.74, maskable: 0.56, badge: 0.86 } as const
/** Letters fill less, because they reach the edges of their box. */
const LETTERS = { icon: 0.62, touch: 0.56, maskable: 0.46, badge: 0.72 } as const

const canvas = (width: number, height: number, background = '#00000000') =>
  sharp({ create: { width, height, channels: 4, background } })

const png = (picture: Sharp) => picture.png({ compressionLevel: 9 }).toBuffer()

/** A stored picture within a box. */
async function fitted(bytes: Uint8Array, width: number, height: number): Promise<Drawn> {
  const { data, info } = await sharp(bytes)
    .resize({ width, height, fit: 'inside' })
    .png()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

const centred = ({ data, width, height }: Drawn, w: number, h: number) => ({
  input: data,
  left: Math.round((w - width) / 2),
  top: Math.round((h - height) / 2),
})

/** The first ground on which a picture is seen: the accent, white, or black. */
async function groundFor(bytes: Uint8Array, accent: string): Promise<string> {
  for (const ground of [accent, ...GROUNDS]) if (await hasContrast(bytes, ground)) return ground
  return GROUNDS[0]
}

type SquareKind = keyof typeof SHARES

/** A square with the mark, or with letters on the accent. An icon with a mark keeps the mark's transparent parts. */
async function square(kind: SquareKind, size: number, look: BrandLook): Promise<Buffer> {
  const { mark, fill, ink } = look
  if (kind === 'badge') return badge(size, look)
  if (!mark) {
    const edge = Math.round(size * LETTERS[kind])
    return png(canvas(size, size, fill).composite([centred(await initials(look, ink, edge), size, size)]))
  }
  const edge = Math.round(size * SHARES[kind])
  const ground = kind === 'icon' ? undefined : await groundFor(mark, fill)
  return png(canvas(size, size, ground).composite([centred(await fitted(mark, edge, edge), size, size)]))
}

/** Letters that the fonts have, in a square. */
const initials = async (look: BrandLook, ink: string, edge: number): Promise<Drawn> =>
  (await drawText(await initialsOf(look), { ink, width: edge, height: edge, isFilling: true }))!

/** White on nothing: Android draws the shape alone. A mark without transparent parts has no shape, so letters stand for it. */
async function badge(size: number, look: BrandLook): Promise<Buffer> {
  const { mark } = look
  const isShape = mark && !(await sharp(mark).stats()).isOpaque
  const edge = Math.round(size * (isShape ? SHARES : LETTERS).badge)
  const shape = isShape ? await fitted(mark, edge, edge) : await initials(look, '#ffffff', edge)
  const alpha = await canvas(size, size)
    .composite([centred(shape, size, size)])
    .png()
    .toBuffer()
  const { data, info } = await sharp(alpha).extractChannel('alpha').raw().toBuffer({ resolveWithObject: true })
  return png(
    sharp({ create: { width: size, height: size, channels: 3, background: '#fff' } }).joinChannel(data, {
      raw: { width: info.width, height: info.height, channels: 1 },
    }),
  )
}

const ICO_HEAD = 6
const ICO_ENTRY = 16

/** `favicon.ico`: PNG files in the container that browsers ask for at the root. */
async function favicon(sizes: readonly number[], look: BrandLook): Promise<Buffer> {
  const files = await Promise.all(sizes.map(size => square('icon', size, look)))
  const head = Buffer.alloc(ICO_HEAD + ICO_ENTRY * files.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(files.length, 4)
  let offset = head.length
  for (const [at, file] of files.entries()) {
    const entry = ICO_HEAD + ICO_ENTRY * at
    head.writeUInt8(sizes[at]!, entry)
    head.writeUInt8(sizes[at]!, entry + 1)
    // One plane of 32 bits.
    head.writeUInt16LE(1, entry + 4)
    head.writeUInt16LE(32, entry + 6)
    head.writeUInt32LE(file.length, entry + 8)
    head.writeUInt32LE(offset, entry + 12)
    offset += file.length
  }
  return Buffer.concat([head, ...files])
}

const MARGIN = 80
const GAP = 36

/** The picture of a shared link: logo or mark, name and tagline on the accent. */
async function preview(width: number, height: number, look: BrandLook): Promise<Buffer> {
  const { fill, name, tagline } = look
  const logo = look.ink === '#14130f' ? look.logoLight : look.logoDark
  const picture = logo ?? look.mark
  const ground = picture ? await groundFor(picture, fill) : fill
  const ink = INK_ON[ground] ?? look.ink
  const room = width - 2 * MARGIN
  const parts = [
    picture ? await fitted(picture, logo ? 640 : 190, 190) : null,
    await drawText(name, { ink, width: room, height: 200, size: 76 }),
    await drawText(tagline, { ink, width: room, height: 90, size: 38 }),
  ].filter(part => part !== null)
  // The fonts have none of the name's letters.
  if (parts.length === 0) parts.push(await initials(look, ink, 240))
  const whole = parts.reduce((sum, part) => sum + part.height, 0) + GAP * (parts.length - 1)
  let top = Math.max(0, Math.round((height - whole) / 2))
  const layers = parts.map(part => {
    const layer = { input: part.data, left: MARGIN, top }
    top += part.height + GAP
    return layer
  })
  return canvas(width, height, ground)
    .composite(layers)
    .flatten({ background: ground })
    .jpeg({ quality: 88 })
    .toBuffer()
}

/** The plate in place of a missing picture: the mark or its letters in a quiet tone. */
async function plate(width: number, height: number, look: BrandLook): Promise<Buffer> {
  const edge = Math.round(height * 0.34)
  const shape = look.mark
    ? await fitted(look.mark, edge, edge)
    : await initials(look, PLATE.ink, Math.round(edge * 0.8))
  return png(canvas(width, height, PLATE.ground).composite([centred(shape, width, height)]))
}

const TYPES: Partial<Record<BrandDrawing['kind'], string>> = { favicon: 'image/x-icon', preview: 'image/jpeg' }

function drawnBy(drawing: BrandDrawing, look: BrandLook): Promise<Buffer> {
  switch (drawing.kind) {
    case 'favicon':
      return favicon(drawing.sizes, look)
    case 'preview':
      return preview(drawing.width, drawing.height, look)
    case 'plate':
      return plate(drawing.width, drawing.height, look)
    default:
      return square(drawing.kind, drawing.size, look)
  }
}

/** Draws one picture of the brand. */
export async function drawBrand({ drawing, look }: PictureInput<'drawBrand'>): Promise<PictureResult<'drawBrand'>> {
  return { contentType: TYPES[drawing.kind] ?? 'image/png', body: await drawnBy(drawing, look) }
}

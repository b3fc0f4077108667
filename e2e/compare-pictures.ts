import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pixelmatch from 'pixelmatch'
import sharp from 'sharp'
import { PICTURES, type Picture } from './pictures.ts'

/** Where a changed screen's new picture and the differences are. Git ignores the folder. */
export const CHANGED = 'pictures-changed'
/** Pixels that may differ, besides anti-aliasing: another processor may round a gradient differently. A changed word has more. */
const ALLOWED_PIXELS = 40

/** A picture as docs/pictures keeps it. */
export const asStored = (png: Buffer): Promise<Buffer> => sharp(png).webp({ quality: 82 }).toBuffer()

/**
 * Compares a picture with the stored one. Both have passed the same compression, so equal screens give equal bytes.
 * @returns what differs and where to look; undefined for equal pictures.
 */
export async function differenceOf({ name, png }: Picture): Promise<string | undefined> {
  const file = join(PICTURES, `${name}.webp`)
  const found = await asStored(png)
  const stored = await readFile(file).catch(() => undefined)
  if (stored?.equals(found)) return undefined
  const said = stored ? await compare(name, stored, found) : `${file} does not exist`
  if (!said) return undefined
  await mkdir(CHANGED, { recursive: true })
  await writeFile(join(CHANGED, `${name}.webp`), found)
  return said
}

async function compare(name: string, stored: Buffer, found: Buffer): Promise<string | undefined> {
  const [before, after] = await Promise.all([pixelsOf(stored), pixelsOf(found)])
  const { width, height } = after.info
  if (before.info.height !== height || before.info.width !== width)
    return `${name} is ${width} × ${height} px and was ${before.info.width} × ${before.info.height}; see ${CHANGED}/${name}.webp`
  const shown = Buffer.alloc(after.data.length)
  const pixels = pixelmatch(before.data, after.data, shown, width, height)
  if (pixels <= ALLOWED_PIXELS) return undefined
  await mkdir(CHANGED, { recursive: true })
  const diff = join(CHANGED, `${name}-diff.png`)
  await sharp(shown, { raw: { width, height, channels: 4 } })
    .png()
    .toFile(diff)
  return `${name} differs in ${pixels} pixels, red in ${diff}`
}

const pixelsOf = (picture: Buffer) => sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })

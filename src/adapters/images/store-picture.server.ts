import { createHash } from 'node:crypto'
import sharp from 'sharp'
import type { Context } from '#adapters/context.ts'
import { type ErrorTable, refusals } from '#platform/errors.ts'

const PICTURE_ERRORS = {
  picture_unreadable: { status: 415, message: '{file} is not a picture we can read. Use JPEG, PNG, WebP or AVIF.' },
  picture_too_large: { status: 413, message: '{file} is larger than 5 MB.' },
  picture_too_many_pixels: { status: 422, message: '{file} has more than 40 megapixels.' },
} as const satisfies ErrorTable

const refuse = refusals(PICTURE_ERRORS)

/** customer-side.md section 9: a single upload is at most 5 MiB. */
const MAX_PICTURE_BYTES = 5 * 1024 * 1024
const MAX_PIXELS = 40_000_000
/** The widths that pages show; `Picture` of the kit offers the same. */
const WIDTHS = [1200, 640, 320]
const FORMATS = new Set(['jpeg', 'png', 'webp', 'heif'])

// Nobody's upload reaches the loaders of SVG, PDF, TIFF and the like: they are large, and were never asked for.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadHeif'],
})

export type PicturePrefix = 'products' | 'giveaways'

export type StoredPicture = {
  /** Storage key without width and ending; the API says it with `s3:` before it. */
  key: string
  width: number
  height: number
  /** The picture in 16 pixels, as a `data:` address. */
  placeholder: string
}

/**
 * Takes an uploaded picture: turned upright, freed of all metadata, written anew as AVIF and WebP in every width shown.
 * Its key is made from its content, so the same picture is stored once.
 * @param file its bytes, and the name it had, for the refusal.
 * @throws picture_too_large, picture_unreadable, picture_too_many_pixels
 */
export async function storePicture(
  ctx: Context,
  prefix: PicturePrefix,
  file: { name: string; bytes: Uint8Array },
): Promise<StoredPicture> {
  if (file.bytes.length > MAX_PICTURE_BYTES) throw refuse('picture_too_large', { file: file.name })
  const key = `${prefix}/${createHash('sha256').update(file.bytes).digest('base64url').slice(0, 24)}`
  const known = await ctx.db.selectFrom('picture').selectAll().where('key', '=', key).executeTakeFirst()
  if (known) return { key, width: known.width, height: known.height, placeholder: known.placeholder }

  const { data, info } = await decode(file)
  const upright = () => sharp(data, { raw: info })
  for (const width of WIDTHS) {
    const sized = upright().resize({ width, withoutEnlargement: true })
    const [avif, webp] = [
      await sized.clone().avif({ quality: 55, effort: 3 }).toBuffer(),
      await sized.webp({ quality: 78 }).toBuffer(),
    ]
    await ctx.storage.put(`${key}-${width}.avif`, avif, 'image/avif')
    await ctx.storage.put(`${key}-${width}.webp`, webp, 'image/webp')
  }
  const tiny = await upright().resize({ width: 16 }).webp({ quality: 30 }).toBuffer()
  const placeholder = `data:image/webp;base64,${tiny.toString('base64')}`
  const picture = { key, width: info.width, height: info.height, placeholder }
  await ctx.db
    .insertInto('picture')
    .values(picture)
    .onConflict(conflict => conflict.doNothing())
    .execute()
  return picture
}

/** The pixels, upright and no larger than the largest width, after the header alone has shown that they are worth decoding. */
async function decode({ name, bytes }: { name: string; bytes: Uint8Array }) {
  const unreadable = () => refuse('picture_unreadable', { file: name })
  const header = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined)
  if (!header || !FORMATS.has(header.format)) throw unreadable()
  if (header.width * header.height > MAX_PIXELS) throw refuse('picture_too_many_pixels', { file: name })
  return sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .autoOrient()
    .resize({ width: WIDTHS[0]!, height: WIDTHS[0]! * 2, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      throw unreadable()
    })
}

import { createHash } from 'node:crypto'
import sharp from 'sharp'
import type { Context } from '#kernel/context.ts'
import { runCostly } from '#kernel/costly/run-costly.server.ts'
import { MAX_PICTURE_BYTES, PICTURE_TOO_LARGE } from '#kernel/picture-limits.ts'
import { PICTURE_BOUNDS } from '#platform/costly/picture-bounds.ts'
import { contentTooLarge, type ErrorTable, refusals, unprocessable, unsupportedMediaType } from '#platform/errors.ts'
import { boundBroken } from './picture-bounds.server.ts'
import {
  keepPicture,
  type PicturePrefix,
  type Pixels,
  SOURCE_EDGE,
  type StoredPicture,
} from './picture-files.server.ts'

export const PICTURE_ERRORS = {
  picture_unreadable: unsupportedMediaType('{file} is not a picture we can read. Use JPEG, PNG, WebP or AVIF.'),
  picture_animated: unsupportedMediaType('{file} is animated. Use a still picture.'),
  picture_too_large: contentTooLarge(PICTURE_TOO_LARGE),
  picture_too_many_pixels: unprocessable('{file} has more than {most} megapixels.'),
  picture_too_heavy: unprocessable('{file} is too large to open. Save it as an ordinary JPEG, then try again.'),
} as const satisfies ErrorTable

const refuse = refusals(PICTURE_ERRORS)

const FORMATS = new Set(['jpeg', 'png', 'webp', 'heif'])

// One thread for each picture and no cache, so that a picture takes one processor of the shop.
sharp.concurrency(1)
sharp.cache(false)

// Blocks the loaders of SVG, PDF, TIFF and others, because uploads do not need them and their attack surface is large.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadHeif'],
})

/**
 * Re-encodes an upload: rotates by EXIF, strips metadata, writes AVIF and WebP in each display width.
 * Only the pixels survive, so a file that is also an archive or a page with scripts loses that content.
 * The key is derived from the content, so equal pictures are stored once.
 * @param file the bytes, and the file name for the refusal.
 * @throws picture_too_large, picture_unreadable, picture_animated, picture_too_many_pixels, picture_too_heavy, overloaded
 */
export async function storePicture(
  ctx: Context,
  prefix: PicturePrefix,
  file: { name: string; bytes: Uint8Array },
): Promise<StoredPicture> {
  requireSmall(file)
  const key = `${prefix}/${createHash('sha256').update(file.bytes).digest('base64url').slice(0, 24)}`
  return keepPicture(ctx, key, () => decode(file))
}

const SCAN_EDGE = 1600

/**
 * Re-encodes a private upload as one WebP, upright and without metadata. The caller stores it outside of the public folders.
 * @throws picture_too_large, picture_unreadable, picture_animated, picture_too_many_pixels, picture_too_heavy, overloaded
 */
export async function encodeScan(ctx: Context, file: { name: string; bytes: Uint8Array }): Promise<Buffer> {
  requireSmall(file)
  return runCostly(ctx, 'pictures', async () => {
    const { data, info } = await decode(file)
    return sharp(data, { raw: info })
      .resize({ width: SCAN_EDGE, height: SCAN_EDGE, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 70 })
      .toBuffer()
  })
}

function requireSmall({ name, bytes }: { name: string; bytes: Uint8Array }): void {
  if (bytes.length > MAX_PICTURE_BYTES) throw refuse('picture_too_large', { file: name })
}

/** Decodes upright pixels, scaled to the maximum size. Checks the header first, before the costly decoding. */
async function decode({ name, bytes }: { name: string; bytes: Uint8Array }): Promise<Pixels> {
  const unreadable = () => refuse('picture_unreadable', { file: name })
  // sharp throws synchronously for an empty buffer instead of rejecting.
  if (bytes.length === 0) throw unreadable()
  const header = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined)
  if (!header || !FORMATS.has(header.format)) throw unreadable()
  if ((header.pages ?? 1) > 1) throw refuse('picture_animated', { file: name })
  const broken = boundBroken(header)
  const most = (header.format === 'jpeg' ? PICTURE_BOUNDS.jpegPixels : PICTURE_BOUNDS.pixels) / 1e6
  if (broken) throw refuse(broken, { file: name, most })
  return sharp(bytes, { limitInputPixels: PICTURE_BOUNDS.jpegPixels, failOn: 'error' })
    .autoOrient()
    .resize({ width: SOURCE_EDGE, height: SOURCE_EDGE, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      throw unreadable()
    })
}

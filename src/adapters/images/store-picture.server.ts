import type { Context } from '#kernel/context.ts'
import { runCostly } from '#kernel/costly/run-costly.server.ts'
import { MAX_PICTURE_BYTES, PICTURE_TOO_LARGE } from '#kernel/picture-limits.ts'
import type { RefusedFile } from '#kernel/ports/pictures.ts'
import { contentTooLarge, type ErrorTable, refusals, unprocessable, unsupportedMediaType } from '#platform/errors.ts'
import { keepPicture, type PicturePrefix, type StoredPicture } from './picture-files.server.ts'
import type { ReceivedFile } from './received-files.server.ts'

export const PICTURE_ERRORS = {
  picture_unreadable: unsupportedMediaType('{file} is not a picture we can read. Use JPEG, PNG, WebP or AVIF.'),
  picture_animated: unsupportedMediaType('{file} is animated. Use a still picture.'),
  picture_too_large: contentTooLarge(PICTURE_TOO_LARGE),
  picture_too_many_pixels: unprocessable('{file} has more than {most} megapixels.'),
  picture_too_heavy: unprocessable('{file} is too large to open. Save it as an ordinary JPEG, then try again.'),
} as const satisfies ErrorTable

const refuse = refusals(PICTURE_ERRORS)

/**
 * Re-encodes an upload: rotates by EXIF, strips metadata, writes AVIF and WebP in each display width.
 * Only the pixels survive, so a file that is also an archive or a page with scripts loses that content.
 * The key is derived from the content, so equal pictures are stored once.
 * @throws picture_too_large, picture_unreadable, picture_animated, picture_too_many_pixels, picture_too_heavy, overloaded
 */
export async function storePicture(ctx: Context, prefix: PicturePrefix, file: ReceivedFile): Promise<StoredPicture> {
  requireSmall(file)
  const key = `${prefix}/${file.hash.slice(0, 24)}`
  return keepPicture(ctx, key, async () => taken(file, await ctx.pictures.runTask('encodeUpload', { path: file.path })))
}

/**
 * Re-encodes a private upload as one WebP, upright and without metadata. The caller stores it outside of the public folders.
 * @throws picture_too_large, picture_unreadable, picture_animated, picture_too_many_pixels, picture_too_heavy, overloaded
 */
export async function encodeScan(ctx: Context, file: ReceivedFile): Promise<Uint8Array> {
  requireSmall(file)
  const { body } = await runCostly(ctx, 'pictures', async () =>
    taken(file, await ctx.pictures.runTask('encodeScan', { path: file.path })),
  )
  return body
}

export function requireSmall({ name, bytes }: ReceivedFile): void {
  if (bytes > MAX_PICTURE_BYTES) throw refuse('picture_too_large', { file: name })
}

/** The result for a file that was taken. @throws the refusal of one that was not. */
function taken<Result extends object>({ name }: ReceivedFile, result: Result | RefusedFile): Result {
  if ('fault' in result) throw refuse(result.fault, { file: name, most: result.most })
  return result as Result
}

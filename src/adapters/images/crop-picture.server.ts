import { createHash } from 'node:crypto'
import { z } from '#kernel/api/api.server.ts'
import { strictModel } from '#kernel/api/openapi/model.ts'
import type { Context } from '#kernel/context.ts'
import { runCostly } from '#kernel/costly/run-costly.server.ts'
import type { PicturePart } from '#kernel/ports/pictures.ts'
import { ifMissing } from '#kernel/values/inputs/field-sentences.ts'
import { refuse } from '#platform/errors.ts'
import { keepPicture, largestOf, type PicturePrefix, type StoredPicture, sourceOf } from './picture-files.server.ts'

const NOT_OURS = 'An image must be a reference that an upload answered'
const share = z.number().min(0).max(1)

/** The body of a crop: the picture and the part, in shares of width and height from the upper left corner. */
export const CropInput = strictModel('PictureCrop', {
  image: z
    .string(ifMissing('Choose an image'))
    .max(300, { abort: true })
    .regex(/^s3:(products|giveaways)\/[\w/-]+$/, NOT_OURS),
  crop: z.strictObject({ x: share, y: share, width: share, height: share }),
})
export type CropInput = z.infer<typeof CropInput>

/** A smaller crop would be blurred on every page. */
const MIN_EDGE = 64

/**
 * Cuts a part out of a stored picture and stores the part as a new picture. The original stays unchanged, so cancelling loses nothing.
 * @throws invalid_input when there is no such picture, or the part is too small to be shown.
 */
export async function cropPicture(ctx: Context, prefix: PicturePrefix, input: CropInput): Promise<StoredPicture> {
  const whole = input.image.slice('s3:'.length)
  const file = (await ctx.storage.get(sourceOf(whole))) ?? (await ctx.storage.get(largestOf(whole)))
  if (!file) throw refuse('invalid_input', {}, { image: [NOT_OURS] })
  const bytes = file.body
  const { width, height } = await runCostly(ctx, 'pictures', () => ctx.pictures.runTask('sizeOf', { bytes }))
  const part = partOf(input.crop, width, height)
  if (Math.min(part.width, part.height) < MIN_EDGE)
    throw refuse(
      'invalid_input',
      {},
      { crop: [`This part is too small to be shown. Choose at least ${MIN_EDGE} pixels.`] },
    )
  const name = `${whole} ${part.left} ${part.top} ${part.width} ${part.height}`
  const key = `${prefix}/${createHash('sha256').update(name).digest('base64url').slice(0, 24)}`
  return keepPicture(ctx, key, () => ctx.pictures.runTask('encodePart', { bytes, part }))
}

/** Converts a crop to whole pixels, clamped to the picture. */
function partOf({ x, y, width, height }: CropInput['crop'], ofWidth: number, ofHeight: number): PicturePart {
  const left = Math.min(Math.round(x * ofWidth), ofWidth - 1)
  const top = Math.min(Math.round(y * ofHeight), ofHeight - 1)
  return {
    left,
    top,
    width: Math.max(1, Math.min(Math.round(width * ofWidth), ofWidth - left)),
    height: Math.max(1, Math.min(Math.round(height * ofHeight), ofHeight - top)),
  }
}

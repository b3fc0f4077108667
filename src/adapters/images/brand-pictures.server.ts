import type { ApiContext } from '#kernel/api/api.server.ts'
import { BRAND_FOLDER, brandAddressOf, brandKeyOf } from '#kernel/brand/brand-picture.ts'
import type { Context, TransactionContext } from '#kernel/context.ts'
import { runCostly } from '#kernel/costly/run-costly.server.ts'
import { type ErrorTable, refusals, unprocessable, unsupportedMediaType } from '#platform/errors.ts'
import { storeFiles } from './picture-files.server.ts'
import type { ReceivedFile } from './received-files.server.ts'
import { PICTURE_ERRORS, requireSmall } from './store-picture.server.ts'
import { takePictures } from './take-pictures.server.ts'
import { storeEach, uploadBodyOf } from './uploads.server.ts'

export const BRAND_PICTURE_ERRORS = {
  ...PICTURE_ERRORS,
  picture_kind: unsupportedMediaType('{file} is not a PNG or WebP picture. Export an SVG or another file as PNG.'),
  picture_too_small: unprocessable('{file} has a side of less than {most} pixels. Use a larger picture.'),
} as const satisfies ErrorTable

const refuse = refusals(BRAND_PICTURE_ERRORS)

export const brandUploadBody = uploadBodyOf('One logo or mark of at most 5 MiB: PNG or WebP')

/**
 * Stores a logo or mark: only its pixels survive. A change of the settings takes it by its address; one that none takes is removed after a
 * day (remove-unused.server.ts).
 * @throws picture_kind, picture_too_small, and the refusals of any picture
 */
export const storeBrandPicture = (ctx: Context, c: ApiContext) =>
  storeEach(c, 1, async file => {
    const { key, ...shown } = await keepBrandPicture(ctx, file)
    return { image: brandAddressOf(key), src: brandAddressOf(key), ...shown }
  })

async function keepBrandPicture(ctx: Context, file: ReceivedFile) {
  requireSmall(file)
  return runCostly(ctx, 'pictures', async () => {
    const made = await ctx.pictures.runTask('encodeBrand', { path: file.path })
    if ('fault' in made) throw refuse(made.fault, { file: file.name, most: made.most })
    return storeFiles(ctx, `${BRAND_FOLDER}/${file.hash.slice(0, 24)}-${made.width}x${made.height}`, made)
  })
}

/**
 * Marks uploaded pictures as used, so that they stay: e-mails that were sent show them for years.
 * @returns the addresses that no upload has answered, or whose upload was removed.
 */
export async function takeBrandPictures(tx: TransactionContext, addresses: readonly string[]): Promise<string[]> {
  const uploaded = addresses.filter(address => brandKeyOf(address) !== undefined)
  const missing = await takePictures(
    tx,
    uploaded.map(address => brandKeyOf(address)!),
  )
  return uploaded.filter(address => missing.includes(brandKeyOf(address)!))
}

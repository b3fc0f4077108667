import { type ApiContext, z } from '#kernel/api/api.server.ts'
import { model } from '#kernel/api/openapi/model.ts'
import type { Context, DataContext } from '#kernel/context.ts'
import { Refusal } from '#platform/errors.ts'
import { type CropInput, cropPicture } from './crop-picture.server.ts'
import type { PicturePrefix, StoredPicture } from './picture-files.server.ts'
import { type ReceivedFile, withReceivedFiles } from './received-files.server.ts'
import { storePicture } from './store-picture.server.ts'

const MAX_FILES = 12

/** Response of an upload for each file: the reference for a product or giveaway, and a URL to show at once. */
export const UploadedPictures = model('UploadedPictures', {
  images: z.array(
    z.object({
      image: z.string(),
      src: z.string(),
      width: z.int(),
      height: z.int(),
      placeholder: z.string(),
    }),
  ),
})

type UploadedPicture = z.infer<typeof UploadedPictures>['images'][number]

/** The folder of a user's photos. Its name is a keyed hash, because the address of a photo is public. */
export const photoFolder = <Kind extends 'reviews' | 'winners'>(
  ctx: DataContext,
  kind: Kind,
  userId: string,
): `${Kind}/${string}` => {
  const hash = ctx.keyedHash(`${kind.slice(0, -1)} photos ${userId}`)
  return `${kind}/${hash.replace(/[^A-Za-z0-9]/g, '').slice(0, 24)}`
}

/** The OpenAPI body of an upload. The files are validated by content, not by a schema. */
export const uploadBodyOf = (description: string) => ({
  body: {
    required: true,
    description,
    content: {
      'multipart/form-data': {
        schema: {
          type: 'object' as const,
          required: ['files'],
          properties: { files: { type: 'array' as const, items: { type: 'string' as const, format: 'binary' } } },
        },
      },
    },
  },
})
export const uploadBody = uploadBodyOf('One to 12 pictures of at most 5 MiB each: JPEG, PNG, WebP or AVIF')

/**
 * Stores the pictures of a multipart request. Pictures before a refused one stay stored; a second upload of them is harmless.
 * @throws the refusal of the first invalid picture, with its position (`files.0`) in `errors`.
 */
export const storeUploads = (ctx: Context, c: ApiContext, prefix: PicturePrefix, maxFiles = MAX_FILES) =>
  storeEach(c, maxFiles, async file => shown(ctx, await storePicture(ctx, prefix, file)))

/** @param store of one file. @throws as `storeUploads` */
export async function storeEach(
  c: ApiContext,
  maxFiles: number,
  store: (file: ReceivedFile) => Promise<UploadedPicture>,
): Promise<{ images: UploadedPicture[] }> {
  return withReceivedFiles(c, maxFiles, async files => {
    const images: UploadedPicture[] = []
    for (const [at, file] of files.entries()) {
      const picture = await store(file).catch(error => {
        if (!(error instanceof Refusal)) throw error
        throw new Refusal(error.code, error.status, error.message, error.details, { [`files.${at}`]: [error.message] })
      })
      images.push(picture)
    }
    return { images }
  })
}

/** Crops a stored picture and returns the response of an upload. @throws invalid_input */
export const storeCrop = async (ctx: Context, prefix: PicturePrefix, input: CropInput) => ({
  images: [shown(ctx, await cropPicture(ctx, prefix, input))],
})

const shown = ({ storage }: Context, { key, ...size }: StoredPicture) => ({
  image: `s3:${key}`,
  src: storage.publicUrl(key),
  ...size,
})

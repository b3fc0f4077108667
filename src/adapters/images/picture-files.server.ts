import { BRAND_FOLDER } from '#kernel/brand/brand-picture.ts'
import type { Context } from '#kernel/context.ts'
import { runCostly } from '#kernel/costly/run-costly.server.ts'
import type { EncodedPicture } from '#kernel/ports/pictures.ts'
import { WIDTHS } from './picture-sizes.ts'

const LARGEST = WIDTHS[0]
const FORMATS = ['avif', 'webp'] as const

/** Pictures of reviews and of winners have a folder for each user. */
export type PicturePrefix = 'products' | 'giveaways' | 'home' | `reviews/${string}` | `winners/${string}`

export type StoredPicture = {
  /** Storage key without width and extension. The API prefixes the key with `s3:`. */
  key: string
  width: number
  height: number
  /** A blurred preview as a `data:` URL. */
  placeholder: string
}

/** Key of the source picture for crops. Older pictures have no source file and are cropped from their largest width. */
export const sourceOf = (key: string) => `${key}-source.webp`
export const largestOf = (key: string) => `${key}-${LARGEST}.webp`
const lastOf = (key: string) => `${key}-${WIDTHS.at(-1)}.webp`

/** All storage keys of a picture. */
export const filesOf = (key: string) =>
  key.startsWith(`${BRAND_FOLDER}/`)
    ? [`${key}.webp`, `${key}-paper.png`, `${key}.png`]
    : [sourceOf(key), ...WIDTHS.flatMap(width => FORMATS.map(format => `${key}-${width}.${format}`))]

/**
 * Stores a picture under its key unless all files exist. The row is written before the files, so no file lacks a row.
 * An upload that a crash interrupted is completed when the picture is uploaded again.
 * @param encode makes the files in the process of pictures; called only when they must be written.
 */
export async function keepPicture(
  ctx: Context,
  key: string,
  encode: () => Promise<EncodedPicture>,
): Promise<StoredPicture> {
  // Renews the timestamp so that remove-unused.server.ts does not remove the picture before use.
  const known = await ctx.db
    .updateTable('picture')
    .set({ created_at: ctx.now() })
    .where('key', '=', key)
    .returning(['width', 'height', 'placeholder'])
    .executeTakeFirst()
  if (known && (await ctx.storage.get(lastOf(key)))) return { key, ...known }

  return runCostly(ctx, 'pictures', async () => storeFiles(ctx, key, await encode()))
}

/** Writes the row of a picture, then its files. */
export async function storeFiles(
  ctx: Context,
  key: string,
  { files, ...shown }: EncodedPicture,
): Promise<StoredPicture> {
  const picture = { key, ...shown }
  await ctx.db
    .insertInto('picture')
    .values({ ...picture, created_at: ctx.now() })
    .onConflict(conflict => conflict.column('key').doUpdateSet({ created_at: ctx.now() }))
    .execute()
  for (const { ending, body, contentType } of files) await ctx.storage.put(`${key}${ending}`, body, contentType)
  return picture
}

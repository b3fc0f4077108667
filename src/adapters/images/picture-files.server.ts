import sharp, { type OutputInfo } from 'sharp'
import type { Context } from '#kernel/context.ts'
import { runCostly } from '#kernel/costly/run-costly.server.ts'
import { placeholderOf } from './placeholder.server.ts'

/** The display widths; `Picture` of the kit offers equal widths. The smallest is written last, so its existence proves that all exist. */
const WIDTHS = [1200, 640, 320]
const LARGEST = WIDTHS[0]!
const FORMATS = ['avif', 'webp'] as const
/** Longest side, in pixels, of the source picture for crops. */
export const SOURCE_EDGE = 2400

/** Pictures of reviews and of winners have a folder for each user. */
export type PicturePrefix = 'products' | 'giveaways' | `reviews/${string}` | `winners/${string}`

export type StoredPicture = {
  /** Storage key without width and extension. The API prefixes the key with `s3:`. */
  key: string
  width: number
  height: number
  /** A blurred preview as a `data:` URL. */
  placeholder: string
}

export type Pixels = { data: Buffer; info: OutputInfo }

/** Key of the source picture for crops. Older pictures have no source file and are cropped from their largest width. */
export const sourceOf = (key: string) => `${key}-source.webp`
export const largestOf = (key: string) => `${key}-${LARGEST}.webp`
const lastOf = (key: string) => `${key}-${WIDTHS.at(-1)}.webp`

/** All storage keys of a picture. */
export const filesOf = (key: string) => [
  sourceOf(key),
  ...WIDTHS.flatMap(width => FORMATS.map(format => `${key}-${width}.${format}`)),
]

/**
 * Stores a picture under its key unless all files exist. The row is written before the files, so no file lacks a row.
 * An upload that a crash interrupted is completed when the picture is uploaded again.
 * @param decode returns the upright pixels; called only when the files must be written.
 */
export async function keepPicture(ctx: Context, key: string, decode: () => Promise<Pixels>): Promise<StoredPicture> {
  // Renews the timestamp so that remove-unused.server.ts does not remove the picture before use.
  const known = await ctx.db
    .updateTable('picture')
    .set({ created_at: ctx.now() })
    .where('key', '=', key)
    .returning(['width', 'height', 'placeholder'])
    .executeTakeFirst()
  if (known && (await ctx.storage.get(lastOf(key)))) return { key, ...known }

  return runCostly(ctx, 'pictures', async () => {
    const pixels = await decode()
    const picture = { key, ...shownSize(pixels.info), placeholder: await placeholderOf(upright(pixels)) }
    await ctx.db
      .insertInto('picture')
      .values({ ...picture, created_at: ctx.now() })
      .onConflict(conflict => conflict.column('key').doUpdateSet({ created_at: ctx.now() }))
      .execute()
    await writeFiles(ctx, key, pixels)
    return picture
  })
}

const upright = ({ data, info }: Pixels) => sharp(data, { raw: info })

async function writeFiles({ storage }: Context, key: string, pixels: Pixels) {
  await storage.put(sourceOf(key), await upright(pixels).webp({ quality: 90 }).toBuffer(), 'image/webp')
  for (const width of WIDTHS) {
    const sized = upright(pixels).resize({ width, withoutEnlargement: true })
    const avif = await sized.clone().avif({ quality: 55, effort: 3 }).toBuffer()
    await storage.put(`${key}-${width}.avif`, avif, 'image/avif')
    await storage.put(`${key}-${width}.webp`, await sized.webp({ quality: 78 }).toBuffer(), 'image/webp')
  }
}

/** The dimensions of the largest display width. */
function shownSize({ width, height }: OutputInfo) {
  const scale = Math.min(1, LARGEST / width)
  return { width: Math.round(width * scale), height: Math.max(1, Math.round(height * scale)) }
}

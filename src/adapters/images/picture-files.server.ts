import sharp, { type OutputInfo } from 'sharp'
import type { Context } from '#adapters/context.ts'

/** The widths that pages show; `Picture` of the kit offers the same. The smallest is written last: where it is, all are. */
const WIDTHS = [1200, 640, 320]
const LARGEST = WIDTHS[0]!
const FORMATS = ['avif', 'webp'] as const
/** Of the picture that parts are cut out of, the longer side at most. */
export const SOURCE_EDGE = 2400

export type PicturePrefix = 'products' | 'giveaways'

export type StoredPicture = {
  /** Storage key without width and ending; the API says it with `s3:` before it. */
  key: string
  width: number
  height: number
  /** The picture in 16 pixels, as a `data:` address. */
  placeholder: string
}

export type Pixels = { data: Buffer; info: OutputInfo }

/** Where the picture lies that parts are cut out of. Pictures of old have none, and are cut from their largest. */
export const sourceOf = (key: string) => `${key}-source.webp`
export const largestOf = (key: string) => `${key}-${LARGEST}.webp`
const lastOf = (key: string) => `${key}-${WIDTHS.at(-1)}.webp`

/** Every file of a picture. */
export const filesOf = (key: string) => [
  sourceOf(key),
  ...WIDTHS.flatMap(width => FORMATS.map(format => `${key}-${width}.${format}`)),
]

/**
 * Keeps a picture under its key, unless it is kept already. The row comes before the files, so no file is ever without one, and
 * what a crash left behind is found again; whoever uploads it anew writes what is missing.
 * @param decode its pixels, upright; asked only when they are needed.
 */
export async function keepPicture(ctx: Context, key: string, decode: () => Promise<Pixels>): Promise<StoredPicture> {
  // Counts as a new upload, so that the picture is not removed (remove-unused.server.ts) before it can be used.
  const known = await ctx.db
    .updateTable('picture')
    .set({ created_at: ctx.now() })
    .where('key', '=', key)
    .returning(['width', 'height', 'placeholder'])
    .executeTakeFirst()
  if (known && (await ctx.storage.get(lastOf(key)))) return { key, ...known }

  const pixels = await decode()
  const picture = { key, ...shownSize(pixels.info), placeholder: await placeholderOf(pixels) }
  await ctx.db
    .insertInto('picture')
    .values({ ...picture, created_at: ctx.now() })
    .onConflict(conflict => conflict.column('key').doUpdateSet({ created_at: ctx.now() }))
    .execute()
  await writeFiles(ctx, key, pixels)
  return picture
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

async function placeholderOf(pixels: Pixels): Promise<string> {
  const tiny = await upright(pixels).resize({ width: 16, height: 256, fit: 'inside' }).webp({ quality: 30 }).toBuffer()
  return `data:image/webp;base64,${tiny.toString('base64')}`
}

/** The size of the largest that is shown. */
function shownSize({ width, height }: OutputInfo) {
  const scale = Math.min(1, LARGEST / width)
  return { width: Math.round(width * scale), height: Math.max(1, Math.round(height * scale)) }
}

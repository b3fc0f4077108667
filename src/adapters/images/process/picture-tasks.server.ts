import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import sharp, { type OutputInfo, type Sharp, type WebpOptions } from 'sharp'
import type {
  BrandFault,
  EncodedFile,
  EncodedPicture,
  PictureInput,
  PictureResult,
  PictureTask,
  PictureTasks,
  RefusedFile,
} from '#kernel/ports/pictures.ts'
import { PICTURE_BOUNDS } from '#platform/costly/picture-bounds.ts'
import { BRAND, SCAN_EDGE, SOURCE_EDGE, WIDTHS } from '../picture-sizes.ts'
import { boundBroken } from './picture-bounds.server.ts'
import { placeholderOf } from './placeholder.server.ts'

/*
 * The process of pictures (picture-process.server.ts): libvips reads a stranger's bytes here, without a key, an address of the database or
 * anything else of the shop. It imports only what it needs, because each picture after a pause waits for its start.
 */

type Pixels = { data: Buffer; info: OutputInfo }

/** With the default effort it takes 5 MB more and twice the time, and is as long. */
const SOURCE = { quality: 90, effort: 2 } as const
/**
 * One sample of colour for four pixels, as WebP has. Effort 3 and all samples take 20 MB more and twice the time for 0.8 dB; the files are as
 * long.
 */
const AVIF = { quality: 55, effort: 2, chromaSubsampling: '4:2:0' } as const

const FORMATS = new Set(['jpeg', 'png', 'webp', 'heif'])

// One thread for each picture and no cache, so that a picture takes one processor of the shop and leaves no memory.
sharp.concurrency(1)
sharp.cache(false)

// Blocks the loaders of SVG, PDF, TIFF and others, because uploads do not need them and their attack surface is large.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadHeif'],
})

/** The megapixels that a file may have by its kind. */
const mostOf = (format: string | undefined) =>
  (format === 'jpeg' ? PICTURE_BOUNDS.jpegPixels : PICTURE_BOUNDS.pixels) / 1e6

/** Begins to read a file: each call decodes it again, which needs less memory than its pixels at full size held between two encoders. */
type Open = () => Sharp

/** Checks the header of an upload, before the costly decoding. */
async function openChecked({ path }: PictureInput<'encodeUpload'>, formats = FORMATS): Promise<Open | RefusedFile> {
  const refused = (fault: RefusedFile['fault'], format?: string): RefusedFile => ({ fault, most: mostOf(format) })
  const header = await sharp(path, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined)
  if (!header || !formats.has(header.format)) return refused('picture_unreadable')
  if ((header.pages ?? 1) > 1) return refused('picture_animated')
  const broken = boundBroken(header)
  if (broken) return refused(broken, header.format)
  return () =>
    sharp(path, { limitInputPixels: PICTURE_BOUNDS.jpegPixels, failOn: 'error' }).autoOrient().toColourspace('srgb')
}

/** At most `edge` long, as WebP. */
const asWebp = (open: Open, edge: number, options: WebpOptions): Promise<Pixels> =>
  open()
    .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
    .webp(options)
    .toBuffer({ resolveWithObject: true })
    .finally(collect)

/** The refusal of a file whose pixels cannot be decoded, though its header could. */
const unreadable = (): RefusedFile => ({ fault: 'picture_unreadable', most: mostOf(undefined) })

/** The source for crops, and each display width in each format. */
async function encode(open: Open, source: Pixels): Promise<EncodedPicture> {
  const files: EncodedFile[] = []
  const add = (ending: string, format: 'avif' | 'webp', body: Buffer) =>
    files.push({ ending: `-${ending}.${format}`, contentType: `image/${format}`, body })
  add('source', 'webp', source.data)
  const size = shownSize(source.info)
  const { data, info } = await open()
    .resize({ ...size, fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  collect()
  const upright = () => sharp(data, { raw: info })
  for (const width of WIDTHS) {
    const sized = upright().resize({ width, withoutEnlargement: true })
    add(`${width}`, 'avif', await sized.clone().avif(AVIF).toBuffer())
    collect()
    add(`${width}`, 'webp', await sized.webp({ quality: 78 }).toBuffer())
    collect()
  }
  return { ...size, placeholder: await placeholderOf(upright()), files }
}

/** Pixels are outside of the heap, so that they alone would start no collection. */
const collect = () => globalThis.gc?.()

/** The dimensions of the largest display width. */
function shownSize({ width, height }: OutputInfo) {
  const scale = Math.min(1, WIDTHS[0] / width)
  return { width: Math.round(width * scale), height: Math.max(1, Math.round(height * scale)) }
}

/** Formats with transparency that every shop's designer can export. */
const BRAND_FORMATS = new Set(['png', 'webp'])

/** A picture of the brand at most `BRAND.edge` long, as PNG; a small WebP of it; and the PNG on white, which a PDF takes as it is. */
async function encodeBrand(upload: PictureInput<'encodeBrand'>): Promise<EncodedPicture | RefusedFile<BrandFault>> {
  const open = await openChecked(upload, BRAND_FORMATS)
  if ('fault' in open) return open.fault === 'picture_unreadable' ? { ...open, fault: 'picture_kind' } : open
  const whole = await open()
    .resize({ width: BRAND.edge, height: BRAND.edge, fit: 'inside', withoutEnlargement: true })
    .png({ compressionLevel: 9 })
    .toBuffer({ resolveWithObject: true })
    .catch(unreadable)
  if ('fault' in whole) return whole
  const { width, height } = whole.info
  if (Math.min(width, height) < BRAND.least) return { fault: 'picture_too_small', most: BRAND.least }
  const picture = () => sharp(whole.data)
  const small = await picture()
    .resize({ height: Math.min(height, BRAND.small) })
    .webp({ quality: 90, effort: 4 })
    .toBuffer()
  const paper = await picture().flatten({ background: '#fff' }).png({ compressionLevel: 9 }).toBuffer()
  collect()
  return {
    width,
    height,
    placeholder: await placeholderOf(picture()),
    files: [
      { ending: '.webp', contentType: 'image/webp', body: small },
      { ending: '-paper.png', contentType: 'image/png', body: paper },
      // Last, so that its existence proves that all exist.
      { ending: '.png', contentType: 'image/png', body: whole.data },
    ],
  }
}

const tasks: PictureTasks = {
  async encodeUpload(upload) {
    const open = await openChecked(upload)
    if ('fault' in open) return open
    const source = await asWebp(open, SOURCE_EDGE, SOURCE).catch(unreadable)
    return 'fault' in source ? source : encode(open, source)
  },
  async encodeScan(upload) {
    const open = await openChecked(upload)
    if ('fault' in open) return open
    const scan = await asWebp(open, SCAN_EDGE, { quality: 70 }).catch(unreadable)
    return 'fault' in scan ? scan : { body: scan.data }
  },
  encodeBrand,
  async drawBrand(input) {
    // Loaded with the first drawing, because it also needs colour spaces and the tables of a font.
    const { drawBrand } = await import('./draw-brand.server.ts')
    return drawBrand(input)
  },
  async sizeOf({ bytes }) {
    const { width, height } = await sharp(bytes).metadata()
    return { width, height }
  },
  async encodePart({ bytes, part }) {
    const open = () => sharp(bytes).extract(part)
    return encode(open, await asWebp(open, SOURCE_EDGE, SOURCE))
  },
}

const THREADS = '/proc/self/task'
const LOOK_MS = 200

let running = 0

/** @param mostCpuMs processor time after which the process ends, and the picture with it. */
type Ordered<Task extends PictureTask> = { task: Task; input: PictureInput<Task>; mostCpuMs: number }

/** The function of the pool: one task of a name. */
export default async function runHere<Task extends PictureTask>({
  task,
  input,
  mostCpuMs,
}: Ordered<Task>): Promise<PictureResult<Task>> {
  running++
  const watch = endAfter(mostCpuMs)
  try {
    // TypeScript does not follow the name from the input to the task.
    return (await tasks[task](input as never)) as PictureResult<Task>
  } finally {
    clearInterval(watch)
    running--
    collect()
  }
}

/** Pixels are worked on beside this thread, so that it sees the time pass. */
function endAfter(mostCpuMs: number): NodeJS.Timeout {
  const began = process.cpuUsage()
  return setInterval(() => {
    const { user, system } = process.cpuUsage(began)
    if ((user + system) / 1000 > mostCpuMs) process.exit(1)
  }, LOOK_MS)
}

/** Yields the processors and the memory to the shop, and ends with it. */
function yieldToShop(): void {
  process.title = 'redoubt pictures'
  // A sandbox may forbid either. Pictures then work as before, beside the shop in place of behind it.
  attempt(() => {
    // Linux counts threads one by one, and the one that works is there already.
    const threads = existsSync(THREADS) ? readdirSync(THREADS).map(Number) : [0]
    for (const thread of threads) setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL)
  })
  // Linux ends this process before the shop when memory runs out.
  if (process.platform === 'linux') attempt(() => writeFileSync('/proc/self/oom_score_adj', '1000'))
  // A signal to the whole group does not break a picture off: the shop answers what is in progress, then ends this process.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})
  process.on('SIGTERM', () => {
    if (running === 0) process.exit(0)
  })
  // The shop is gone, however it ended.
  process.on('disconnect', () => process.exit(0))
}

function attempt(act: () => void): void {
  try {
    act()
  } catch (error) {
    process.emitWarning(`The process of pictures does not yield: ${error}`)
  }
}

yieldToShop()

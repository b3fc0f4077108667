import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import sharp, { type OutputInfo } from 'sharp'
import type { EncodedFile, EncodedPicture, PictureTasks, RefusedFile } from '#kernel/ports/pictures.ts'
import { PICTURE_BOUNDS } from '#platform/costly/picture-bounds.ts'
import { SCAN_EDGE, SOURCE_EDGE, WIDTHS } from '../picture-sizes.ts'
import { boundBroken } from './picture-bounds.server.ts'
import { placeholderOf } from './placeholder.server.ts'

/*
 * The process of pictures (picture-process.server.ts): libvips reads a stranger's bytes here, without a key, an address of the database or
 * anything else of the shop. It imports only what it needs, because each picture after a pause waits for its start.
 */

type Pixels = { data: Buffer; info: OutputInfo }

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

/** Decodes upright pixels, scaled to the maximum size. Checks the header first, before the costly decoding. */
async function decode(bytes: Uint8Array): Promise<Pixels | RefusedFile> {
  const refused = (fault: RefusedFile['fault'], format?: string): RefusedFile => ({ fault, most: mostOf(format) })
  // sharp throws synchronously for an empty buffer instead of rejecting.
  if (bytes.length === 0) return refused('picture_unreadable')
  const header = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined)
  if (!header || !FORMATS.has(header.format)) return refused('picture_unreadable')
  if ((header.pages ?? 1) > 1) return refused('picture_animated')
  const broken = boundBroken(header)
  if (broken) return refused(broken, header.format)
  return sharp(bytes, { limitInputPixels: PICTURE_BOUNDS.jpegPixels, failOn: 'error' })
    .autoOrient()
    .resize({ width: SOURCE_EDGE, height: SOURCE_EDGE, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(() => refused('picture_unreadable'))
    .finally(collect)
}

const upright = ({ data, info }: Pixels) => sharp(data, { raw: info })

/** The source for crops, and each display width in each format. */
async function encode(pixels: Pixels): Promise<EncodedPicture> {
  const files: EncodedFile[] = []
  const add = (ending: string, format: 'avif' | 'webp', body: Buffer) =>
    files.push({ ending: `${ending}.${format}`, contentType: `image/${format}`, body })
  add('source', 'webp', await upright(pixels).webp({ quality: 90 }).toBuffer())
  const size = shownSize(pixels.info)
  // The encoder of AVIF needs much memory, so the larger pixels go before it begins.
  pixels = await upright(pixels)
    .resize({ width: WIDTHS[0], withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true })
  collect()
  for (const width of WIDTHS) {
    const sized = upright(pixels).resize({ width, withoutEnlargement: true })
    add(`${width}`, 'avif', await sized.clone().avif({ quality: 55, effort: 3 }).toBuffer())
    collect()
    add(`${width}`, 'webp', await sized.webp({ quality: 78 }).toBuffer())
    collect()
  }
  return { ...size, placeholder: await placeholderOf(upright(pixels)), files }
}

/** Pixels are outside of the heap, so that they alone would start no collection. */
const collect = () => globalThis.gc?.()

/** The dimensions of the largest display width. */
function shownSize({ width, height }: OutputInfo) {
  const scale = Math.min(1, WIDTHS[0] / width)
  return { width: Math.round(width * scale), height: Math.max(1, Math.round(height * scale)) }
}

const tasks: PictureTasks = {
  async encodeUpload({ bytes }) {
    const pixels = await decode(bytes)
    return 'fault' in pixels ? pixels : encode(pixels)
  },
  async encodeScan({ bytes }) {
    const pixels = await decode(bytes)
    if ('fault' in pixels) return pixels
    const body = await upright(pixels)
      .resize({ width: SCAN_EDGE, height: SCAN_EDGE, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 70 })
      .toBuffer()
    return { body }
  },
  async sizeOf({ bytes }) {
    const { width, height } = await sharp(bytes).metadata()
    return { width, height }
  },
  async encodePart({ bytes, part }) {
    return encode(await sharp(bytes).extract(part).raw().toBuffer({ resolveWithObject: true }))
  },
}

const THREADS = '/proc/self/task'

let running = 0

/** The function of the pool: one task of a name. */
export default async function runHere<Task extends keyof PictureTasks>({
  task,
  input,
}: {
  task: Task
  input: Parameters<PictureTasks[Task]>[0]
}): Promise<Awaited<ReturnType<PictureTasks[Task]>>> {
  running++
  try {
    // TypeScript does not follow the name from the input to the task.
    return (await tasks[task](input as never)) as Awaited<ReturnType<PictureTasks[Task]>>
  } finally {
    running--
    collect()
  }
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

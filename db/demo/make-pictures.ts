/**
 * Makes every picture of the demo store from the rendered catalogue. Run by hand when the catalogue changes; what it wrote is
 * committed, so neither the build nor the seed needs the catalogue.
 *
 *     node db/demo/make-pictures.ts <catalogue folder> [picture …]
 *
 * All of them take about ten minutes; with names after the folder, only those are made again.
 * The catalogue folder holds square WebP pictures of 1,200 pixels, three wide heroes, three steps, five medals and their `manifest.json`.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { placeholderOf } from '#adapters/images/process/placeholder.server.ts'
import type { DemoPicture } from './demo-types.ts'
import { CLOSE_VIEWS, DYED, PHONE_HEROES, STAGE_FLOOR } from './drawing/cuts.ts'
import { dyed } from './drawing/recolor.ts'
import { writeBrand } from './make-brand.ts'

type Listed = { file: string; width: number; height: number; kind: string; alt: string }
type Source = { name: string; kind: DemoPicture['kind']; alt: string; image: () => Promise<Sharp> }
type Place = { folder: string; widths: readonly number[]; alpha?: boolean }

const GOODS = [320, 640, 1200]
const PLACES: Record<DemoPicture['kind'], Place> = {
  product: { folder: 'db/demo/pictures/products', widths: GOODS },
  prize: { folder: 'db/demo/pictures/giveaways', widths: GOODS },
  hero: { folder: 'public/pictures', widths: [640, 1200, 1920] },
  'hero-phone': { folder: 'public/pictures', widths: [480, 800] },
  stage: { folder: 'public/pictures', widths: [560, 1120] },
  step: { folder: 'public/pictures', widths: [320, 640] },
  tier: { folder: 'public/pictures', widths: [96, 192], alpha: true },
  medal: { folder: 'public/pictures', widths: [160, 320], alpha: true },
}

/** The manifest is in British spelling, the store in American. */
const SPELLING = { grey: 'gray', aluminium: 'aluminum', anodised: 'anodized', rotomoulded: 'rotomolded' }

const root = join(import.meta.dirname, '../..')
const catalogue = process.argv[2]
if (!catalogue) throw new Error('Name the catalogue folder: node db/demo/make-pictures.ts <catalogue folder>')
const original = (name: string) => join(catalogue, `${name}.webp`)

const asked = new Set(process.argv.slice(3))
const list = join(root, 'db/demo/pictures.json')

await preparePlaces()
const pictures = asked.size > 0 ? (JSON.parse(await readFile(list, 'utf8')) as DemoPicture[]) : []
const made = new Map(pictures.map(picture => [picture.name, picture]))
for (const source of await listSources()) {
  if (asked.size === 0 || asked.has(source.name)) made.set(source.name, await write(source))
}
const sorted = [...made.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
await writeFile(list, `${JSON.stringify(sorted, null, 2)}\n`)
await writeBrand(root, original('hero-flat-lay'))
process.stdout.write(`${sorted.length} pictures listed\n`)

/** Empties the folders of goods before all pictures are made again, so that no picture outlives its original. */
async function preparePlaces(): Promise<void> {
  for (const { folder } of Object.values(PLACES)) {
    if (asked.size === 0 && folder.startsWith('db')) await rm(join(root, folder), { recursive: true, force: true })
    await mkdir(join(root, folder), { recursive: true })
  }
}

async function listSources(): Promise<Source[]> {
  const listed = JSON.parse(await readFile(join(catalogue!, 'manifest.json'), 'utf8')) as Listed[]
  const direct = listed
    .filter(({ file }) => file.endsWith('.webp'))
    .map(({ file, kind, alt }) => {
      const name = file.replace('.webp', '')
      return { name, kind: kindOf(name, kind), alt: american(alt), image: async () => sharp(original(name)) }
    })
  const inAnotherColor = Object.entries(DYED).map(([name, { of, dye, alt }]) => {
    return { name, kind: kindOf(of), alt, image: async () => sharp(await dyed(original(of), dye)) }
  })
  const close = Object.entries(CLOSE_VIEWS).map(([name, { of, left, top, size, alt }]) => {
    const image = async () => sharp(original(of)).extract({ left, top, width: size, height: size }).resize(1200)
    return { name, kind: kindOf(of), alt, image }
  })
  const upright = Object.entries(PHONE_HEROES).map(([name, { of, ...part }]) => {
    const alt = direct.find(source => source.name === of)?.alt ?? ''
    return { name, kind: 'hero-phone' as const, alt, image: async () => sharp(original(of)).extract(part) }
  })
  const { of, ...part } = STAGE_FLOOR
  const stage: Source = {
    name: 'stage-floor',
    kind: 'stage',
    alt: direct.find(source => source.name === of)?.alt ?? '',
    image: async () => sharp(original(of)).extract(part),
  }
  return [...direct, ...inAnotherColor, ...close, ...upright, stage]
}

async function write({ name, kind, alt, image }: Source): Promise<DemoPicture> {
  const { folder, widths, alpha } = PLACES[kind]
  // Cutting and dyeing happen once; every width starts from the same pixels.
  const { data, info } = await (await image()).png({ compressionLevel: 1 }).toBuffer({ resolveWithObject: true })
  for (const width of widths) {
    const at = join(root, folder, `${name}-${width}`)
    const small = sharp(data).resize(width)
    // Ten bits a channel keep the dark gradients free of steps; the smaller a picture, the less it may lose.
    const quality = alpha ? 60 : width <= 320 ? 54 : 50
    await small
      .clone()
      .avif({ quality, effort: 6, bitdepth: alpha ? 8 : 10, chromaSubsampling: '4:4:4' })
      .toFile(`${at}.avif`)
    await small
      .clone()
      .webp({ quality: alpha ? 80 : 76, effort: 6, smartSubsample: true })
      .toFile(`${at}.webp`)
  }
  return {
    name,
    kind,
    folder: folder.split('/').at(-1)!,
    widths,
    width: info.width,
    height: info.height,
    alt,
    placeholder: await placeholderOf(sharp(data)),
  }
}

function kindOf(name: string, listed?: string): DemoPicture['kind'] {
  if (name.startsWith('tier-')) return 'tier'
  if (name.endsWith('-medal')) return 'medal'
  if (listed === 'hero' || listed === 'step') return listed
  return name.startsWith('prize-') ? 'prize' : 'product'
}

function american(text: string): string {
  return Object.entries(SPELLING).reduce((sofar, [british, us]) => sofar.replaceAll(british, us), text)
}

import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { letters } from './drawing/lettering.ts'
import { starFort } from './drawing/star-fort.ts'

const BONE = '#E8E2D2'
const SIGNAL = '#C8642B'
const OLIVE_BLACK = '#121311'

/**
 * Writes the brand's own pictures into `public/`: the picture that a shared link shows (1200 × 630) and the app icons.
 *
 * @param root the project's folder
 * @param hero a wide picture with room for the wordmark on its left
 */
export async function writeBrand(root: string, hero: string): Promise<void> {
  await mkdir(join(root, 'public/icons'), { recursive: true })
  // Moved to the right, so that nothing lies under the wordmark; the shade hides the hero's left edge.
  const goods = await sharp(hero)
    .resize({ height: 630 })
    .extract({ left: 0, top: 0, width: 970, height: 630 })
    .toBuffer()
  await sharp({ create: { width: 1200, height: 630, channels: 3, background: OLIVE_BLACK } })
    .composite([
      { input: goods, left: 230, top: 0 },
      { input: Buffer.from(wordmark()), left: 0, top: 0 },
    ])
    .jpeg({ quality: 84, mozjpeg: true })
    .toFile(join(root, 'public/og.jpg'))
  await writeIcons(root)
}

/** The icons alone: of the installed app, of a bookmark on a phone, and the small one that Android draws in its status bar. */
export async function writeIcons(root: string): Promise<void> {
  const write = (file: string, svg: string) =>
    sharp(Buffer.from(svg))
      .png({ compressionLevel: 9 })
      .toFile(join(root, `public/icons/${file}.png`))
  await write('icon-192', icon(192))
  await write('icon-512', icon(512))
  await write('apple-touch-icon', icon(180))
  await write('badge-96', badge(96))
}

/** Of a badge only its shape is seen: the system fills it with a colour of its own. */
const badge = (size: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">${starFort({ x: size / 2, y: size * 0.53, radius: size * 0.49 }, '#fff')}</svg>`

/** Square and full to its edges: systems cut their own corners. The mark stays in the middle four fifths that every cut keeps. */
function icon(size: number): string {
  // The fort's plan reaches higher than it reaches low, so its middle lies below the middle of the square.
  const mark = starFort({ x: size / 2, y: size * 0.525, radius: size * 0.37 }, BONE)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${size} ${size}"><rect width="100%" height="100%" fill="${OLIVE_BLACK}"/>${mark}</svg>`
}

function wordmark(): string {
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630">' +
    '<defs><linearGradient id="shade"><stop offset="0.36" stop-color="#121311" stop-opacity="1"/>' +
    '<stop offset="0.62" stop-color="#121311" stop-opacity="0"/></linearGradient></defs>' +
    '<rect width="1200" height="630" fill="url(#shade)"/>' +
    starFort({ x: 150, y: 196, radius: 84 }, BONE) +
    letters('REDOUBT', { x: 72, y: 316, height: 92, gap: 16 }, BONE) +
    letters('HOLD THE LINE', { x: 74, y: 446, height: 30, gap: 34, weight: 15 }, SIGNAL) +
    '</svg>'
  )
}

import { writeFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import sharp from 'sharp'

const WIDTH = 640
const HEIGHT = 480

/** How far a hand holds a card from straight, in degrees. */
const TILT = 4

/** Writes the film of a camera that looks at this picture: one grey frame, in which the picture lies tilted on a table. */
export async function showToCamera(film: string, picture: Buffer): Promise<void> {
  const table = { r: 150, g: 150, b: 150, alpha: 1 }
  const tilted = await sharp(picture).flatten({ background: '#fff' }).rotate(TILT, { background: table }).toBuffer()
  const light = await sharp(tilted)
    .resize(WIDTH, HEIGHT, { fit: 'contain', background: table })
    .greyscale()
    .raw()
    .toBuffer()
  // 4:2:0 has two planes of a quarter for the colours; 128 is none.
  const colours = Buffer.alloc((WIDTH * HEIGHT) / 2, 128)
  const head = `YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\nFRAME\n`
  await writeFile(film, Buffer.concat([Buffer.from(head), light, colours]))
}

/** The head of a giveaway's free-entry card, with its QR code, as it is printed. */
export async function printedCardHead(page: Page, slug: string): Promise<Buffer> {
  await page.goto(`/giveaways/${slug}/free-entry/card`)
  await page.emulateMedia({ media: 'print' })
  const head = page.getByRole('article', { name: /^Free-entry card/ }).locator('header')
  const picture = await head.screenshot()
  await page.emulateMedia({ media: 'screen' })
  return picture
}

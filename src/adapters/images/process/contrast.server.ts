import { modeLrgb, modeRgb, parseHex, type Rgb, wcagContrast, useMode as withMode } from 'culori/fn'
import sharp from 'sharp'

withMode(modeRgb)
withMode(modeLrgb)

/** A logo is seen from this contrast on; WCAG asks none of a logo. */
const SEEN = 1.6
const EDGE = 48

/** True if the mean colour of a picture's visible parts stands out from a ground. A picture without transparent parts brings its own. */
export async function hasContrast(bytes: Uint8Array, ground: string): Promise<boolean> {
  const { data } = await sharp(bytes)
    .resize({ width: EDGE, height: EDGE, fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const sum = { r: 0, g: 0, b: 0, alpha: 0 }
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3]! / 255
    sum.r += data[at]! * alpha
    sum.g += data[at + 1]! * alpha
    sum.b += data[at + 2]! * alpha
    sum.alpha += alpha
  }
  if (sum.alpha >= data.length / 4 - 1 || sum.alpha === 0) return true
  const mean = (part: number) => part / sum.alpha / 255
  const colour: Rgb = { mode: 'rgb', r: mean(sum.r), g: mean(sum.g), b: mean(sum.b) }
  return wcagContrast(colour, parseHex(ground)!) >= SEEN
}

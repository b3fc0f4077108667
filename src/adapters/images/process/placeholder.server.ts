import type { Sharp } from 'sharp'

/** The ground of every picture in both themes (`--plate`); an alpha channel would triple the size. */
const PLATE = '#242722'

/**
 * Returns a blurred preview of a picture, 32 pixels wide, as a `data:` URL of about 190 characters. It is blurred here, because a blur by
 * the page takes a phone's compositor 50 ms before the first paint (docs/decisions/0020-scripts-after-paint.md).
 */
export async function placeholderOf(picture: Sharp): Promise<string> {
  const tiny = picture.flatten({ background: PLATE }).resize({ width: 32, height: 512, fit: 'inside' }).blur(3)
  const webp = await tiny.webp({ quality: 80, effort: 6, smartSubsample: true }).toBuffer()
  return `data:image/webp;base64,${webp.toString('base64')}`
}

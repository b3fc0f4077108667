/*
 * A picture of the brand is named by its address, whose end tells its size: `/files/brand/<hash>-800x200.png`, or a file that is shipped with
 * the shop: `/icons/icon-512.png`. So a setting is one text, and no screen or e-mail asks for a size before it shows the picture.
 */

/** Where uploads of the brand are stored, each as a PNG, a small WebP for pages, and a PNG on white for papers. */
export const BRAND_FOLDER = 'brand'

const UPLOADED = /^\/files\/(brand\/[\w-]{24}-\d{1,4}x\d{1,4})\.png$/

/** Marks that are files of the shop. The icons and other pictures of such a brand are files, too. */
export const SHIPPED_MARKS: readonly string[] = ['/icons/icon-512.png', '/icons/icon-192.png']

/** The storage key of an uploaded picture, without its ending; undefined for a shipped file. */
export const brandKeyOf = (address: string): string | undefined => UPLOADED.exec(address)?.[1]

/** The address of a stored picture. */
export const brandAddressOf = (key: string): string => `/files/${key}.png`

export const isShippedMark = (mark: string | null): boolean => mark !== null && SHIPPED_MARKS.includes(mark)

export type Size = { width: number; height: number }

/** The size that an address tells: `-800x200.png`, or `-512.png` of a square. */
export function sizeIn(address: string): Size {
  const [, width, height = width] = /-(\d+)(?:x(\d+))?\.png$/.exec(address) ?? []
  return { width: Number(width), height: Number(height) }
}

/** The size within a box, in whole pixels. */
export function sizeWithin(address: string, box: Size): Size {
  const { width, height } = sizeIn(address)
  const scale = Math.min(box.width / width, box.height / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** The small file of an uploaded picture, for pages. */
export const smallOf = (address: string): string => (brandKeyOf(address) ? address.replace(/\.png$/, '.webp') : address)

/** The storage key of an uploaded picture on white, for papers. */
export const paperKeyOf = (address: string): string | undefined => {
  const key = brandKeyOf(address)
  return key && `${key}-paper.png`
}

import { encode } from 'uqr'

/** A QR code as one path of an SVG of `size` by `size` units, so that a screen draws it without trusting markup. */
export type QrPath = { size: number; path: string }

export function qrPathOf(text: string): QrPath {
  const { data, size } = encode(text, { ecc: 'M', border: 2 })
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return { size, path }
}

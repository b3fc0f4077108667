import sharp from 'sharp'

/** Hue in degrees (0–360), saturation and value in 0–1. */
type Hsv = { h: number; s: number; v: number }

/** Which pixels of a picture take another dye, and which. */
export type Dye = {
  /** Hues in degrees that belong to the cloth or paint. */
  from: readonly [lowest: number, highest: number]
  /** Saturation and brightness from which a pixel counts, so that the dark ground under the goods stays as it is. */
  floor: { s: number; v: number }
  /** Saturation above which a pixel is left alone: the orange thread and pulls share their hue with coyote cloth. */
  ceiling?: number
  to: { h: number; saturation: number; brightness: number }
}

/**
 * Dyes one colour of a picture into another and leaves the light, the folds and everything of other hues alone.
 *
 * @returns the picture as PNG
 */
export async function dyed(picture: string, dye: Dye): Promise<Buffer> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  for (let at = 0; at < data.length; at += 3) {
    const rgb = [data[at]!, data[at + 1]!, data[at + 2]!] as const
    const share = shareOf(hsvOf(rgb), dye)
    if (share === 0) continue
    const target = rgbOf(recast(hsvOf(rgb), dye))
    for (const channel of [0, 1, 2] as const) {
      data[at + channel] = Math.round(rgb[channel] * (1 - share) + target[channel] * share)
    }
  }
  return sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
    .png()
    .toBuffer()
}

/** How much of the dye a pixel takes, 0–1, with soft edges so that no outline shows. */
function shareOf({ h, s, v }: Hsv, { from, floor, ceiling = 2 }: Dye): number {
  const [lowest, highest] = from
  const outside = Math.max(lowest - h, h - highest, 0)
  return ramp(1 - outside / 8) * ramp((s - floor.s) / 0.1) * ramp((ceiling - s) / 0.06) * ramp((v - floor.v) / 0.1)
}

function recast({ s, v }: Hsv, { to }: Dye): Hsv {
  return { h: to.h, s: Math.min(1, s * to.saturation), v: Math.min(1, v * to.brightness) }
}

function ramp(share: number): number {
  return Math.min(1, Math.max(0, share))
}

function hsvOf([red, green, blue]: readonly [number, number, number]): Hsv {
  const most = Math.max(red, green, blue)
  const span = most - Math.min(red, green, blue)
  if (span === 0) return { h: 0, s: 0, v: most / 255 }
  const sixth =
    most === red ? (green - blue) / span : most === green ? 2 + (blue - red) / span : 4 + (red - green) / span
  return { h: (sixth * 60 + 360) % 360, s: span / most, v: most / 255 }
}

function rgbOf({ h, s, v }: Hsv): readonly [number, number, number] {
  const channel = (n: number) => {
    const k = (n + h / 60) % 6
    return 255 * (v - v * s * Math.max(0, Math.min(k, 4 - k, 1)))
  }
  return [channel(5), channel(3), channel(1)]
}

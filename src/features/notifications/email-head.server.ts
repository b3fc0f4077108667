import { html } from 'hono/html'
import { sizeWithin } from '#kernel/brand/brand-picture.ts'
import { pictureQueryOf } from '#kernel/brand/brand-version.server.ts'
import type { DataContext } from '#kernel/context.ts'
import type { Settings } from '#kernel/settings.ts'

type Brand = Settings['brand']

const BOX = { width: 200, height: 48 }
const ICON = 40

/** Heads by brand and origin: rendering must stay cheap, and a brand changes seldom. */
const heads = new WeakMap<Brand, Map<string, string>>()

/**
 * The head of an e-mail: the logo of the reader's ground, or the icon. Its pictures are PNG with a whole address and a stated width, because
 * mail programs show no SVG and no relative address, and are equal for all readers, so that they tell nothing about one. A program that drops
 * styles shows the one for light grounds.
 */
export function emailHead({ origin, settings: { brand } }: Pick<DataContext, 'origin' | 'settings'>): string {
  const ofBrand = heads.get(brand) ?? new Map<string, string>()
  heads.set(brand, ofBrand)
  const known = ofBrand.get(origin)
  if (known !== undefined) return known
  const head = headOf(brand, origin)
  ofBrand.set(origin, head)
  return head
}

function headOf(brand: Brand, origin: string): string {
  const icon = { src: `${origin}/icons/icon-192.png${pictureQueryOf(brand)}`, width: ICON, height: ICON }
  const shown = (logo: string | null) => (logo ? { src: origin + logo, ...sizeWithin(logo, BOX) } : icon)
  const [light, dark] = [shown(brand.logoLight), shown(brand.logoDark)]
  const picture = ({ src, width, height }: typeof icon, kind: string) =>
    html`<img class="${kind}" src="${src}" alt="${brand.name}" width="${width}" height="${height}">`
  if (light.src === dark.src) return String(html`<p class="brand">${picture(light, 'any')}</p>`)
  // The second is hidden on itself, too, for programs that drop the style sheet.
  const hidden = html`<span class="dark" style="display:none">${picture(dark, 'any')}</span>`
  return String(html`<p class="brand">${picture(light, 'light')}${hidden}</p>`)
}

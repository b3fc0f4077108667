import { ConstantBackoff, handleWhen, retry } from 'cockatiel'
import { Hono } from 'hono'
import { accentTonesOf } from '#kernel/brand/accent-tones.ts'
import { brandKeyOf, isShippedMark } from '#kernel/brand/brand-picture.ts'
import { brandVersionOf } from '#kernel/brand/brand-version.server.ts'
import type { Context } from '#kernel/context.ts'
import { runCostly } from '#kernel/costly/run-costly.server.ts'
import type { BrandDrawing, BrandLook } from '#kernel/ports/pictures.ts'
import type { Settings } from '#kernel/settings.ts'
import { Refusal } from '#platform/errors.ts'
import type { Shop } from '../../services/services.server.ts'

/** The pictures of the brand by their addresses, which browsers, installed apps and programs of others know. The shipped brand has them as files. */
export const BRAND_PICTURES: Record<string, BrandDrawing> = {
  '/favicon.ico': { kind: 'favicon', sizes: [16, 32, 48] },
  // A PNG under the address that pages without React and the offline page link.
  '/favicon.svg': { kind: 'icon', size: 96 },
  '/icons/icon-192.png': { kind: 'icon', size: 192 },
  '/icons/icon-512.png': { kind: 'icon', size: 512 },
  '/icons/maskable-192.png': { kind: 'maskable', size: 192 },
  '/icons/maskable-512.png': { kind: 'maskable', size: 512 },
  '/icons/apple-touch-icon.png': { kind: 'touch', size: 180 },
  '/icons/badge-96.png': { kind: 'badge', size: 96 },
  '/og.jpg': { kind: 'preview', width: 1200, height: 630 },
  // A PNG under the address that the API gives for a product without pictures.
  '/logo-plate.svg': { kind: 'plate', width: 1200, height: 1200 },
}

const IMMUTABLE = 'public, max-age=31536000, immutable'
const REVALIDATED = 'public, max-age=0, must-revalidate'

type Brand = Settings['brand']
type Drawn = { contentType: string; body: Uint8Array }

/**
 * Serves the pictures of a brand whose mark is no file of the shop, drawn from the settings at their first request and kept in memory until the brand changes. An
 * address with the current version is kept by browsers; any other is asked again, so that a process that has not heard of a change spoils no cache.
 */
export function brandPictureRoutes(shop: Shop) {
  const app = new Hono()
  let kept = { version: '', pictures: new Map<string, Promise<Drawn>>() }

  function drawn(path: string, brand: Brand, version: string): Promise<Drawn> {
    if (kept.version !== version) kept = { version, pictures: new Map() }
    const { pictures } = kept
    const known = pictures.get(path)
    if (known) return known
    const drawing = draw(shop.system, BRAND_PICTURES[path]!, brand)
    pictures.set(path, drawing)
    // The next request tries again.
    drawing.catch(() => pictures.delete(path))
    return drawing
  }

  for (const path of Object.keys(BRAND_PICTURES))
    app.get(path, async (c, next) => {
      const { brand } = shop.services.settings
      if (isShippedMark(brand.mark)) return next()
      const version = brandVersionOf(brand)
      const etag = `"${version}"`
      const headers = { etag, 'cache-control': c.req.query('v') === version ? IMMUTABLE : REVALIDATED }
      if (c.req.header('if-none-match') === etag) return c.body(null, 304, headers)
      const { body, contentType } = await drawn(path, brand, version)
      return c.body(body as Uint8Array<ArrayBuffer>, 200, { ...headers, 'content-type': contentType })
    })
  return app
}

/** One drawing serves all visitors, so it is the shop's own work, and no visitor is told to try again for it. */
async function draw(ctx: Context, drawing: BrandDrawing, brand: Brand): Promise<Drawn> {
  const { fill, onFill: ink } = (await accentTonesOf(brand.accent)).light
  const fileOf = async (address: string | null) => {
    const key = address && brandKeyOf(address)
    return key ? (await ctx.storage.get(`${key}.png`))?.body : undefined
  }
  const { name, tagline, shortName, orderPrefix, mark, logoLight, logoDark } = brand
  const [ofMark, light, dark] = await Promise.all([mark, logoLight, logoDark].map(fileOf))
  const look: BrandLook = {
    ...{ name, tagline, shortName, orderPrefix, fill, ink },
    ...{ mark: ofMark, logoLight: light, logoDark: dark },
  }
  // Linux ends the process of pictures first when memory runs out, and a drawing reads no stranger's file that could have ended it.
  return AGAIN.execute(() => runCostly(ctx, 'pictures', () => ctx.pictures.runTask('drawBrand', { drawing, look })))
}

const AGAIN = retry(
  handleWhen(error => error instanceof Refusal && error.code === 'overloaded'),
  { maxAttempts: 3, backoff: new ConstantBackoff(200) },
)

import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Site } from './bench-kinds.ts'
import type { Line } from './table.ts'

const CLIENT = join(import.meta.dirname, '../build/client')
const LIMIT_KB = 165
/** The pages that a visitor opens first. */
const PATHS = ['/store', '/', '/product/star-fort-sticker', '/giveaways']

export const benchWeight = async ({ shop, add }: Site): Promise<void> => add(...(await weighPages(shop.origin)))

/** Weighs the JavaScript that each page loads at first, compressed with brotli as sent. */
export const weighPages = (origin: string): Promise<Line[]> => Promise.all(PATHS.map(path => weighPage(origin, path)))

async function weighPage(origin: string, path: string): Promise<Line> {
  const html = await (await fetch(`${origin}${path}`)).text()
  const scripts = new Set([...html.matchAll(/\/assets\/[\w.-]+\.js/g)].map(([script]) => script))
  const sizes = [...scripts].map(
    script =>
      statSync(join(CLIENT, `${script}.br`), { throwIfNoEntry: false })?.size ?? statSync(join(CLIENT, script)).size,
  )
  const total = sizes.reduce((sum, size) => sum + size, 0) / 1000
  return {
    what: `JavaScript of ${path}, brotli`,
    measured: `${total.toFixed(0)} KB in ${scripts.size} files`,
    ceiling: '',
    aim: `${LIMIT_KB} KB`,
    ok: total <= LIMIT_KB && scripts.size > 0,
  }
}

import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Line } from './table.ts'

const CLIENT = join(import.meta.dirname, '../build/client')
const LIMIT_KB = 170

/** Weighs the JavaScript that the store page loads at first, compressed with brotli as sent. */
export async function weighStorePage(origin: string): Promise<Line> {
  const html = await (await fetch(`${origin}/store`)).text()
  const scripts = new Set([...html.matchAll(/\/assets\/[\w.-]+\.js/g)].map(([path]) => path))
  const sizes = [...scripts].map(
    path => statSync(join(CLIENT, `${path}.br`), { throwIfNoEntry: false })?.size ?? statSync(join(CLIENT, path)).size,
  )
  const total = sizes.reduce((sum, size) => sum + size, 0) / 1000
  return {
    what: 'JavaScript of the store page, brotli',
    measured: `${total.toFixed(0)} KB in ${scripts.size} files`,
    ceiling: '',
    aim: `${LIMIT_KB} KB`,
    ok: total <= LIMIT_KB && scripts.size > 0,
  }
}

import { flood } from './flood.ts'
import { median } from './load.ts'
import { type Line, perSecond } from './table.ts'

/** Requests that a connection has under way at once where the answer is ready; where it is made, one. */
const AHEAD = 8

/** Public answers from memory, a page rendered anew, and what bare parts reach in the same run. */
export async function benchReads(origin: string, ceilings: string): Promise<Line[]> {
  const rate = (base: string, next: () => string, ahead: number) =>
    median(async () => {
      const { perSecond: value, statuses } = await flood(base, next, ahead)
      if (Object.keys(statuses).some(status => status !== '200'))
        throw new Error(`${next()} answered ${JSON.stringify(statuses)}`)
      return value
    })
  const same = (base: string, path: string) => rate(base, () => path, AHEAD)
  const bytes = await same(ceilings, '/bytes')
  const page = await same(ceilings, '/page')
  const react = await rate(ceilings, () => '/react', 1)
  const { products } = (await (await fetch(`${origin}/api/products?limit=12`)).json()) as { products: { id: string }[] }
  const list = await same(origin, '/api/products?limit=12')
  const one = await same(origin, `/api/products/${products[0]!.id}`)
  const kept = await same(origin, '/store')
  let n = 0
  // An address nobody asked for before is rendered anew; the unknown parameter changes nothing on the page.
  // Once before it counts: the first thousand renderings are slower, until the code has been compiled.
  await flood(origin, () => `/store?bench=${n++}`, 1)
  const anew = await rate(origin, () => `/store?bench=${n++}`, 1)
  const line = (what: string, value: number, aim: number, ceiling: string): Line => ({
    what,
    measured: perSecond(value),
    ceiling,
    aim: perSecond(aim),
    ok: value >= aim,
  })
  const bare = `${perSecond(bytes)}, bare Hono with 5 kB`
  return [
    line('GET /api/products (12 of them)', list, 15_000, bare),
    line('GET /api/products/{id}', one, 15_000, bare),
    line('the store page, kept', kept, 20_000, `${perSecond(page)}, bare Hono with as many bytes`),
    line('the store page, rendered anew', anew, 600, `${perSecond(react)}, bare React with 24 cards, over HTTP`),
  ]
}

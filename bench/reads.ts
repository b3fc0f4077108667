import { randomBytes } from 'node:crypto'
import { freePort } from '#platform/free-port.server.ts'
import type { Site } from './bench-kinds.ts'
import { startCeilings } from './ceilings.ts'
import { flood } from './flood.ts'
import { median } from './load.ts'
import { peerOf } from './peers.ts'
import { msPerPiece, processorTimeOf } from './processor-time.ts'
import { type Line, perSecond } from './table.ts'

/** Pipelined requests per connection for cached responses; for rendered pages, one. */
const AHEAD = 8

/** Measures cached public responses, a freshly rendered page, and bare parts in the same run. */
export async function benchReads(site: Site): Promise<void> {
  const ceilings = await startCeilings(await freePort(), await storePage(site.shop.origin))
  site.add(...(await measure(site, ceilings.origin).finally(ceilings.stop)))
}

/** Returns as many bytes as the store page has in the good compression of a repeated request. */
async function storePage(origin: string): Promise<Buffer> {
  const travel = () => fetch(`${origin}/store`, { headers: { 'accept-encoding': 'br' } })
  await travel()
  const { headers } = await travel()
  return randomBytes(Number(headers.get('content-length')))
}

async function measure({ pool, shop }: Site, ceilings: string): Promise<Line[]> {
  const { origin } = shop
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
  // Each address is rendered once: a search for all products without a word that none has. The page is the store's, with its search.
  const unseen = () => `/store?q=-bench${n++}`
  await requireSameCards(origin, '/store', unseen())
  // The first run warms up: the first thousand renderings are slower, until V8 has compiled the code.
  await flood(origin, unseen, 1)
  const [before, from] = [await processorTimeOf(pool, shop), n]
  const rendered = await rate(origin, unseen, 1)
  const spent = msPerPiece(before, await processorTimeOf(pool, shop), n - from)
  const line = async (what: string, value: number, of: Ceiling, ahead = AHEAD): Promise<Line> => ({
    what,
    measured: `${perSecond(value)} = ${(value / of.rate).toPrecision(2)} of the ceiling`,
    ceiling: `${perSecond(of.rate)}, ${of.name}`,
    peer: await peerOf(what, ahead),
    aim: `${of.share} of the ceiling`,
    ok: value >= of.share * of.rate,
  })
  const hono = { rate: bytes, name: 'bare Hono with 5 kB' }
  const card = { rate: react, name: 'bare React with 24 cards, over HTTP' }
  const anew = await line('the store page, rendered', rendered, { ...card, share: 0.033 }, 1)
  return [
    await line('GET /api/products (12 of them)', list, { ...hono, share: 0.6 }),
    await line('GET /api/products/{id}', one, { ...hono, share: 0.85 }),
    await line('the store page, kept', kept, { rate: page, name: 'bare Hono with as many bytes', share: 0.75 }),
    { ...anew, measured: `${anew.measured}; ${spent.shop.toFixed(1)} ms of processor time of the shop each` },
  ]
}

/** What a bare server reaches in this run, and the share of it that is the aim. */
type Ceiling = { rate: number; name: string; share: number }

/**
 * Throws when two pages show different numbers of products. Counts products and not links: the search sorts in another order, and a card has a
 * third link when its product has options.
 */
async function requireSameCards(origin: string, ...paths: string[]): Promise<void> {
  const counts = await Promise.all(
    paths.map(async path => {
      const html = await (await fetch(origin + path)).text()
      return new Set([...html.matchAll(/href="(\/product\/[^"?#]+)/g)].map(([, product]) => product)).size
    }),
  )
  if (new Set(counts).size > 1 || counts[0]! < 2)
    throw new Error(`${paths.join(', ')} show ${counts.join(', ')} products.`)
}

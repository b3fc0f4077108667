import { join } from 'node:path'
import { openNewShop } from '#app/seed/testing/open-new-shop.ts'
import { checkOutLastRelease } from '#app/testing/runs/last-release.ts'
import { startPostgres } from '#platform/db/connections/embedded-postgres.server.ts'
import { openDatabase, type Pool } from '#platform/db/database.server.ts'
import { retryOnDeadlock } from '#platform/db/deadlock.server.ts'
import type { Place } from './bench-kinds.ts'
import { makeCrowd, makeGiveaways, type User } from './crowd.ts'
import { post } from './load.ts'
import { processorTimeOf } from './processor-time.ts'
import { BENCH_SECRET } from './secret.ts'
import { type ShopProcess, startShopProcess } from './shop-process.ts'
import { sized } from './short.ts'
import type { Line } from './table.ts'

const PORTS = { before: 3596, after: 3597 }
const PAIRS = { claims: Number(process.env.PAIRS ?? sized(8, 1)), stampede: sized(5, 1) }
const CLAIMS = {
  giveaways: 20,
  slots: sized(100_000, 1000),
  limit: 50,
  width: 32,
  people: sized(4000, 100),
  credits: 5000,
  burst: Number(process.env.BURST ?? sized(600, 64)),
}
const STAMPEDE = {
  people: sized(5000, 200),
  attempts: Number(process.env.ATTEMPTS ?? sized(25_000, 1000)),
  slots: 100,
  connections: sized(500, 50),
}
/** The sequencer's work for the last claims is done by then, and counts too. */
const SETTLE_MS = 1500
const WARM_UPS = sized(2, 0)

/** `held` is this release with its sequencer held back, to see what the leaves cost. */
const SIDES = ['before', 'after', 'held'] as const
/** A run without them has more pairs in the same time. */
const SKIPPED = (process.env.SKIP ?? '').split(',')
type SideName = (typeof SIDES)[number]
type Release = keyof typeof PORTS
type Side = {
  pool: Pool
  shop: ShopProcess
  people: User[]
  /** Open since the start of the run, as a shop's giveaways are for days: their first leaves and heads fall into the warm-up. */
  giveaways: string[]
  /** Slots are claimed in order, in turn over the giveaways. */
  claimed: { count: number }
  isHeld: boolean
  stop: () => Promise<void>
}
/** Of one piece of work; times in microseconds. */
type Figures = { perSecond: number; p99: number; shop: number; database: number; both: number }

/**
 * `BEFORE=<folder of another release> npm run bench -- paired`: two releases, by default this one and the last, each with a PostgreSQL of its own, take claims and stampedes in
 * turn, so that other load of the machine falls on both. Reports the ratio after/before of each pair.
 */
export async function benchPaired({ folder, say }: Place): Promise<Line[]> {
  const last = process.env.BEFORE ? undefined : checkOutLastRelease()
  try {
    return await compare(last?.folder ?? process.env.BEFORE!, folder, say)
  } finally {
    last?.remove()
  }
}

async function compare(before: string, folder: string, say: (text: string) => void): Promise<Line[]> {
  const after = await open('after', join(import.meta.dirname, '..'), folder)
  const sides = { before: await open('before', before, folder), after, held: { ...after, isHeld: true } }
  try {
    const lines: Line[] = []
    for (const [name, measure] of [
      ['claims', claims],
      ['stampede', stampede],
    ] as const) {
      if (SKIPPED.includes(name)) continue
      // Code is compiled and caches fill first.
      await inTurn(sides, measure, WARM_UPS)
      const pairs = await inTurn(sides, measure, PAIRS[name], (pair, figures) =>
        say(`${name} ${pair}: ${JSON.stringify(figures)}`),
      )
      lines.push(...linesOf(name, pairs))
    }
    return lines
  } finally {
    await Promise.all([sides.before.stop(), sides.after.stop()])
  }
}

async function open(release: Release, root: string, folder: string): Promise<Side> {
  const postgres = await startPostgres(join(folder, `${release}-pg`))
  const env = { DATABASE_URL: postgres.url, DATA_DIR: join(folder, release), AUTH_SECRET: BENCH_SECRET, SEED: 'off' }
  const shop = await startShopProcess(PORTS[release], env, root)
  const { pool, db } = openDatabase(postgres.url, 8)
  await openNewShop(pool, shop.origin)
  const people = await makeCrowd(pool, STAMPEDE.people, CLAIMS.credits)
  const giveaways = await makeGiveaways(pool, CLAIMS.giveaways, CLAIMS.slots, CLAIMS.limit)
  await retryOnDeadlock(() => pool.query('analyze'))
  const stop = async () => {
    await shop.stop()
    await db.destroy()
    await postgres.stop()
  }
  return { pool, shop, people, giveaways, claimed: { count: 0 }, isHeld: false, stop }
}

type Sides = Record<SideName, Side>
type Pair = Record<Release, Figures> & { held?: Figures }

/** Measures all sides `count` times; every second time in the other order. */
async function inTurn(sides: Sides, measure: Measure, count: number, tell?: (pair: number, figures: Pair) => void) {
  const pairs: Pair[] = []
  for (let n = 0; n < count; n++) {
    const order = n % 2 === 0 ? SIDES : SIDES.toReversed()
    const pair: Partial<Pair> = {}
    for (const side of order) {
      // A stampede makes 100 leaves only.
      if (side === 'held' && (measure !== claims || SKIPPED.includes('held'))) continue
      pair[side] = await measure(sides[side])
    }
    pairs.push(pair as Pair)
    tell?.(n + 1, pair as Pair)
  }
  return pairs
}

type Measure = (side: Side) => Promise<Figures>

async function claims(side: Side): Promise<Figures> {
  const { shop, people, giveaways, claimed } = side
  const next = () => {
    const index = claimed.count++
    const path = `/api/giveaways/${giveaways[index % giveaways.length]}/entries`
    const body = { slots: [1 + Math.floor(index / giveaways.length)] }
    return { path, token: people[index % CLAIMS.people]!.token, body }
  }
  return figuresOf(side, ['200'], () => post(shop.origin, CLAIMS.width, next, { amount: CLAIMS.burst }))
}

async function stampede(side: Side): Promise<Figures> {
  const { slots, connections, attempts } = STAMPEDE
  const { pool, shop, people } = side
  const [giveaway] = await makeGiveaways(pool, 1, slots, 5)
  let n = 0
  const next = () => {
    const { token } = people[n % people.length]!
    return { path: `/api/giveaways/${giveaway}/entries`, token, body: { slots: [1 + ((n++ * 37) % slots)] } }
  }
  return figuresOf(side, ['200', '409'], () => post(shop.origin, connections, next, { amount: attempts }))
}

async function figuresOf(side: Side, allowed: string[], load: () => ReturnType<typeof post>): Promise<Figures> {
  const { pool, shop, isHeld } = side
  const release = isHeld ? await holdSequencer(pool) : undefined
  const before = await processorTimeOf(pool, shop)
  const { perSecond, p99, statuses } = await load()
  await new Promise(done => setTimeout(done, SETTLE_MS))
  const after = await processorTimeOf(pool, shop)
  await release?.()
  if (Object.keys(statuses).some(status => !allowed.includes(status)))
    throw new Error(`Claims were refused: ${JSON.stringify(statuses)}`)
  const count = Object.values(statuses).reduce((sum, each) => sum + each, 0)
  const [own, database] = [after.shop - before.shop, after.database - before.database].map(ms => (ms * 1000) / count)
  return { perSecond, p99, shop: own!, database: database!, both: own! + database! }
}

/** Holds the lock of `withoutTending`. @returns a function that lets the sequencer go on and waits for it. */
async function holdSequencer(pool: Pool): Promise<() => Promise<void>> {
  const client = await pool.connect()
  await client.query(`select pg_advisory_lock(hashtext('tend-draws'))`)
  return async () => {
    await client.query('select pg_advisory_unlock_all()')
    const isBusy = async () => (await client.query('select from claim_event limit 1')).rowCount === 1
    while (await isBusy()) await new Promise(done => setTimeout(done, SETTLE_MS))
    client.release()
  }
}

const UNITS: Record<keyof Figures, string> = { perSecond: '/s', p99: ' ms', shop: ' µs', database: ' µs', both: ' µs' }

function linesOf(name: string, pairs: Pair[]): Line[] {
  return (Object.keys(UNITS) as (keyof Figures)[]).map(figure => {
    const of = (side: SideName) => Math.round(median(pairs.flatMap(pair => pair[side]?.[figure] ?? [])))
    const held = pairs[0]!.held ? ` (${of('held')} without leaves)` : ''
    const ratios = pairs.map(({ before, after }) => after[figure] / before[figure])
    const [least, most] = [Math.min(...ratios), Math.max(...ratios)]
    const ratio = median(ratios)
    const isKept = figure === 'perSecond' ? ratio >= 0.95 : ratio <= 1.05
    return {
      what: `${name}, ${figure}, ${pairs.length} pairs`,
      measured: `${of('before')} → ${of('after')}${UNITS[figure]}${held}; ratio ${ratio.toFixed(3)} (${least.toFixed(2)} to ${most.toFixed(2)})`,
      ceiling: '',
      aim: '5%',
      ok: isKept,
    }
  })
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const { length } = sorted
  return (sorted[Math.floor((length - 1) / 2)]! + sorted[Math.floor(length / 2)]!) / 2
}

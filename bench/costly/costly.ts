import { fork } from 'node:child_process'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase, type Pool } from '#platform/db/database.server.ts'
import type { Place } from '../bench-kinds.ts'
import { makeBuyers, makeCrowd, makeGiveaways } from '../crowd.ts'
import { loop } from '../load.ts'
import { BENCH_SECRET } from '../secret.ts'
import { type ShopProcess, startShopProcess } from '../shop-process.ts'
import { IS_SHORT, sized } from '../short.ts'
import type { Line } from '../table.ts'
import type { Flooded, Order } from './flooder.ts'
import type { Flooding } from './floods.ts'

const PORT = 3595
const FLOOD_S = sized(Number(process.env.FLOOD_SECONDS ?? 20), 2)
const P95_MS = 500
const MORE_MB = 150
const SAMPLE_MS = 50
const PEOPLE = 400
const BUYERS = 20
const SLOTS = 50_000
const PASSWORD = 'Redoubt-Demo1!'

type Measured = { name: string; send: (n: number) => Promise<Response>; expected: number }

/**
 * `npm run bench -- costly`: one client floods each costly path within its limits while others sign in, get a quote, check out, claim a slot and open
 * a page in memory. `BEFORE=<folder of another release>` measures that release. `FLOOD_SECONDS` is the length of each flood (20), `FLOODS=photos,webhooks`
 * names some of them by the beginning of their name.
 */
export async function benchCostly({ databaseUrl, folder, say }: Place): Promise<Line[]> {
  const env = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: `${folder}/costly`,
    AUTH_SECRET: BENCH_SECRET,
    RATE_LIMITS: 'on',
    TRUSTED_PROXIES: '1',
  }
  const shop = await startShopProcess(PORT, env, process.env.BEFORE)
  const { pool, db } = openDatabase(databaseUrl, 4)
  try {
    const measured = await othersOf(pool, shop)
    const { json: session } = await signIn(shop.origin, 'shopper@redoubt.test', '203.0.113.9')
    const headers = { authorization: `Bearer ${session.idToken}` }
    const { orders } = await (await fetch(`${shop.origin}/api/my/orders`, { headers })).json()
    const { rows } = await pool.query<{ id: string }>(
      'select id from product where archived_at is null and not is_subscription limit 1',
    )
    const flooder = await startFlooder({
      origin: shop.origin,
      token: session.idToken,
      buyers: (await makeBuyers(pool, BUYERS)).map(({ token }) => token),
      orderId: orders[0].id,
      productId: rows[0]!.id,
    })
    await during(undefined, measured, shop)
    await sleep(sized(3000, 0))
    const rest = { web: shop.memory(), all: shop.memoryOfAll() }
    say(`memory at rest ${rest.web.toFixed(0)} MB`)
    const lines = [lineOf('nothing', await during(undefined, measured, shop), rest)]
    for (const name of flooder.names.filter(isChosen)) {
      lines.push(lineOf(name, await during(() => flooder.flood({ name, seconds: FLOOD_S }), measured, shop), rest))
      say(`${lines.at(-1)!.what}: ${lines.at(-1)!.measured}`)
    }
    flooder.stop()
    return lines
  } finally {
    await shop.stop()
    await db.destroy()
  }
}

const CHOSEN = process.env.FLOODS?.split(',') ?? []
const isChosen = (name: string) => CHOSEN.length === 0 || CHOSEN.some(start => name.startsWith(start))

/** Starts the process of the flooding client, which makes its pictures first. */
async function startFlooder(target: Flooding) {
  const child = fork(join(import.meta.dirname, 'flooder.ts'))
  const reply = async () => (await once(child, 'message'))[0]
  child.send(target)
  const names: string[] = await reply()
  return {
    names,
    flood: (order: Order): Promise<Flooded> => {
      child.send(order)
      return reply()
    },
    stop: () => child.kill(),
  }
}

async function signIn(origin: string, email: string, from: string) {
  const response = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin, 'x-forwarded-for': from },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  return { response, json: await response.clone().json() }
}

/** Other visitors: each call from a network of its own, and each checkout and claim by another user. */
async function othersOf(pool: Pool, { origin }: ShopProcess): Promise<Measured[]> {
  const people = await makeCrowd(pool, PEOPLE, 1000)
  const [giveaway] = await makeGiveaways(pool, 1, SLOTS, 50)
  const { rows } = await pool.query<{ product: string; variant: string }>(
    `select p.id as product, v.id as variant from product p join product_variant v on v.product_id = p.id
     where p.archived_at is null and not p.is_subscription and v.archived_at is null order by v.stock_on_hand desc nulls first limit 1`,
  )
  const items = [{ productId: rows[0]!.product, variantId: rows[0]!.variant, quantity: 1 }]
  const from = (n: number) => `198.18.${(n >> 8) % 256}.${n % 256}`
  let used = 0
  const post = (path: string, body: object, n: number, token?: string) =>
    fetch(origin + path, {
      method: 'POST',
      headers: {
        ...{ 'content-type': 'application/json', origin, 'x-forwarded-for': from(n) },
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    })
  const someone = () => people[used++ % people.length]!.token
  let slot = 0
  return [
    {
      name: 'sign-in',
      expected: 200,
      send: async n => (await signIn(origin, 'premium@redoubt.test', from(n + used++))).response,
    },
    { name: 'quote', expected: 200, send: n => post('/api/payments/quote', { items }, n) },
    { name: 'checkout', expected: 200, send: n => post('/api/payments/checkout-session', { items }, n, someone()) },
    {
      name: 'claim',
      expected: 200,
      send: n => post(`/api/giveaways/${giveaway}/entries`, { slots: [++slot] }, n, someone()),
    },
    { name: 'page', expected: 200, send: n => fetch(`${origin}/`, { headers: { 'x-forwarded-for': from(n) } }) },
  ]
}

/** Megabytes of the process that serves, and of it with the process of pictures. */
type Memory = { web: number; all: number }

type Outcome = {
  times: Map<string, number[]>
  wrong: Record<string, number>
  statuses: Record<string, number>
  memory: Memory
  load: number
}

/** Calls each measured path, one call at a time with a pause, while the flood runs. */
async function during(
  flood: (() => Promise<Flooded>) | undefined,
  measured: Measured[],
  shop: ShopProcess,
): Promise<Outcome> {
  const times = new Map<string, number[]>(measured.map(({ name }) => [name, []]))
  const wrong: Record<string, number> = {}
  const memory: Memory = { web: 0, all: 0 }
  const sampling = setInterval(() => {
    memory.web = Math.max(memory.web, shop.memory())
    memory.all = Math.max(memory.all, shop.memoryOfAll())
  }, SAMPLE_MS)
  const flooding = flood?.()
  const watching = measured.map(({ name, send, expected }) =>
    loop(1, FLOOD_S, async n => {
      const began = performance.now()
      const answer = await send(n)
      await answer.arrayBuffer()
      times.get(name)!.push(performance.now() - began)
      const refused = `${name} ${answer.status}`
      if (answer.status !== expected) wrong[refused] = (wrong[refused] ?? 0) + 1
      await sleep(50)
    }),
  )
  const [flooded] = await Promise.all([flooding, ...watching])
  clearInterval(sampling)
  return { times, wrong, statuses: flooded?.statuses ?? {}, memory, load: loadavg()[0]! }
}

function lineOf(name: string, { times, wrong, statuses, memory, load }: Outcome, rest: Memory): Line {
  const p95 = [...times].map(([what, all]) => {
    const sorted = all.toSorted((a, b) => a - b)
    return { what, ms: sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.POSITIVE_INFINITY }
  })
  const more = { web: memory.web - rest.web, all: memory.all - rest.all }
  const told = [
    p95.map(({ what, ms }) => `${what} ${ms.toFixed(0)}`).join(', '),
    `memory +${more.web.toFixed(0)} MB, with the process of pictures +${more.all.toFixed(0)} MB`,
    `load ${load.toFixed(1)}`,
  ]
  if (Object.keys(statuses).length > 0) told.push(`flood ${JSON.stringify(statuses)}`)
  if (Object.keys(wrong).length > 0) told.push(`others refused ${JSON.stringify(wrong)}`)
  const isKept =
    p95.every(({ ms }) => ms < P95_MS) && more.all <= MORE_MB && more.web <= MORE_MB && Object.keys(wrong).length === 0
  return {
    what: `flood: ${name}, p95 in ms`,
    measured: told.join('; '),
    ceiling: '',
    aim: `${P95_MS} ms, +${MORE_MB} MB`,
    ok: IS_SHORT || isKept,
  }
}

import type { Pool } from '#platform/db/database.server.ts'
import { makeCrowd } from './crowd.ts'
import { send } from './load.ts'
import type { ShopProcess } from './shop-process.ts'
import type { Line } from './table.ts'

/** Calls of each kind that are measured, after some that are not. */
const CALLS = 200
const WARM_UP = 20
const AIM_MS = 200

type Asked = { what: string; paths: readonly string[] }

/**
 * Staff's lists, the money report and the files, over the million orders that `seedOrders` made.
 * @param add is given each figure as soon as it is measured, as all of them take minutes.
 */
export async function benchOrdersLarge(pool: Pool, shop: ShopProcess, add: (...lines: Line[]) => void): Promise<void> {
  const { token } = (await makeCrowd(pool, 1, 1, true))[0]!
  const get = async (path: string) => {
    const { status, text } = await send(`${shop.origin}/api${path}`, { headers: { authorization: `Bearer ${token}` } })
    if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`)
    return text
  }
  add(await rolledUp(pool))
  await pool.query('vacuum analyze')
  for (const { what, paths } of [...revenueCalls(), ...(await listCalls(pool, get))])
    add(await percentiles(what, paths, get))
  add(...(await files(shop, token)))
}

/** Every day of the two years is added up by the job that the start of the shop asked for. */
async function rolledUp(pool: Pool): Promise<Line> {
  const began = performance.now()
  for (;;) {
    const { rows } = await pool.query<{ days: number; first: string; last: string }>(
      `select count(*) as days, min(rolled_at) as first, max(rolled_at) as last from revenue_rolled_day`,
    )
    const { days, first, last } = rows[0]!
    const seconds = (Date.parse(last) - Date.parse(first)) / 1000
    if (days >= 729)
      return {
        what: `${days} days of the past added up by the job, seconds`,
        measured: seconds.toFixed(0),
        ceiling: '',
        aim: '',
        ok: true,
      }
    if (performance.now() - began > 600_000) throw new Error(`Only ${days} days were added up in ten minutes.`)
    await new Promise(done => setTimeout(done, 500))
  }
}

async function percentiles(
  what: string,
  paths: readonly string[],
  get: (path: string) => Promise<string>,
): Promise<Line> {
  for (let n = 0; n < WARM_UP; n++) await get(paths[n % paths.length]!)
  const times: number[] = []
  for (let n = 0; n < CALLS; n++) {
    const began = performance.now()
    await get(paths[n % paths.length]!)
    times.push(performance.now() - began)
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.ceil(times.length * share) - 1]!
  return {
    what,
    measured: `p50 ${at(0.5).toFixed(0)}, p95 ${at(0.95).toFixed(0)}, p99 ${at(0.99).toFixed(0)} ms`,
    ceiling: '',
    aim: `p95 ${AIM_MS} ms`,
    ok: at(0.95) < AIM_MS,
  }
}

async function listCalls(pool: Pool, get: (path: string) => Promise<string>): Promise<Asked[]> {
  const list = (query: string) => `/admin/orders?limit=25&${query}`
  const cursors: string[] = []
  let cursor = ''
  for (let page = 0; page < 40; page++) {
    cursor = JSON.parse(await get(`/admin/orders?limit=100${cursor && `&cursor=${cursor}`}`)).nextCursor
    cursors.push(cursor)
  }
  const { rows } = await pool.query<{ number: number; email: string; name: string; tracking: string }>(
    `select number, email, ship_to->>'name' as name, tracking_number as tracking from customer_order
     where tracking_number is not null order by md5(number::text) limit 50`,
  )
  const search = (words: (row: (typeof rows)[number]) => string) =>
    rows.map(row => list(`q=${encodeURIComponent(words(row))}`))
  const each = (name: string, values: readonly string[]) => values.map(value => list(`${name}=${value}`))
  const states = ['paid', 'pending', 'expired', 'cancelled', 'review', 'refunded', 'shipped', 'packed', 'delivered']
  return [
    { what: 'staff order list, first page', paths: [list('')] },
    { what: 'staff order list, deep pages by cursor', paths: cursors.slice(-20).map(at => list(`cursor=${at}`)) },
    { what: 'staff order list, in each other order', paths: each('sort', ['oldest', 'highest', 'lowest']) },
    { what: 'staff order list, by each status', paths: each('status', states) },
    {
      what: 'staff order list, by what waits',
      paths: each('status', ['to_pack', 'partly_refunded', 'refund_failed', 'backordered']),
    },
    { what: 'staff order list, by tier', paths: each('tier', ['Bronze', 'Silver', 'Gold', 'Platinum']) },
    { what: 'staff order list, by state', paths: each('state', ['UT', 'TX', 'CA', 'WY']) },
    { what: 'staff order list, by days', paths: [list('from=2026-01-01&to=2026-01-31'), list(`to=2025-12-31`)] },
    {
      what: 'staff order list, tier, state and status',
      paths: [list('tier=Gold&state=TX&status=delivered'), list('tier=Platinum&status=refunded&state=WY')],
    },
    { what: 'search by number', paths: search(row => `RD-${row.number}`) },
    { what: 'search by e-mail', paths: search(row => row.email) },
    { what: 'search by name', paths: search(row => row.name) },
    { what: 'search by tracking number', paths: search(row => row.tracking) },
    { what: 'search, nothing found', paths: [list('q=zeppelin'), list('q=nobody%40nowhere.example')] },
    { what: 'counts beside the filters', paths: ['/admin/orders/counts'] },
  ]
}

const PERIODS = ['week', 'month', 'all']
const GROUPINGS = ['day', 'month', 'product', 'tier', 'state']

const revenueCalls = (): Asked[] => [
  ...PERIODS.map(period => ({ what: `revenue, ${period}`, paths: [`/admin/revenue?period=${period}`] })),
  ...GROUPINGS.map(by => ({
    what: `report of all time by ${by}`,
    paths: [`/admin/revenue/report?period=all&by=${by}`, `/admin/revenue/report?period=all&by=${by}&sort=refunds`],
  })),
  {
    what: 'report of a week and a month, every grouping',
    paths: GROUPINGS.flatMap(by => ['week', 'month'].map(period => `/admin/revenue/report?period=${period}&by=${by}`)),
  },
  {
    what: 'balance of week, month and all time',
    paths: PERIODS.map(period => `/admin/revenue/balance?period=${period}`),
  },
]

/** How soon a file begins, how fast it comes, and what the server holds in memory meanwhile. */
async function files(shop: ShopProcess, token: string): Promise<Line[]> {
  const began: number[] = []
  for (let n = 0; n < CALLS; n++) began.push((await download(shop, token, '/admin/orders/export', 1)).firstMs)
  began.sort((a, b) => a - b)
  const p95 = began[Math.ceil(CALLS * 0.95) - 1]!
  const before = shop.memory()
  const { rows, seconds, memory } = await download(shop, token, '/admin/orders/export', Number.POSITIVE_INFINITY)
  const report = await download(shop, token, '/admin/revenue/report.csv?by=day', Number.POSITIVE_INFINITY)
  return [
    {
      what: 'CSV of all orders, first byte',
      measured: `p50 ${began[CALLS / 2]!.toFixed(0)}, p95 ${p95.toFixed(0)} ms`,
      ceiling: '',
      aim: `p95 ${AIM_MS} ms`,
      ok: p95 < AIM_MS,
    },
    {
      what: `CSV of all orders, ${rows.toLocaleString('en-US')} rows`,
      measured: `${Math.round(rows / seconds).toLocaleString('en-US')} rows/s; memory ${Math.round(before)} → at most ${Math.round(memory)} MB`,
      ceiling: '',
      aim: 'steady memory',
      ok: memory < before + 100,
    },
    {
      what: `CSV of the report by day, ${report.rows} rows, first byte`,
      measured: `${report.firstMs.toFixed(0)} ms`,
      ceiling: '',
      aim: `${AIM_MS} ms`,
      ok: report.firstMs < AIM_MS,
    },
  ]
}

/** @param most chunks that are read, before it is broken off. */
async function download({ origin, memory }: ShopProcess, token: string, path: string, most: number) {
  const began = performance.now()
  const response = await fetch(`${origin}/api${path}`, { headers: { authorization: `Bearer ${token}` } })
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  const reader = response.body!.getReader()
  let [firstMs, rows, highest, chunks] = [0, 0, 0, 0]
  for (;;) {
    const { value, done } = await reader.read()
    if (done) break
    if (chunks++ === 0) firstMs = performance.now() - began
    if (chunks >= most) {
      await reader.cancel()
      break
    }
    for (const byte of value) if (byte === 10) rows++
    if (chunks % 50 === 0) highest = Math.max(highest, memory())
  }
  return { firstMs, rows, seconds: (performance.now() - began) / 1000, memory: Math.max(highest, memory()) }
}

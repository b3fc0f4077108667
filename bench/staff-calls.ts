import type { Pool } from '#platform/db/database.server.ts'
import type { User } from './crowd.ts'
import { send } from './load.ts'
import type { ShopProcess } from './shop-process.ts'
import { sized } from './short.ts'

/** Measured calls of each kind, after the warm-up calls. */
const CALLS = sized(200, 5)
const WARM_UP = sized(20, 1)

/** Calls the shop as a user. @returns a function from a path below /api to the text of its answer. @throws for another status than 200. */
export const askAs =
  ({ token }: User, { origin }: Pick<ShopProcess, 'origin'>) =>
  async (path: string, method: 'GET' | 'POST' = 'GET'): Promise<string> => {
    const headers = { authorization: `Bearer ${token}` }
    const { status, text } = await send(`${origin}/api${path}`, { method, headers })
    if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`)
    return text
  }

/** The durations of 200 calls of these paths in turn, in milliseconds. */
export async function timesOf(paths: readonly string[], ask: (path: string) => Promise<string>): Promise<number[]> {
  const times: number[] = []
  for (let n = -WARM_UP; n < CALLS; n++) {
    const began = performance.now()
    await ask(paths[Math.abs(n) % paths.length]!)
    if (n >= 0) times.push(performance.now() - began)
  }
  return times
}

/** Pages of 100 orders before the deep ones. */
const PAGES = sized(40, 10)

/** Paths that are requested in turn, and the name of their figure. */
export type Asked = { what: string; paths: readonly string[] }

/** The order list by every filter and sort, and the search by each property of an order. @param get calls the shop. */
export async function listCalls(pool: Pool, get: (path: string) => Promise<string>): Promise<Asked[]> {
  const list = (query: string) => `/admin/orders?limit=25&${query}`
  const cursors: string[] = []
  let cursor = ''
  for (let page = 0; page < PAGES; page++) {
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
    {
      what: 'staff order list, deep pages by cursor',
      paths: cursors.slice(-PAGES / 2).map(at => list(`cursor=${at}`)),
    },
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

/** The revenue figures, the report in every grouping, and the balance. */
export const revenueCalls = (): Asked[] => [
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

import type { Pool } from '#platform/db/database.server.ts'
import { makeCrowd } from './crowd.ts'
import { benchDownloads } from './downloads.ts'
import { send } from './load.ts'
import { percentilesOf } from './percentiles.ts'
import type { ShopProcess } from './shop-process.ts'
import { type Asked, listCalls, revenueCalls } from './staff-calls.ts'
import type { Line } from './table.ts'

/** Calls of each kind that are measured, after some that are not. */
const CALLS = 200
const WARM_UP = 20
const AIM_MS = 200

/** Days and months of the two years that are over. */
const DAYS = 729
const MONTHS = 23
const WAIT_MS = 600_000

/**
 * Staff's lists, the money report, the balance and the files, over the million orders that `seedOrders` made.
 * @param add is given each figure as soon as it is measured, as all of them take minutes.
 */
export async function benchOrdersLarge(pool: Pool, shop: ShopProcess, add: (...lines: Line[]) => void): Promise<void> {
  const { token } = (await makeCrowd(pool, 1, 1, true))[0]!
  const ask = async (path: string, method: 'GET' | 'POST' = 'GET') => {
    const headers = { authorization: `Bearer ${token}` }
    const { status, text } = await send(`${shop.origin}/api${path}`, { method, headers })
    if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`)
    return text
  }
  const memory = () => `, memory then ${Math.round(shop.memory())} MB`
  add(await rolledUp(pool, memory))
  add(await booksCompared(pool, () => ask('/admin/discrepancies/check', 'POST'), memory))
  await pool.query('vacuum analyze')
  add(await balanced(ask))
  for (const asked of [...revenueCalls(), ...(await listCalls(pool, ask))]) add(await measured(asked, ask))
  await benchDownloads(shop, token, add)
}

const fact = (what: string, figure: string, ok = true): Line => ({ what, measured: figure, ceiling: '', aim: '', ok })

/** Asks twice a second, and gives up after ten minutes. */
async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const began = performance.now()
  while (!(await isSo())) {
    if (performance.now() - began > WAIT_MS) throw new Error(`In ten minutes it did not come to this: ${what}.`)
    await new Promise(done => setTimeout(done, 500))
  }
}

/** Every day and month of the past is added up by the job that the start of the shop asked for. */
async function rolledUp(pool: Pool, memory: () => string): Promise<Line> {
  const read = async () =>
    (
      await pool.query<{ days: number; months: number; first: string; last: string }>(
        `select count(*) as days, min(rolled_at) as first, max(rolled_at) as last,
          (select count(*) from revenue_rolled_month) as months from revenue_rolled_day`,
      )
    ).rows[0]!
  await until('all days are added up', async () => {
    const { days, months } = await read()
    return days >= DAYS && months >= MONTHS
  })
  const { days, months, first, last } = await read()
  const seconds = (Date.parse(last) - Date.parse(first)) / 1000
  return fact(`${days} days and ${months} months of the past added up by the job`, `${seconds.toFixed(0)} s${memory()}`)
}

/** The reconciler's first comparison of all books, and the sums of its days: some runs, and its own job may be at one already. */
async function booksCompared(pool: Pool, check: () => Promise<string>, memory: () => string): Promise<Line> {
  const began = performance.now()
  await until('the books are compared', async () => {
    await check()
    const { rows } = await pool.query<{ days: number; isDone: boolean }>(
      `select (select count(*) from balance_day) as days,
        compared_all_at is not null and comparing_all_from is null as "isDone" from reconciler`,
    )
    return rows[0]!.isDone && rows[0]!.days >= DAYS
  })
  return fact(
    'all books compared with the provider for the first time',
    `${((performance.now() - began) / 1000).toFixed(0)} s${memory()}`,
  )
}

/** Both sides are the same to the cent, or the figures below would be those of an unreal shop. */
async function balanced(ask: (path: string) => Promise<string>): Promise<Line> {
  const { orders, payments, refunds, isEqual } = JSON.parse(await ask('/admin/revenue/balance?period=all'))
  const dollars = (amount: number) => amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' })
  const sides = isEqual ? 'equal' : `${dollars(payments)} by the provider`
  return fact('paid and refunded in all', `${dollars(orders)} and ${dollars(refunds.orders)}: ${sides}`, isEqual)
}

async function measured({ what, paths }: Asked, ask: (path: string) => Promise<string>): Promise<Line> {
  for (let n = 0; n < WARM_UP; n++) await ask(paths[n % paths.length]!)
  const times: number[] = []
  for (let n = 0; n < CALLS; n++) {
    const began = performance.now()
    await ask(paths[n % paths.length]!)
    times.push(performance.now() - began)
  }
  return percentilesOf(what, times, AIM_MS)
}

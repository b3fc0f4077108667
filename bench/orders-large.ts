import type { Pool } from '#platform/db/database.server.ts'
import { retryOnDeadlock } from '#platform/db/deadlock.server.ts'
import type { Site } from './bench-kinds.ts'
import { makeCrowd } from './crowd.ts'
import { benchDownloads } from './downloads.ts'
import { percentilesOf } from './percentiles.ts'
import { SEEDED_DAYS } from './seed-orders.ts'
import { askAs, listCalls, revenueCalls, timesOf } from './staff-calls.ts'
import type { Line } from './table.ts'

const AIM_MS = 200

/** Complete days, and the months that these certainly contain. */
const DAYS = SEEDED_DAYS - 1
const MONTHS = Math.floor(DAYS / 31)
const WAIT_MS = 600_000

/**
 * Measures the staff lists, the money report, the balance and the files over the orders that `seedOrders` made.
 */
export async function benchOrdersLarge({ pool, shop, add }: Site): Promise<void> {
  const owner = (await makeCrowd(pool, 1, 1, true))[0]!
  const ask = askAs(owner, shop)
  const memory = () => `, memory then ${Math.round(shop.memory())} MB`
  add(await rolledUp(pool, memory))
  add(await booksCompared(pool, () => ask('/admin/discrepancies/check', 'POST'), memory))
  await retryOnDeadlock(() => pool.query('vacuum analyze'))
  add(await balanced(ask))
  for (const { what, paths } of [...revenueCalls(), ...(await listCalls(pool, ask))])
    add(percentilesOf(what, await timesOf(paths, ask), AIM_MS))
  await benchDownloads(shop, owner.token, add)
}

const fact = (what: string, figure: string, ok = true): Line => ({ what, measured: figure, ceiling: '', aim: '', ok })

/** Polls twice a second and gives up after ten minutes. */
async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const began = performance.now()
  while (!(await isSo())) {
    if (performance.now() - began > WAIT_MS) throw new Error(`In ten minutes it did not come to this: ${what}.`)
    await new Promise(done => setTimeout(done, 500))
  }
}

/** Waits for the job that rolls up every past day and month; the shop's start enqueues it. */
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

/** Measures the reconciler's first comparison of all books and its daily sums: several runs, possibly beside the reconciler's own job. */
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

/** Checks that both sides agree to the cent; otherwise the figures below would describe an unreal shop. */
async function balanced(ask: (path: string) => Promise<string>): Promise<Line> {
  const { orders, payments, refunds, isEqual } = JSON.parse(await ask('/admin/revenue/balance?period=all'))
  const dollars = (amount: number) => amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' })
  const sides = isEqual ? 'equal' : `${dollars(payments)} by the provider`
  return {
    ...fact('paid and refunded in all', `${dollars(orders)} and ${dollars(refunds.orders)}: ${sides}`, isEqual),
    isRule: true,
  }
}

import type { Pool } from '#platform/db/database.server.ts'
import { retryOnDeadlock } from '#platform/db/deadlock.server.ts'
import type { Site } from './bench-kinds.ts'
import { makeCrowd } from './crowd.ts'
import { percentilesOf } from './percentiles.ts'
import { LARGE_PEOPLE } from './seed-orders.ts'
import type { ShopProcess } from './shop-process.ts'
import { type Asked, askAs, timesOf } from './staff-calls.ts'
import type { Line } from './table.ts'

const AIM_MS = 100
const MORE_MB = 100

/** Measures each tab's first page, search and activity with a million people, a million orders and five million entries. */
export async function benchAdminLarge({ pool, shop, add }: Site): Promise<void> {
  const owner = (await makeCrowd(pool, 1, 1, true))[0]!
  const ask = askAs(owner, shop)
  await retryOnDeadlock(() => pool.query('vacuum analyze'))
  for (const { what, paths } of await callsOf(pool)) {
    add(percentilesOf(what, await timesOf(paths, ask), AIM_MS))
  }
  add(await exported(shop, owner.token))
}

async function callsOf(pool: Pool): Promise<Asked[]> {
  const { rows: people } = await pool.query<{ email: string; name: string; phone: string }>(
    `select email, name, phone from users where email like 'buyer-%' order by md5(email) limit 40`,
  )
  const { rows: giveaways } = await pool.query<{ id: string }>(
    `select id from giveaway where slug like 'bench-%' order by md5(slug) limit 20`,
  )
  const search = (words: readonly string[]) =>
    words.map(word => `/admin/users/search?limit=500&q=${encodeURIComponent(word)}`)
  const list = (query: string) => `/admin/users?limit=10&${query}`
  return [
    { what: 'overview: stats', paths: ['/admin/stats'] },
    { what: 'overview: activity', paths: ['/admin/activity?limit=10'] },
    { what: 'overview: revenue', paths: ['week', 'month', 'all'].map(period => `/admin/revenue?period=${period}`) },
    { what: 'orders', paths: ['/admin/orders?limit=25'] },
    { what: 'giveaways', paths: ['/admin/giveaways'] },
    { what: 'entries of a giveaway', paths: giveaways.map(({ id }) => `/giveaways/${id}/entries?limit=50`) },
    { what: 'products', paths: ['/admin/products'] },
    { what: 'codes', paths: ['/admin/codes'] },
    { what: 'users', paths: [list('')] },
    { what: 'users, by offset', paths: [list('offset=10'), list('offset=500')] },
    { what: 'search users by e-mail', paths: search(people.map(({ email }) => email)) },
    {
      what: 'search users by the beginning of an e-mail',
      paths: search(people.map(({ email }) => email.slice(0, 10))),
    },
    { what: 'search users by name', paths: search(people.map(({ name }) => name)) },
    {
      what: 'search users by surname, which tens of thousands have',
      paths: search(['Frost', 'Stone', 'Vance', 'Lowe']),
    },
    { what: 'search users, nobody found', paths: search(['zeppelin', 'nobody@nowhere.example']) },
    { what: 'a user’s profile', paths: people.map(({ email }) => `/admin/users/profile?email=${email}`) },
    { what: 'winners', paths: ['/admin/winners'] },
    { what: 'credit audit', paths: people.map(({ email }) => `/credits/audit?email=${email}&limit=100`) },
    { what: 'support tickets', paths: ['/admin/support/tickets'] },
    { what: 'general inquiries', paths: ['/admin/support/inquiries'] },
    {
      what: 'record of changes',
      paths: ['/admin/records', '/admin/records?q=thing%204711', '/admin/records?type=giveaway'],
    },
    { what: 'palette', paths: people.map(({ name }) => `/admin/search?q=${encodeURIComponent(name.slice(0, 6))}`) },
    { what: 'settings', paths: ['/admin/settings'] },
  ]
}

/** Exports all users as CSV and measures the server's memory. */
async function exported({ origin, memory }: ShopProcess, token: string): Promise<Line> {
  const before = memory()
  const began = performance.now()
  const response = await fetch(`${origin}/api/admin/users/export?format=csv`, {
    headers: { authorization: `Bearer ${token}` },
  })
  if (response.status !== 200) throw new Error(`The export answered ${response.status}: ${await response.text()}`)
  let [rows, highest, chunks] = [0, 0, 0]
  for await (const chunk of response.body!) {
    for (const byte of chunk) if (byte === 10) rows++
    if (chunks++ % 50 === 0) highest = Math.max(highest, memory())
  }
  const seconds = (performance.now() - began) / 1000
  return {
    what: `CSV of all users, ${rows.toLocaleString('en-US')} rows`,
    measured: `${Math.round(rows / seconds).toLocaleString('en-US')} rows/s; memory ${Math.round(before)} → at most ${Math.round(highest)} MB`,
    ceiling: '',
    aim: 'steady memory',
    ok: highest < before + MORE_MB && rows > LARGE_PEOPLE,
  }
}

import { expect, it } from 'vitest'
import { addProduct, shoppingIn } from '#features/orders/testing/shopping.ts'
import { testShop } from '../testing/shop.ts'
import type { TestUser } from '../testing/users.ts'

/** The number of checkouts during the schema change, as in the reported issue. */
const CHECKOUTS = 40

const shop = await testShop()
const admin = await shop.addUser({ admin: true })

async function tables(): Promise<string[]> {
  const { rows } = await shop.database.pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'stripe_sandbox') order by 1`,
  )
  return rows.map(({ name }) => name)
}

/** Adds a column like a later migration: each ALTER waits for its lock briefly, so no caller waits long. */
async function addColumn(table: string, type: string) {
  for (;;) {
    const result = await shop.database.pool
      .query(`set lock_timeout = '200ms'; alter table ${table} add column added_${type} ${type}`)
      .catch(error => error)
    if (result.code !== '55P03' && result.code !== '40P01') return result instanceof Error && Promise.reject(result)
  }
}

/** The status of every GET address without an id. */
async function readAll(): Promise<Record<string, number>> {
  const { paths } = (await shop.call('/api/openapi.json')).json as { paths: Record<string, Record<string, unknown>> }
  const addresses = Object.entries(paths).flatMap(([path, { get }]) => (get && !path.includes('{') ? [path] : []))
  const statuses = addresses.map(async path => [path, (await shop.call(path, { as: admin })).status] as const)
  return Object.fromEntries(await Promise.all(statuses))
}

it('serves every reading and 40 checkouts while every table gets another column', async () => {
  const shopping = shoppingIn(shop)
  const goods = await addProduct(shop.services.db, { stock: [1000] })
  const buyers = await Promise.all(Array.from({ length: CHECKOUTS }, () => shop.addUser()))
  const buy = async (buyer: TestUser) => {
    const { status, json } = await shopping.checkout(buyer, [goods.item])
    return status === 200 ? 200 : json
  }
  // Twice, so that the pool's connections have prepared statements.
  await Promise.all(buyers.slice(0, 10).map(buy))
  await readAll()
  const before = await readAll()
  expect(Object.keys(before).length).toBeGreaterThan(60)
  expect(Object.entries(before).filter(([, status]) => status >= 500)).toEqual([])

  const names = await tables()
  const adding = (async () => {
    for (const table of names) await addColumn(table, 'text')
  })()
  const outcomes: unknown[] = []
  for (let from = 0; from < buyers.length; from += 4)
    outcomes.push(...(await Promise.all(buyers.slice(from, from + 4).map(buy))))
  await adding
  expect(outcomes).toEqual(Array(CHECKOUTS).fill(200))
  // With all columns present, on connections with old plans.
  expect(await Promise.all(buyers.slice(0, 10).map(buy))).toEqual(Array(10).fill(200))
  shop.responseCache.clear()
  expect(await readAll()).toEqual(before)
})

import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import type { TestUser } from '#app/testing/users.ts'
import { transact } from '#kernel/transaction.server.ts'
import { waitForLockWaits } from '#platform/testing/lock-waits.ts'
import { PER_TAB } from './contract.ts'

const shop = await testShop({ connections: 16 })
const agent = await shop.addUser({ role: 'support' })
const other = await shop.addUser({ admin: true })

const PATH = '/api/admin/saved-filters'
const save = (as: TestUser, name: string, tab = 'orders') =>
  shop.call(PATH, { as, json: { tab, name, query: 'status=to_pack&state=UT' } })
const namesOf = async (as: TestUser, tab = 'orders') =>
  (await shop.call(`${PATH}?tab=${tab}`, { as })).json.filters.map(({ name }: { name: string }) => name)

it('filters are saved by name for their owner, by tab [B-13.3]', async () => {
  const saved = await save(agent, ' To pack in Utah ')
  expect(saved.json).toMatchObject({ name: 'To pack in Utah', query: 'status=to_pack&state=UT' })
  await save(agent, 'autumn', 'codes')
  expect(await namesOf(agent)).toEqual(['To pack in Utah'])
  expect(await namesOf(agent, 'codes')).toEqual(['autumn'])
  expect(await namesOf(other)).toEqual([])

  const path = `${PATH}/${saved.json.id}`
  expect((await shop.call(path, { as: other, method: 'PATCH', json: { name: 'Mine' } })).json.code).toBe(
    'filter_not_found',
  )
  await shop.call(path, { as: other, method: 'DELETE' })
  await shop.call(path, { as: agent, method: 'PATCH', json: { name: 'Utah' } })
  expect(await namesOf(agent)).toEqual(['Utah'])
  await shop.call(path, { as: agent, method: 'DELETE' })
  expect(await namesOf(agent)).toEqual([])
})

it('a name is unique, and the number of filters is limited [B-13.3]', async () => {
  for (let n = 0; n < PER_TAB; n++) expect((await save(other, `filter ${n}`)).status).toBe(200)
  expect((await save(other, 'FILTER 3')).json.code).toBe('filter_name_taken')
  expect((await save(other, 'one more')).json.code).toBe('too_many_filters')
  const { filters } = (await shop.call(`${PATH}?tab=orders`, { as: other })).json
  const path = `${PATH}/${filters[0].id}`
  expect((await shop.call(path, { as: other, method: 'PATCH', json: { name: 'filter 7' } })).json.code).toBe(
    'filter_name_taken',
  )
})

it('filters saved at once keep the limit too [B-13.3]', async () => {
  for (let n = 1; n < PER_TAB; n++) await save(other, `filter ${n}`, 'codes')
  // The table lock holds all calls until each has started.
  const calls = await transact(shop.system, async tx => {
    await sql`lock table saved_filter in share mode`.execute(tx.db)
    const waiting = Array.from({ length: 6 }, (_, n) => save(other, `at once ${n}`, 'codes'))
    // One call waits for the table, the others for the lock of the user.
    await waitForLockWaits(shop.services.pool, 6)
    return { waiting }
  })
  const answers = await Promise.all(calls.waiting)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await namesOf(other, 'codes')).toHaveLength(PER_TAB)
})

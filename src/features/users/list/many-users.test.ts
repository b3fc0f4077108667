import { expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import { EXPORTED_AT_ONCE } from '../rules.ts'

const shop = await testShop()
const owner = await shop.addUser({ admin: true, name: 'Olive Owner' })
// With the owner, one more than an answer may hold.
await shop.services.pool.query(
  `insert into users (id, email, name) select gen_random_uuid(), 'crowd' || n || '@example.com', 'Crowd ' || n
   from generate_series(1, ${EXPORTED_AT_ONCE}) n`,
)

const get = (path: string) => shop.call(`/api/admin/users${path}`, { as: owner })

it('a search answers 500 users at most [B-12.134] [B-12.226]', async () => {
  expect((await get('/search?q=crowd')).json.users).toHaveLength(500)
  expect((await get('/search?q=crowd&limit=500')).json.users).toHaveLength(500)
  expect((await get('/search?q=crowd&limit=2')).json.users).toHaveLength(2)
  expect((await get('/search?q=crowd&limit=501')).status).toBe(400)
})

it('an answer exports 20,000 users at most, and a file has no limit [B-12.135]', async () => {
  expect(EXPORTED_AT_ONCE).toBe(20_000)
  const refused = await get('/export')
  expect([refused.status, refused.json.code]).toEqual([413, 'export_too_large'])
  expect((await get('/export?role=user')).json.totalUsers).toBe(20_000)
  const { text } = await get('/export?format=csv')
  expect(text.trim().split('\r\n')).toHaveLength(20_002)
})

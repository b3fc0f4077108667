import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { openTestShop } from '../shop.ts'

it('a closed test shop leaves no stored files', async () => {
  const { services, env, close } = await openTestShop()
  await services.storage.put('kept/line.txt', Buffer.from('kept'), 'text/plain')
  expect(existsSync(env.DATA_DIR)).toBe(true)
  await close()
  expect(existsSync(env.DATA_DIR)).toBe(false)
})

it('a test shop that did not start leaves no connection, so it looks for no database that is gone', async () => {
  const first = await openTestShop()
  const { database } = first
  await first.stop()
  const env = { AUTH_SECRET: 'another secret than the one that sealed the keys' }
  await expect(openTestShop({ database, env })).rejects.toThrow('AUTH_SECRET_PREVIOUS')
  const open = () =>
    database.pool.query(
      'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
  await expect.poll(async () => (await open()).rowCount).toBe(0)
  await database.close()
})

import { AsyncLocalStorage } from 'node:async_hooks'
import { expect, it } from 'vitest'
import { testDatabase } from '../../testing/database.ts'

const { pool } = await testDatabase(1)

it('a query that waited for a connection belongs to the call that asked it, and not to the call before', async () => {
  const call = new AsyncLocalStorage<string>()
  let begunIn: string | undefined
  const query = {
    get text() {
      begunIn = call.getStore()
      return 'select 1'
    },
  }
  await call.run('first', async () => {
    const client = await pool.connect()
    const second = call.run('second', () => pool.query(query))
    client.release()
    await second
  })
  expect(begunIn).toBe('second')
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { createJobs, type Jobs } from './jobs.server.ts'
import { createLogger } from './log.server.ts'
import { openTestDatabase } from './testing/database.ts'

let database: Awaited<ReturnType<typeof openTestDatabase>>
let jobs: Jobs
const worked: string[] = []

beforeAll(async () => {
  database = await openTestDatabase()
  jobs = createJobs(database.pool, createLogger('silent'), true)
  jobs.define<{ name: string }>(
    'note',
    async ({ name }) => {
      if (name === 'bad' && !worked.includes('bad failed')) {
        worked.push('bad failed')
        throw new Error('the first time it fails')
      }
      worked.push(name)
    },
    { retryDelay: 0, retryBackoff: false },
  )
  await jobs.start()
})
afterAll(async () => {
  await jobs.stop()
  await database.close()
})

const until = async (holds: () => boolean) => {
  for (let n = 0; n < 200 && !holds(); n++) await new Promise(done => setTimeout(done, 25))
}

it('a job exists exactly if the transaction that asked for it commits', async () => {
  const undone = database.db.transaction().execute(async trx => {
    await jobs.enqueue(trx, 'note', { name: 'undone' })
    throw new Error('rolled back')
  })
  await expect(undone).rejects.toThrow('rolled back')
  await database.db.transaction().execute(trx => jobs.enqueue(trx, 'note', { name: 'done' }))
  await until(() => worked.includes('done'))
  expect(worked).toEqual(['done'])
})

it('a job that fails is tried again, and does not make its neighbours run twice', async () => {
  for (const name of ['good', 'bad', 'fine']) await jobs.enqueue(database.db, 'note', { name })
  await until(() => worked.includes('bad') && worked.includes('fine'))
  expect(worked.slice(1).sort()).toEqual(['bad', 'bad failed', 'fine', 'good'])
})

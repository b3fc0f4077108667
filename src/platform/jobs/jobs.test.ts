import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { createLogger } from '../log.server.ts'
import { testDatabase } from '../testing/database.ts'
import { createJobs, defineJob, type Jobs } from './jobs.server.ts'

const database = await testDatabase()
let jobs: Jobs
const NOTE = defineJob('note', { name: z.string() })
const LONG = defineJob('long', { name: z.string() })
const worked: string[] = []

beforeAll(async () => {
  jobs = createJobs(database.pool, createLogger('silent'))
  jobs.handle(
    NOTE,
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
afterAll(() => jobs.stop())

const until = (holds: () => boolean) => expect.poll(holds, { interval: 25 }).toBe(true)

it('a job exists exactly if the transaction that enqueued it commits', async () => {
  const undone = database.db.transaction().execute(async trx => {
    await jobs.enqueue(trx, [{ job: NOTE, data: { name: 'undone' } }])
    throw new Error('rolled back')
  })
  await expect(undone).rejects.toThrow('rolled back')
  await database.db.transaction().execute(trx => jobs.enqueue(trx, [{ job: NOTE, data: { name: 'done' } }]))
  await until(() => worked.includes('done'))
  expect(worked).toEqual(['done'])
})

it('jobs for several queues are enqueued together, each with its own data and options', async () => {
  const [first, second] = ['together-a', 'together-b'].map(name => defineJob(name, { text: z.string() }))
  const idle = createJobs(database.pool, createLogger('silent'), { work: false })
  for (const job of [first!, second!]) idle.handle(job, async () => {})
  await idle.start()
  const options = { singletonKey: 'once', startAfter: 60 }
  await idle.enqueue(database.db, [
    { job: first!, data: { text: 'costs $1' } },
    { job: second!, data: { text: 'of the second, [1]' } },
    { job: first!, data: { text: 'another' }, options },
  ])
  await idle.enqueue(database.db, [])
  const { rows } = await database.pool.query(
    `select name, data ->> 'text' as text, singleton_key as key, start_after > now() + interval '50 s' as "isLater"
     from pgboss.job where name like 'together-%' order by name, text`,
  )
  expect(rows).toEqual([
    { name: 'together-a', text: 'another', key: 'once', isLater: true },
    { name: 'together-a', text: 'costs $1', key: null, isLater: false },
    { name: 'together-b', text: 'of the second, [1]', key: null, isLater: false },
  ])
  await idle.stop()
})

it('a failed job is tried again, and does not run its neighbours twice', async () => {
  for (const name of ['good', 'bad', 'fine']) await jobs.enqueue(database.db, [{ job: NOTE, data: { name } }])
  await until(() => worked.includes('bad') && worked.includes('fine'))
  expect(worked.slice(1).sort()).toEqual(['bad', 'bad failed', 'fine', 'good'])
})

it('a job with a limit of its own is tried again in a queue that tries once', async () => {
  const once = defineJob('once', { name: z.string() })
  const other = createJobs(database.pool, createLogger('silent'))
  const tried: string[] = []
  const fail = async ({ name }: { name: string }) => {
    tried.push(name)
    throw new Error('it fails')
  }
  other.handle(once, fail, { retryLimit: 0, retryDelay: 0, retryBackoff: false })
  await other.start()
  await other.enqueue(database.db, [
    { job: once, data: { name: 'of the queue' } },
    { job: once, data: { name: 'its own' }, options: { retryLimit: 2 } },
  ])
  await until(() => tried.length === 4)
  await other.stop()
  expect(tried.sort()).toEqual(['its own', 'its own', 'its own', 'of the queue'])
})

it('a job of a dead process is done by another within seconds, and a long job of a living one once', async () => {
  const started: string[] = []
  let end = () => {}
  const ended = new Promise<void>(done => {
    end = done
  })
  const other = createJobs(database.pool, createLogger('silent'))
  other.handle(LONG, async ({ name }) => {
    started.push(name)
    if (name === 'slow') await ended
  })
  await other.start()
  await other.enqueue(database.db, [{ job: LONG, data: { name: 'slow' } }])
  await until(() => started.includes('slow'))
  // The row of a process that was killed 7 seconds ago.
  const [dead] = (
    await database.pool.query<{ id: string }>(
      `insert into pgboss.job (name, data, state, started_on, heartbeat_on, heartbeat_seconds, retry_limit)
       values ('note', '{"name": "dead"}', 'active', now() - interval '9 seconds', now() - interval '7 seconds', 10, 8)
       returning id`,
    )
  ).rows
  await expect.poll(() => worked.includes('dead'), { interval: 100 }).toBe(true)
  // Without heartbeats the slow job would be taken over 6 s after its start.
  await new Promise(done => setTimeout(done, 6_500))
  end()
  await other.stop()
  expect(started).toEqual(['slow'])
  const { rows } = await database.pool.query(`select retry_count as n from pgboss.job where id = $1`, [dead!.id])
  expect(rows).toEqual([{ n: 1 }])
})

it('a job with a start time runs at that time', async () => {
  await jobs.enqueue(database.db, [{ job: NOTE, data: { name: 'later' }, options: { startAfter: 2 } }])
  await until(() => worked.includes('later'))
  const { rows } = await database.pool.query(
    `select start_after - created_on >= '2 seconds' as is_later, started_on >= start_after as is_in_time
     from pgboss.job where name = 'note' and data->>'name' = 'later'`,
  )
  expect(rows).toEqual([{ is_later: true, is_in_time: true }])
})

it('a start updates queues and schedules of an earlier release, and leaves equal ones alone', async () => {
  const start = async (options: { retryLimit: number; cron: string }) => {
    const release = createJobs(database.pool, createLogger('silent'))
    release.handle(defineJob('tidy'), async () => {}, options)
    await release.start()
    await release.stop()
    const { rows } = await database.pool.query(
      `select q.retry_limit, q.updated_on as queue_at, s.cron, s.updated_on as schedule_at
       from pgboss.queue q join pgboss.schedule s using (name) where q.name = 'tidy'`,
    )
    return rows[0]
  }
  const first = await start({ retryLimit: 3, cron: '5 4 * * *' })
  expect(first).toMatchObject({ retry_limit: 3, cron: '5 4 * * *' })
  expect(await start({ retryLimit: 3, cron: '5 4 * * *' })).toEqual(first)
  expect(await start({ retryLimit: 1, cron: '6 4 * * *' })).toMatchObject({ retry_limit: 1, cron: '6 4 * * *' })
})

it('a start beside a long write of jobs goes on without the index of running jobs, and the next start makes it', async () => {
  const startsWithIndex = async () => {
    const release = createJobs(database.pool, createLogger('silent'))
    await release.start()
    await release.stop()
    const { rows } = await database.pool.query(`select to_regclass('pgboss.job_active') is not null as here`)
    return rows[0].here
  }
  await database.pool.query('drop index pgboss.job_active')
  const writer = await database.pool.connect()
  await writer.query(`begin; lock table pgboss.job_common in row exclusive mode`)
  expect(await startsWithIndex()).toBe(false)
  await writer.query('commit')
  writer.release()
  // A statement that met a locked table is refused for a second.
  await expect.poll(startsWithIndex).toBe(true)
})

it('a job whose data does not fit its schema never reaches the handler, and stays for a retry', async () => {
  const wrong = { name: 7 } as unknown as { name: string }
  await jobs.enqueue(database.db, [{ job: NOTE, data: wrong }])
  const states = async () => {
    const { rows } = await database.pool.query(
      `select distinct state::text, output->>'message' as message from pgboss.job where name = 'note' and data->>'name' = '7'`,
    )
    return rows
  }
  await expect.poll(states).toMatchObject([{ message: expect.stringContaining('invalid_type') }])
  expect(worked).not.toContain(7)
})

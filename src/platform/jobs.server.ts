import { fromKysely, type JobResult, PgBoss } from 'pg-boss'
import type { Db, Pool } from './db/database.server.ts'
import type { Logger } from './log.server.ts'

type QueueOptions = { retryLimit?: number; retryDelay?: number; retryBackoff?: boolean; batch?: number; cron?: string }

export type Jobs = {
  /** Enqueues in the caller's transaction: the job exists exactly if the data does. `startAfter` in seconds or a time. */
  enqueue: (
    db: Db,
    queue: string,
    data: object,
    options?: { startAfter?: number | Date; singletonKey?: string },
  ) => Promise<void>
  /** Declares a queue and who works it off; in a web-only process it is declared and not worked. */
  define: <T extends object>(queue: string, work: (data: T) => Promise<void>, options?: QueueOptions) => void
  /** Looks now whether a queue has jobs for this process, instead of within half a second. */
  wake: (queue: string) => void
  start: () => Promise<void>
  /** Stops fetching, lets running jobs end, then lets go. */
  stop: () => Promise<void>
  isReady: () => Promise<boolean>
}

type Definition = { queue: string; work: (data: never) => Promise<void>; options: QueueOptions }

/**
 * Jobs on pg-boss (chosen because a job commits with the data that asks for it).
 * @param work false in a web-only process: it enqueues, another process works.
 */
export function createJobs(pool: Pool, log: Logger, work: boolean): Jobs {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schedule: work,
    supervise: work,
  })
  boss.on('error', error => log.error({ err: error }, 'jobs failed'))
  const definitions: Definition[] = []
  const workers = new Map<string, string>()

  async function open({ queue, work: run, options }: Definition) {
    const { retryLimit = 8, retryDelay = 2, retryBackoff = true, batch = 10 } = options
    await boss.createQueue(queue, {
      retryLimit,
      retryDelay,
      retryBackoff,
      // A job whose process was killed is taken for dead after this long, and done by another.
      expireInSeconds: 120,
      deleteAfterSeconds: 24 * 3600,
    })
    if (!work) return
    const worker = await boss.work(
      queue,
      { perJobResults: true, batchSize: batch, pollingIntervalSeconds: 0.5 },
      async jobs => {
        // Each job is settled by itself, so a bad one does not make its neighbours run again.
        return Promise.all(jobs.map(job => settle(queue, job.id, run(job.data as never))))
      },
    )
    workers.set(queue, worker)
    if (options.cron) await boss.schedule(queue, options.cron, {}, { tz: 'UTC' })
  }

  async function settle(queue: string, id: string, running: Promise<void>): Promise<JobResult> {
    try {
      await running
      return { id, status: 'completed' }
    } catch (error) {
      log.warn({ err: error, queue, jobId: id }, 'job failed, will be tried again')
      return { id, status: 'failed', output: { message: String(error) } }
    }
  }

  return {
    async enqueue(db, queue, data, options = {}) {
      await boss.send(queue, data, { ...options, db: fromKysely(db as never) })
    },
    define(queue, run, options = {}) {
      definitions.push({ queue, work: run as Definition['work'], options })
    },
    wake(queue) {
      const worker = workers.get(queue)
      if (worker) boss.notifyWorker(worker)
    },
    async start() {
      await boss.start()
      await Promise.all(definitions.map(open))
    },
    stop: () => boss.stop({ graceful: true, timeout: 20_000, close: false }),
    isReady: () => boss.isInstalled(),
  }
}

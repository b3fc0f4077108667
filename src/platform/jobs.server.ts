import { fromKysely, type JobResult, PgBoss } from 'pg-boss'
import { DatabaseAway } from './db/away.server.ts'
import type { Db, Pool } from './db/database.server.ts'
import type { Logger } from './log.server.ts'

type QueueOptions = { retryLimit?: number; retryDelay?: number; retryBackoff?: boolean; batch?: number; cron?: string }

export type Jobs = {
  /** Enqueues in the caller's transaction, so that the job exists only if the data does. `startAfter` is in seconds or a time. */
  enqueue: (
    db: Db,
    queue: string,
    data: object,
    options?: { startAfter?: number | Date; singletonKey?: string },
  ) => Promise<void>
  /** Declares a queue and its handler. A web-only process declares the queue but does not work its jobs. */
  define: <T extends object>(queue: string, work: (data: T) => Promise<void>, options?: QueueOptions) => void
  /** Polls a queue at once instead of within 0.5 s. */
  wake: (queue: string) => void
  start: () => Promise<void>
  /** Stops fetching, then waits up to 20 s for running jobs. */
  stop: () => Promise<void>
}

/** A worker sends a heartbeat every 2 s. pg-boss allows a limit of 10 s or more, so `takeFromDead` takes over earlier, after 6 s. */
const HEARTBEAT = { limitSeconds: 10, everySeconds: 2, deadSeconds: 6 }
const SWEEP_MS = 2_000

type Definition = { queue: string; work: (data: never) => Promise<void>; options: QueueOptions }

/**
 * Jobs on pg-boss (chosen because a job commits with the data that needs the job).
 * @param work false in a web-only process, which enqueues jobs but does not work them.
 */
export function createJobs(pool: Pool, log: Logger, work: boolean): Jobs {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schedule: work,
    supervise: work,
  })
  // Skips DatabaseAway: each queue polls twice a second, and the pulse logs the outage.
  boss.on('error', error => error instanceof DatabaseAway || log.error({ err: error }, 'jobs failed'))
  const definitions: Definition[] = []
  const workers = new Map<string, string>()

  async function open({ queue, work: run, options }: Definition) {
    const { retryLimit = 8, retryDelay = 2, retryBackoff = true, batch = 10 } = options
    await boss.createQueue(queue, {
      retryLimit,
      retryDelay,
      retryBackoff,
      // Limit for a job that hangs while its process lives.
      expireInSeconds: 120,
      deleteAfterSeconds: 24 * 3600,
      heartbeatSeconds: HEARTBEAT.limitSeconds,
    })
    // A queue that an earlier release created keeps its old settings without this update.
    if (work) await boss.updateQueue(queue, { heartbeatSeconds: HEARTBEAT.limitSeconds })
    if (!work) return
    const worker = await boss.work(
      queue,
      {
        perJobResults: true,
        batchSize: batch,
        pollingIntervalSeconds: 0.5,
        heartbeatRefreshSeconds: HEARTBEAT.everySeconds,
      },
      async jobs => {
        // Each job has its own result, so that a failed job does not run its neighbours again.
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

  /** Fails jobs whose process died, so that live processes try them again. */
  async function takeFromDead(): Promise<void> {
    const { rows } = await pool.query<{ name: string; id: string; retryCount: number }>(
      `select name, id, retry_count as "retryCount" from pgboss.job
       where state = 'active' and heartbeat_on < now() - make_interval(secs => $1) limit 1000`,
      [HEARTBEAT.deadSeconds],
    )
    for (const { name, ...job } of rows) {
      log.warn({ queue: name, jobId: job.id }, 'the process of a job died, another takes it')
      // Fenced by `retryCount`: a job that another process took in between continues.
      await boss.fail(name, [job] as never, { message: 'The process of this job died.' })
    }
  }

  let sweeping: NodeJS.Timeout | undefined
  let swept = Promise.resolve()
  function sweep(): void {
    sweeping = setTimeout(() => {
      swept = takeFromDead()
        .catch(error => log.warn({ err: error }, 'jobs of dead processes were not looked for'))
        .then(() => {
          if (sweeping) sweep()
        })
    }, SWEEP_MS)
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
      if (work) sweep()
    },
    async stop() {
      clearTimeout(sweeping)
      sweeping = undefined
      await swept
      await boss.stop({ graceful: true, timeout: 20_000, close: false })
    },
  }
}

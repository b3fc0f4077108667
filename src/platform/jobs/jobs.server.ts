import { type JobResult, PgBoss, type QueueResult, type Schedule } from 'pg-boss'
import { z } from 'zod'
import { DatabaseAway, isLockTimeout } from '../db/connections/away.server.ts'
import type { Db, Pool } from '../db/database.server.ts'
import type { Logger } from '../log.server.ts'
import { type Carrier, inSpan, SpanKind } from '../tracing/spans.server.ts'
import { insertJobs, type NewJob, TRACE } from './inserts.server.ts'

type QueueOptions = {
  retryLimit?: number
  retryDelay?: number
  retryBackoff?: boolean
  /** Cap of the backoff in seconds. */
  retryDelayMax?: number
  batch?: number
  cron?: string
}

/** For a job that must reach the provider and that no clock follows up: 11 retries in the first hour, then one an hour for seven days. */
export const FOR_A_WEEK = { retryLimit: 180, retryDelayMax: 3600 } satisfies QueueOptions

/** A kind of job: the name of its queue, and the schema of its data. */
export type Job<T extends object> = { name: string; schema: z.ZodType<T> }
export type JobData<J> = J extends Job<infer T> ? T : never

/**
 * Declares a kind of job beside the code that enqueues it. The handler is registered apart, because it often calls that same code, and
 * because a later feature may handle the job.
 * @param shape the fields of its data. Jobs wait in the database during an upgrade: a release accepts the data of the release before.
 */
export const defineJob = <S extends z.ZodRawShape>(name: string, shape: S = {} as S): Job<z.infer<z.ZodObject<S>>> => ({
  name,
  schema: z.object(shape),
})

export type Jobs = {
  /** Enqueues in the caller's transaction, so that the jobs exist only if the data does. One statement for all of them. */
  enqueue: (db: Db, jobs: readonly NewJob[]) => Promise<void>
  /** Registers the handler of a job. A web-only process creates the queue but does not work its jobs. */
  handle: <T extends object>(job: Job<T>, work: (data: T) => Promise<void>, options?: QueueOptions) => void
  /** Registers a task that runs by the clock alone. @param cron in UTC. */
  schedule: (queue: string, cron: string, work: () => Promise<void>, options?: QueueOptions) => void
  /**
   * Registers a task that a worker process runs again and again, once at a time, `everyMs` after its last end. A failure is logged. Other
   * processes run it too, so it must be safe at once. Starts nothing where no job starts by the clock.
   */
  repeat: (name: string, everyMs: number, work: () => Promise<void>) => void
  /** Fetches from a queue at once instead of within 0.5 s. */
  wake: (queue: string) => void
  start: () => Promise<void>
  /** Stops fetching, then waits up to 20 s for running jobs. */
  stop: () => Promise<void>
}

/** A worker sends a heartbeat every 2 s. pg-boss allows a limit of 10 s or more, so `takeFromDead` takes over earlier, after 6 s. */
const HEARTBEAT = { limitSeconds: 10, everySeconds: 2, deadSeconds: 6 }
const SWEEP_MS = 2_000
/**
 * Interval of the query for queues with due jobs. A queue's own fetch, at 29 s, is only a backstop: 60 queues that fetch twice a second
 * took a tenth of a core in an idle shop. A queue gets its worker with its first due job: 60 first fetches were half of the queries of a
 * start.
 */
const READY_MS = 500
const BACKSTOP_SECONDS = 29

type Traced = { [TRACE]?: Carrier }

const runTraced = (queue: string, data: Traced, run: (data: object) => Promise<void>): Promise<void> =>
  inSpan(`job ${queue}`, { kind: SpanKind.CONSUMER, parent: data[TRACE] }, () => run(data))

type Definition = { queue: string; work: (data: object) => Promise<void>; options: QueueOptions }

/**
 * Jobs on pg-boss (chosen because a job commits with the data that needs the job).
 * @param options.work false in a web-only process, which enqueues jobs but does not work them.
 * @param options.cron false starts no job by the clock.
 */
export function createJobs(pool: Pool, log: Logger, { work = true, cron = true } = {}): Jobs {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schedule: work && cron,
    supervise: work,
  })
  // Skips DatabaseAway: each queue polls twice a second, and the pulse logs the outage.
  boss.on('error', error => error instanceof DatabaseAway || log.error({ err: error }, 'jobs failed'))
  const definitions: Definition[] = []
  /** Workers of the queues that had a job, by queue. */
  const workers = new Map<string, Promise<string | undefined>>()
  let isWorking = false

  async function open(definition: Definition, kept: QueueResult | undefined, schedule: Schedule | undefined) {
    if (work || !kept) await keepQueue(boss, definition, kept)
    const { queue, options } = definition
    if (work && options.cron && schedule?.cron !== options.cron)
      await boss.schedule(queue, options.cron, {}, { tz: 'UTC' })
  }

  /** Starts the worker of a queue, which fetches at once. */
  const startWorker = ({ queue, work: run, options }: Definition): Promise<string> =>
    boss.work(
      queue,
      {
        perJobResults: true,
        batchSize: options.batch ?? 10,
        pollingIntervalSeconds: BACKSTOP_SECONDS,
        heartbeatRefreshSeconds: HEARTBEAT.everySeconds,
      },
      // Each job has its own result, so that a failed job does not run its neighbours again.
      jobs => Promise.all(jobs.map(job => settle(queue, job.id, runTraced(queue, job.data as Traced, run)))),
    )

  async function settle(queue: string, id: string, running: Promise<void>): Promise<JobResult> {
    try {
      await running
      return { id, status: 'completed' }
    } catch (error) {
      log.warn({ err: error, queue, jobId: id }, 'job failed, will be tried again')
      return { id, status: 'failed', output: { message: String(error) } }
    }
  }

  /** Data that does not fit the schema fails the job: after an upgrade, a retry may reach a process that understands the data. */
  function handle<T extends object>({ name, schema }: Job<T>, run: (data: T) => Promise<void>, options = {}): void {
    definitions.push({ queue: name, work: async data => run(schema.parse(data)), options })
  }

  function wake(queue: string): void {
    const definition = definitions.find(each => each.queue === queue)
    if (!definition || !isWorking) return
    const worker = workers.get(queue)
    if (worker) return void worker.then(id => id && boss.notifyWorker(id))
    const started = startWorker(definition).catch(error => {
      // The next wake tries again.
      workers.delete(queue)
      onError(error)
      return undefined
    })
    workers.set(queue, started)
  }

  const onError = (error: unknown) =>
    // Skips DatabaseAway: these queries repeat twice a second, and the pulse logs the outage.
    error instanceof DatabaseAway || log.warn({ err: error }, 'due jobs and jobs of dead processes were not looked for')
  const wakeReady = async () => (await dueQueues(pool, definitions)).forEach(wake)
  const repeated = [
    repeat(READY_MS, wakeReady, onError),
    repeat(SWEEP_MS, () => takeFromDead(boss, pool, log), onError),
  ]

  return {
    enqueue: (db, jobs) => insertJobs(boss, db, jobs),
    handle,
    schedule: (queue, cron, run, options) => handle(defineJob(queue), run, { ...options, cron }),
    repeat(name, everyMs, run) {
      const onFailure = (error: unknown) =>
        error instanceof DatabaseAway || log.error({ err: error, task: name }, 'a repeated task failed')
      if (work && cron) repeated.push(repeat(everyMs, run, onFailure))
    },
    wake,
    async start() {
      await boss.start()
      await createActiveIndex(pool, log)
      const queues = new Map((await boss.getQueues()).map(queue => [queue.name, queue]))
      const schedules = new Map((await boss.getSchedules()).map(schedule => [schedule.name, schedule]))
      await Promise.all(definitions.map(each => open(each, queues.get(each.queue), schedules.get(each.queue))))
      if (!work) return
      isWorking = true
      for (const task of repeated) task.start()
    },
    async stop() {
      isWorking = false
      await Promise.all(repeated.map(task => task.stop()))
      // pg-boss does not stop a worker that starts later.
      await Promise.all(workers.values())
      await boss.stop({ graceful: true, timeout: 20_000, close: false })
    },
  }
}

/**
 * An index of the running jobs beside those of pg-boss. Without it each completion reads all jobs of its queue, and each search for jobs of
 * dead processes reads every job, for the 24 h that a job is kept. A process beside those of the last release may find the table in use, and
 * writers of jobs would queue behind it: it gives up after a second, and the next start tries again.
 */
async function createActiveIndex(pool: Pool, log: Logger): Promise<void> {
  const { rowCount } = await pool.query(`select where to_regclass('pgboss.job_active') is null`)
  if (rowCount === 0) return
  try {
    // Processes that start together create it once. The lock ends with the transaction of this one message.
    await pool.query(`
      select set_config('lock_timeout', '1s', true), pg_advisory_xact_lock(hashtext('pgboss.job_active'));
      create index if not exists job_active on pgboss.job_common (name, id) where state = 'active'`)
  } catch (error) {
    if (!isLockTimeout(error)) throw error
    log.info('the index of running jobs waits for a lock and will be created at the next start')
  }
}

/** Creates a missing queue, and gives an earlier release's queue the options of this one. */
async function keepQueue(boss: PgBoss, { queue, options }: Definition, kept: QueueResult | undefined) {
  const { retryLimit = 8, retryDelay = 2, retryBackoff = true, retryDelayMax } = options
  const wanted = {
    retryLimit,
    retryDelay,
    retryBackoff,
    ...(retryDelayMax && { retryDelayMax }),
    // Limit for a job that hangs while its process lives.
    expireInSeconds: 120,
    deleteAfterSeconds: 24 * 3600,
    heartbeatSeconds: HEARTBEAT.limitSeconds,
  }
  if (!kept) await boss.createQueue(queue, wanted)
  else if (Object.entries(wanted).some(([name, value]) => kept[name as keyof QueueResult] !== value))
    await boss.updateQueue(queue, wanted)
}

/** Queues with due jobs, in one query. */
async function dueQueues(pool: Pool, definitions: readonly Definition[]): Promise<string[]> {
  const { rows } = await pool.query<{ queue: string }>(
    `select queue from unnest($1::text[]) queue where exists (
       select from pgboss.job where name = queue and state < 'active' and not blocked and start_after <= now())`,
    [definitions.map(({ queue }) => queue)],
  )
  return rows.map(({ queue }) => queue)
}

/** Fails jobs whose process died, so that live processes try them again. */
async function takeFromDead(boss: PgBoss, pool: Pool, log: Logger): Promise<void> {
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

/** Repeats a task, each run `everyMs` after the end of the one before. */
function repeat(everyMs: number, task: () => Promise<void>, onError: (error: unknown) => void) {
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  const start = () => {
    timer = setTimeout(() => {
      running = task()
        .catch(onError)
        .then(() => {
          if (timer) start()
        })
    }, everyMs)
  }
  const stop = async () => {
    clearTimeout(timer)
    timer = undefined
    await running
  }
  return { start, stop }
}

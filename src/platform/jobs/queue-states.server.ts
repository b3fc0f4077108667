import { sql } from 'kysely'
import type { Db } from '../db/database.server.ts'

export type QueueState = {
  queue: string
  /** Jobs that are due and not running. */
  due: number
  /** Age in seconds of the oldest due job, from the moment it was due. */
  oldestSeconds: number
  /** Jobs without a retry left whose work no later run has done, for the 24 h that a job is kept. */
  failed: number
}

/** Counts end here, because a queue of a million jobs must not slow down its own measurement. */
const COUNT_LIMIT = 100_000

export type FailedJob = { id: string; queue: string; at: Date; error: string }

const SHOWN = 50

/** Of the job `j`. A job without retries is repeated by the clock: a later run that succeeded has done its work. */
const IS_LOST = sql`
  j.state = 'failed' and not (j.retry_limit = 0 and exists (
    select from pgboss.job later where later.name = j.name and later.state = 'completed' and later.completed_on > j.completed_on))`

/** The newest jobs without a retry left whose work no later run has done. pg-boss keeps them for 24 h. */
export async function listFailedJobs(db: Db): Promise<FailedJob[]> {
  const { rows } = await sql<FailedJob>`
    select id, name as queue, completed_on as at, coalesce(output->>'message', left(output::text, 300), '') as error
    from pgboss.job j where ${IS_LOST} order by completed_on desc, id limit ${SHOWN}`.execute(db)
  return rows
}

export async function hasJob(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`select from pgboss.job where id = ${id}`.execute(db)
  return rows.length > 0
}

/** Makes a failed job due once more. @returns its queue; undefined when it is not failed. */
export async function retryFailedJob(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ queue: string }>`
    update pgboss.job set state = 'retry', retry_limit = retry_count + 1, start_after = now(), completed_on = null
    where id = ${id} and state = 'failed' returning name as queue`.execute(db)
  return rows[0]?.queue
}

/** State of each queue that has due or failed jobs. */
export async function listQueueStates(db: Db): Promise<QueueState[]> {
  const { rows } = await sql<QueueState>`
    select q.name as queue, d.due, d.oldest as "oldestSeconds", f.failed
    from pgboss.queue q
    cross join lateral (
      select count(*)::int as due, coalesce(extract(epoch from now() - min(start_after)), 0)::float8 as oldest
      from (select start_after from pgboss.job
            where name = q.name and state < 'active' and not blocked and start_after <= now() limit ${COUNT_LIMIT}) waiting
    ) d
    cross join lateral (
      select count(*)::int as failed
      from (select from pgboss.job j where j.name = q.name and ${IS_LOST} limit ${COUNT_LIMIT}) lost
    ) f
    where d.due > 0 or f.failed > 0`.execute(db)
  return rows
}

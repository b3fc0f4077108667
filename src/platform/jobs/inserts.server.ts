import { fromKysely, type PgBoss } from 'pg-boss'
import type { Db } from '../db/database.server.ts'
import { carrierOfTrace } from '../tracing/spans.server.ts'

/** A job to enqueue. `startAfter` is in seconds or a time, `retryLimit` replaces that of its queue. */
export type NewJob = {
  job: { name: string }
  data: object
  options?: { startAfter?: number | Date; singletonKey?: string; retryLimit?: number } | undefined
}

/** The trace that enqueued a job travels in its data. A job's schema drops the field, in the last release too. */
export const TRACE = 'traceContext'

function withTrace(data: object): object {
  const trace = carrierOfTrace()
  return trace ? { ...data, [TRACE]: trace } : data
}

/** An insert of pg-boss: a text for a queue, and its jobs as texts of JSON. */
type Insert = { text: string; jobs: string[] }

/** The inserts that pg-boss would send for these jobs, one for each queue. Nothing is sent. */
async function insertsOf(boss: PgBoss, jobs: readonly NewJob[]): Promise<Insert[]> {
  const inserts = new Map<string, Insert>()
  const keep = async (text: string, [list]: unknown[] = []) => {
    const insert = inserts.get(text) ?? { text, jobs: [] }
    inserts.set(text, insert)
    insert.jobs.push((list as string).slice(1, -1))
    return { rows: [{ id: '' }] }
  }
  for (const { job, data, options } of jobs)
    await boss.send(job.name, withTrace(data), { ...options, db: { executeSql: keep } })
  return [...inserts.values()]
}

/** One statement for inserts into several queues, with its values. */
function together(inserts: readonly Insert[]): [text: string, values: unknown[]] {
  const values = inserts.map(({ jobs }) => `[${jobs.join()}]`)
  if (inserts.length === 1) return [inserts[0]!.text, values]
  const parts = inserts.map(({ text }, at) => `queue_${at} as (${text.replaceAll('$1', `$${at + 1}`)})`)
  return [`with ${parts.join(', ')} select`, values]
}

/** Inserts jobs with one statement. */
export async function insertJobs(boss: PgBoss, db: Db, jobs: readonly NewJob[]): Promise<void> {
  const inserts = await insertsOf(boss, jobs)
  if (inserts.length > 0) await fromKysely(db as never).executeSql(...together(inserts))
}

import { readdirSync, readFileSync } from 'node:fs'
import type { Pool } from '#platform/db/database.server.ts'
import type { ShopProcess } from './shop-process.ts'

/** Processor time in milliseconds. */
export type ProcessorTime = { shop: number; database: number }

/** User and system time of ended children in `/proc/<pid>/stat`, in ticks of 10 ms on all Linux machines. */
const MS_PER_TICK = 10
const PARENT = 1
const OF_ENDED_CHILDREN = [13, 14]
const NS_PER_MS = 1e6

/** @returns the processor time of the shop's process and of all processes of its PostgreSQL since their start. */
export async function processorTimeOf(pool: Pool, { pid }: Pick<ShopProcess, 'pid'>): Promise<ProcessorTime> {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  const postmaster = fieldsOf(rows[0]!.pid)![PARENT]!
  const backends = readdirSync('/proc').filter(
    name => /^\d+$/.test(name) && fieldsOf(Number(name))?.[PARENT] === postmaster,
  )
  return {
    shop: timeOf(pid),
    database: timeOfEndedChildren(postmaster) + sum([postmaster, ...backends.map(Number)].map(timeOf)),
  }
}

/** @returns the processor time in milliseconds of the programs that this process started and that have ended. */
export const processorTimeOfEndedChildren = (): number => timeOfEndedChildren(process.pid)

/** @returns the milliseconds that were spent between two times for each of `count` pieces of work. */
export function msPerPiece(
  before: ProcessorTime,
  after: ProcessorTime,
  count: number,
): ProcessorTime & { all: number } {
  const [shop, database] = [(after.shop - before.shop) / count, (after.database - before.database) / count]
  return { shop, database, all: shop + database }
}

/** Formats what was spent between two times for each of `count` pieces of work. */
export function perPiece(before: ProcessorTime, after: ProcessorTime, count: number): string {
  const { all, shop, database } = msPerPiece(before, after, count)
  const [each, own, postgres] = [all, shop, database].map(ms => (ms * 1000).toFixed(0))
  return `${each} µs of processor time each (shop ${own}, PostgreSQL ${postgres})`
}

/** The fields of /proc/<pid>/stat after the name. Undefined when the process has ended. */
function fieldsOf(pid: number): number[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ').map(Number)
  } catch {
    return undefined
  }
}

const timeOfEndedChildren = (pid: number): number =>
  sum(OF_ENDED_CHILDREN.map(place => fieldsOf(pid)![place]! * MS_PER_TICK))

/** Processor time of all threads in milliseconds, from the scheduler's nanoseconds. */
function timeOf(pid: number): number {
  try {
    return sum(
      readdirSync(`/proc/${pid}/task`).map(
        thread => Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / NS_PER_MS,
      ),
    )
  } catch {
    return 0
  }
}

const sum = (values: number[]): number => values.reduce((all, each) => all + each, 0)

import { readdirSync, readFileSync } from 'node:fs'
import type { Pool } from '#platform/db/database.server.ts'
import type { ShopProcess } from './shop-process.ts'

/** User and system time in milliseconds. */
export type ProcessorTime = { shop: number; database: number }

/** Of Linux, on all architectures. */
const TICKS_PER_SECOND = 100
const PARENT = 1
const OWN = [11, 12]
const OF_ENDED_CHILDREN = [13, 14]

/** @returns the processor time of the shop's process and of all processes of its PostgreSQL since their start. */
export async function processorTimeOf(pool: Pool, { pid }: Pick<ShopProcess, 'pid'>): Promise<ProcessorTime> {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  const postmaster = fieldsOf(rows[0]!.pid)![PARENT]!
  const backends = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(name => fieldsOf(Number(name)) ?? [])
    .filter(fields => fields[PARENT] === postmaster)
  const database = [sum(fieldsOf(postmaster)!, [...OWN, ...OF_ENDED_CHILDREN]), ...backends.map(each => sum(each, OWN))]
  return { shop: sum(fieldsOf(pid)!, OWN), database: database.reduce((all, one) => all + one, 0) }
}

/** Formats what was spent between two times for each of `count` pieces of work. */
export function perPiece(before: ProcessorTime, after: ProcessorTime, count: number): string {
  const [shop, database] = [after.shop - before.shop, after.database - before.database].map(ms => (ms * 1000) / count)
  const [all, own, postgres] = [shop! + database!, shop!, database!].map(each => each.toFixed(0))
  return `${all} µs of processor time each (shop ${own}, PostgreSQL ${postgres})`
}

/** The fields of /proc/<pid>/stat after the name. Undefined when the process has ended. */
function fieldsOf(pid: number): number[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ').map(Number)
  } catch {
    return undefined
  }
}

const sum = (fields: number[], places: number[]): number =>
  places.reduce((all, place) => all + (fields[place]! * 1000) / TICKS_PER_SECOND, 0)

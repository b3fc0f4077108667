import type { Operations } from './contract.ts'

/** The state of one part, with the reason. `at` is a moment that ends the sentence. */
export type Health = { part: string; state: 'well' | 'look' | 'broken'; text: string; at?: string | undefined }

const HOUR_S = 3600
/** The audit and the backup run each night. */
const NIGHTLY_S = 30 * HOUR_S
/** As the alert `JobsAreLate`. */
const LATE_S = 300
/** Shares of the connections that PostgreSQL allows. */
const CROWDED = 0.8

/** "3 s", "12 min", "4 h". */
export function inWords(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`
  return seconds < 2 * HOUR_S ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / HOUR_S)} h`
}

const count = (n: number, one: string, many = `${one}s`) => `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`

/** The state of each part of the shop, the thresholds as in the alerts (docs/operations/alerts.md). */
export const healthOf = (all: Operations): Health[] => [
  processesOf(all),
  databaseOf(all),
  queuesOf(all),
  providersOf(all),
  backupOf(all),
  auditOf(all),
  logOf(all),
  witnessesOf(all),
]

function processesOf({ processes }: Operations): Health {
  const part = 'Processes'
  const alive = processes.filter(({ isAlive }) => isAlive)
  const silent = processes.length - alive.length
  if (!alive.some(({ role }) => role !== 'web'))
    return { part, state: 'broken', text: 'No worker lives: no job runs and no message leaves.' }
  if (silent > 0) return { part, state: 'look', text: `${count(silent, 'process is', 'processes are')} silent.` }
  if (alive.some(({ overload }) => overload > 0))
    return { part, state: 'look', text: 'At least one is overloaded and refuses calls.' }
  const releases = new Set(alive.map(({ release }) => release))
  if (releases.size > 1)
    return { part, state: 'look', text: `Releases ${[...releases].sort().join(' and ')} run together.` }
  return { part, state: 'well', text: `${count(alive.length, 'process', 'processes')}, release ${[...releases][0]}.` }
}

function databaseOf({ database: { version, bytes, connections, maxConnections } }: Operations): Health {
  const isCrowded = connections > maxConnections * CROWDED
  const size = bytes > 2e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.round(bytes / 1e6)} MB`
  return {
    part: 'Database',
    state: isCrowded ? 'look' : 'well',
    text: `PostgreSQL ${version}, ${size}, ${connections} of ${maxConnections} connections.`,
  }
}

function queuesOf({ queues, failedJobs, failedMessages }: Operations): Health {
  const part = 'Jobs and messages'
  const late = queues.filter(({ due, oldestSeconds }) => due > 0 && oldestSeconds > LATE_S)
  const [first] = late.toSorted((a, b) => b.oldestSeconds - a.oldestSeconds)
  if (first) return { part, state: 'look', text: `${first.queue} has waited for ${inWords(first.oldestSeconds)}.` }
  const failed = failedJobs.length + failedMessages.length
  if (failed > 0) return { part, state: 'look', text: `${count(failed, 'failure')} below.` }
  return { part, state: 'well', text: 'Nothing is late, and nothing failed.' }
}

function providersOf({ processes }: Operations): Health {
  const part = 'Providers'
  const away = new Map<string, string>()
  for (const { isAlive, outages } of processes)
    for (const { provider, since } of isAlive ? outages : [])
      if (!away.has(provider) || since < away.get(provider)!) away.set(provider, since)
  if (away.size === 0) return { part, state: 'well', text: 'Every process asks every provider.' }
  const [[, since]] = [...away] as [[string, string]]
  return {
    part,
    state: 'look',
    text: `Left alone by at least one process: ${[...away.keys()].join(', ')}, since`,
    at: since,
  }
}

function backupOf({ backup: { last, verifiedAt }, at }: Operations): Health {
  const part = 'Backup'
  if (!last) return { part, state: 'look', text: 'No backup was recorded. docs/operations/backups.md sets it up.' }
  if (last.error) return { part, state: 'broken', text: `${last.error} Begun`, at: last.at }
  const isOld = secondsSince(last.at, at) > NIGHTLY_S
  if (!verifiedAt) return { part, state: 'look', text: 'No restore was tested. The last backup ended', at: last.at }
  return { part, state: isOld ? 'look' : 'well', text: 'Restored as a test since. The last one ended', at: last.at }
}

function auditOf({ audit, at }: Operations): Health {
  const part = 'Ledger audit'
  if (!audit) return { part, state: 'look', text: 'It has not run yet. It runs each night.' }
  if (audit.faults > 0) return { part, state: 'broken', text: `${count(audit.faults, 'fault')} found`, at: audit.at }
  const isOld = secondsSince(audit.at, at) > NIGHTLY_S
  return { part, state: isOld ? 'look' : 'well', text: 'Credits and entries added up', at: audit.at }
}

function logOf({ log: { size, publishedSize, publishedAt, waiting, overdueDraws } }: Operations): Health {
  const part = 'Log of draws'
  if (overdueDraws > 0) return { part, state: 'broken', text: `${count(overdueDraws, 'draw')} overdue.` }
  const open = size - publishedSize
  if (open > 0 || waiting > 0)
    return { part, state: 'look', text: `${count(open, 'leaf', 'leaves')} without a checkpoint, ${waiting} waiting.` }
  if (!publishedAt) return { part, state: 'well', text: 'It has no leaf yet.' }
  return {
    part,
    state: 'well',
    text: `${count(size, 'leaf', 'leaves')}, all under a checkpoint that was published`,
    at: publishedAt,
  }
}

const witnessesOf = ({ log: { conflicts } }: Operations): Health => ({
  part: 'Witnesses',
  state: conflicts > 0 ? 'broken' : 'well',
  text: conflicts > 0 ? `${count(conflicts, 'witness', 'witnesses')} saw another log.` : 'None saw another log.',
})

const secondsSince = (then: string, now: string) => (Date.parse(now) - Date.parse(then)) / 1000

import type { EventEmitter } from 'node:events'
import type pg from 'pg'
import type { Pool } from '#platform/db/database.server.ts'

type PlanNode = { 'Node Type': string; 'Relation Name'?: string; Plans?: PlanNode[] }
type LoggedPlan = { query: string; root: PlanNode; buffers: number }

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/** Tables that a plan reads by a sequential scan. */
export const sequentialScansOf = ({ root }: LoggedPlan): string[] =>
  nodesOf(root)
    .filter(node => node['Node Type'] === 'Seq Scan')
    .map(node => node['Relation Name']!)

/** Tables that a plan reads or writes. */
export const tablesOf = ({ root }: LoggedPlan): string[] => nodesOf(root).flatMap(node => node['Relation Name'] ?? [])

/** Shared buffers that the plans hit or read. A function's plan includes its statements. */
export const buffersOf = (plans: LoggedPlan[]): number => plans.reduce((sum, { buffers }) => sum + buffers, 0)

/** Makes new sessions of a database log the executed plan of each statement, including those in functions and foreign keys. */
export async function explainAll(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>('select current_database() as name')
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_nested_statements': 'on',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_buffers': 'on',
    'auto_explain.log_timing': 'off',
    'auto_explain.log_format': 'json',
    'auto_explain.log_level': 'notice',
  }
  // PostgreSQL knows the names of these settings only with the library loaded.
  await pool.query(`load 'auto_explain'`)
  for (const [name, value] of Object.entries(settings)) {
    await pool.query(`alter database ${rows[0]!.name} set ${name} = '${value}'`)
  }
}

/** Collects the plans that sessions, or all sessions of pools, log. */
export function openPlanLog(...sources: (Pool | pg.PoolClient)[]) {
  let plans: LoggedPlan[] = []
  const known = new WeakSet<EventEmitter>()
  function listen(client: pg.PoolClient) {
    if (known.has(client)) return
    known.add(client)
    client.on('notice', ({ message = '' }) => {
      if (!/^duration:.*plan:/.test(message)) return
      const { 'Query Text': query, Plan: root } = JSON.parse(message.slice(message.indexOf('{')))
      plans.push({ query, root, buffers: root['Shared Hit Blocks'] + root['Shared Read Blocks'] })
    })
  }
  for (const source of sources) {
    if ('idleCount' in source) source.on('acquire', listen)
    else listen(source)
  }
  return {
    /** Plans since the last call. */
    take(): LoggedPlan[] {
      const taken = plans
      plans = []
      return taken
    },
  }
}

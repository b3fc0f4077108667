import type { EventEmitter } from 'node:events'
import type pg from 'pg'
import type { Pool } from '#platform/db/database.server.ts'

type PlanNode = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}
export type LoggedPlan = { query: string; root: PlanNode }
type Scan = { of: string; rows: number }

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/** Tables that a plan reads or writes. */
export const tablesOf = ({ root }: LoggedPlan): string[] => nodesOf(root).flatMap(node => node['Relation Name'] ?? [])

/**
 * The rows that each scan of a table or an index read, kept or not. Load does not change them. It changes milliseconds, and buffers too,
 * because a new session also reads its catalogs.
 */
export const scansOf = ({ root }: LoggedPlan): Scan[] =>
  nodesOf(root)
    .filter(node => node['Relation Name'] ?? node['Index Name'])
    .filter(node => node['Node Type'].endsWith('Scan'))
    .map(node => ({
      of: `${node['Node Type']} of ${node['Index Name'] ?? node['Relation Name']}`,
      rows:
        node['Actual Loops'] *
        (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)),
    }))

/**
 * Makes new sessions of a database log the executed plan of each statement, including those in functions and foreign keys.
 * @param others more settings of these sessions.
 */
export async function explainAll(pool: Pool, others: Record<string, string>): Promise<void> {
  const { rows } = await pool.query<{ name: string }>('select current_database() as name')
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_nested_statements': 'on',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_timing': 'off',
    'auto_explain.log_format': 'json',
    'auto_explain.log_level': 'notice',
    ...others,
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
      plans.push({ query, root })
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

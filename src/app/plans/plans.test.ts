import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { firstOf } from '../testing/suites/again.ts'
import { growTable, stopAutovacuum } from './testing/grow-table.ts'
import { openMeasuredShop, type Round } from './testing/measured-shop.ts'
import { type LoggedPlan, scansOf, tablesOf } from './testing/plan-log.ts'

const ROWS = 5000
/** A scan of a step reads the rows of one person, order or giveaway. A walk of a table or of an index reads all `ROWS`, or half of them. */
const MOST_ROWS = 100
/** Each session has made its plans after this many rounds. */
const WARM_UP = 4
/**
 * Tables of the sandbox, which stands in for the provider, and small ones: pg-boss's queues, the shop's two keys of the log, and the versions
 * of five legal texts, to which staff alone add.
 */
const NOT_GROWN = new Set(['object', 'event', 'delivery', 'idempotency_key', 'queue', 'log_key', 'legal_document'])
/** A statement of the test itself, which may run within any step. */
const NOT_OF_A_STEP = ['select distinct name from pgboss.job']
const STEPS = ['claim', 'together', 'checkout', 'settle', 'jobs'] as const

// The plan of a session depends on the statistics, on the size of its tables at planning, and on the number of executions. None is left to
// chance: both kinds of plan are forced in turn, made at fixed sizes, and measured before and after the analysis of the grown tables.
const SIZES = [
  { kind: 'generic', few: 20 },
  { kind: 'custom', few: 20 },
  { kind: 'generic', few: 80 },
] as const
describe.each(firstOf(SIZES, 2))('$kind plans of tables with $few rows', ({ kind, few }) => {
  let shop: Awaited<ReturnType<typeof openMeasuredShop>>
  /** Rounds on plans and statistics from when the tables were small. */
  let stale: Round[]
  /** Rounds after vacuum and analysis. */
  let fresh: Round[]
  let withoutShop: LoggedPlan[]

  async function growAll(tables: Set<string>, count: number) {
    for (const table of tables) {
      if (!NOT_GROWN.has(table)) await growTable(shop.pool, table === 'job_common' ? 'pgboss.job' : table, count)
    }
  }

  async function rounds(count: number): Promise<Round[]> {
    const all: Round[] = []
    for (let n = 0; n < count; n++) all.push(await shop.round())
    return all
  }

  beforeAll(async () => {
    shop = await openMeasuredShop(kind)
    await stopAutovacuum(shop.pool)
    const tables = new Set(
      Object.values(await shop.round())
        .flat()
        .flatMap(tablesOf),
    )
    await growAll(tables, few)
    await shop.pool.query('analyze')
    await rounds(WARM_UP)
    await shop.claimInPlainSession()
    await growAll(tables, ROWS)
    stale = await rounds(2)
    withoutShop = await shop.claimInPlainSession()
    await shop.pool.query('vacuum analyze')
    fresh = await rounds(2)
  })
  afterAll(() => shop.close())

  const longScansIn = (all: LoggedPlan[]) =>
    all
      .filter(({ query }) => !NOT_OF_A_STEP.some(text => query.includes(text)))
      .flatMap(plan =>
        scansOf(plan)
          .filter(({ rows }) => rows > MOST_ROWS)
          .map(({ of, rows }) => `${of} read ${rows} rows: ${plan.query.trim().slice(0, 120)}`),
      )

  it.each(STEPS)('read few rows in each scan after tables grew within one session in: %s', step => {
    for (const round of stale) expect(round[step].length).toBeGreaterThan(2)
    expect(stale.flatMap(round => longScansIn(round[step]))).toEqual([])
  })

  it.each(STEPS)('read few rows in each scan after vacuum and analysis in: %s', step => {
    for (const round of fresh) expect(round[step].length).toBeGreaterThan(2)
    expect(fresh.flatMap(round => longScansIn(round[step]))).toEqual([])
  })

  it('read few rows in each scan of a claim in a session without the settings of the shop', () => {
    expect(withoutShop.length).toBeGreaterThan(2)
    expect(longScansIn(withoutShop)).toEqual([])
  })
})

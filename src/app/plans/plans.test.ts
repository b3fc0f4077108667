import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestShop } from '#app/testing/shop.ts'
import { enterGiveaway } from '#features/giveaways/entries/commands/enter-giveaway.server.ts'
import { DEFAULT_ENTRY_LIMITS } from '#features/giveaways/rules.ts'
import { payingIn } from '#features/orders/testing/paying.ts'
import { openDatabase } from '#platform/db/database.server.ts'
import { openTestDatabase } from '#platform/testing/database.ts'
import { newId } from '#platform/values/ids.server.ts'
import { growTable, stopAutovacuum } from './testing/grow-table.ts'
import { buffersOf, explainAll, openPlanLog, sequentialScansOf, tablesOf } from './testing/plan-log.ts'

const FEW = 20
const ROWS = 5000
/** After this many executions PostgreSQL can keep one generic plan for a prepared statement. */
const CUSTOM_PLANS = 5
/** An index grows by a level or two, and its pages fill. A sequential scan of `ROWS` rows costs at least six times the whole call. */
const GROWTH = 3
/** Tables of the sandbox, which stands in for the provider, and tables of a fixed size: pg-boss's queues, and the shop's two keys of the log. */
const NOT_GROWN = new Set(['object', 'event', 'delivery', 'idempotency_key', 'queue', 'log_key'])

const database = await openTestDatabase(2)
await explainAll(database.pool)
const shop = await openTestShop({ connections: 3, database, env: { RATE_LIMITS: 'on' } })
const log = openPlanLog(shop.services.pool, shop.system.pool)
const paying = payingIn(shop)
afterAll(async () => {
  plainSession.release()
  await plainPool.end()
  await shop.close()
})

let giveawayId: string
let item: object
let slot = 0
type Round = Awaited<ReturnType<typeof round>>
let before: Round[]
let after: Round[]
let withoutShop: Awaited<ReturnType<typeof claimInPlainSession>>

/** One claim, four claims together, one checkout, its payment and the resulting jobs. @returns the executed plans of each step. */
async function round() {
  const as = await shop.addUser({ credits: { Bronze: 2 }, subscriber: true })
  log.take()
  const entered = await shop.call(`/api/giveaways/${giveawayId}/entries`, { as, json: { slots: [++slot] } })
  expect(entered.status, entered.text).toBe(200)
  const claim = log.take()
  const others = await Promise.all(Array.from({ length: 4 }, () => shop.addUser({ credits: { Bronze: 1 } })))
  log.take()
  await Promise.all(others.map(({ userId }) => enterGiveaway(shop.system, { giveawayId, userId, slots: [++slot] })))
  const together = log.take()
  expect(together.some(({ query }) => query.includes('unnest(accepted)'))).toBe(true)
  const { json: session, text } = await paying.checkout(as, [item], { codes: ['PLANS'] })
  expect(session.url, text).toContain('/stripe/')
  const checkout = log.take()
  await paying.pay(session.url)
  log.take()
  expect((await paying.verify(as, session.id)).json.status).toBe('paid')
  const settle = log.take()
  await shop.settleJobs()
  return { claim, together, checkout, settle, jobs: log.take() }
}

const { pool: plainPool } = openDatabase(database.url, 1)
const plainSession = await plainPool.connect()
const plainLog = openPlanLog(plainSession)

/** A claim in a session with PostgreSQL's default settings, as behind a pooler. */
async function claimInPlainSession() {
  const { userId } = await shop.addUser({ credits: { Bronze: 1 } })
  plainLog.take()
  const values = [
    giveawayId,
    userId,
    [++slot],
    null,
    [newId()],
    [newId()],
    shop.clock.now(),
    false,
    false,
    '2005-01-01',
    DEFAULT_ENTRY_LIMITS,
  ]
  const text = 'select refusal from claim_slots($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, null, null)'
  const { rows } = await plainSession.query(text, values)
  expect(rows).toEqual([{ refusal: null }])
  return plainLog.take()
}

beforeAll(async () => {
  await stopAutovacuum(database.pool)
  await paying.loseWebhooks()
  const admin = await shop.addUser({ admin: true })
  const startDate = new Date(+shop.clock.now() - 86_400_000).toISOString()
  const giveaway = { title: 'Field Kit', description: 'Eight goods in one box.', startDate }
  giveawayId = (await shop.call('/api/giveaways', { as: admin, json: giveaway })).json.id
  const coupon = { code: 'PLANS', discount: { kind: 'percent', amount: 10 } }
  expect((await shop.call('/api/admin/codes', { as: admin, json: coupon })).status).toBe(200)
  item = (await paying.addProduct({ stock: [500] })).item
  await plainSession.query('set enable_seqscan = on')

  const tables = new Set(
    Object.values(await round())
      .flat()
      .flatMap(tablesOf),
  )
  const growAll = async (count: number) => {
    for (const table of tables) {
      if (!NOT_GROWN.has(table)) await growTable(database.pool, table === 'job_common' ? 'pgboss.job' : table, count)
    }
  }
  await growAll(FEW)
  await database.pool.query('analyze')
  // Covers each connection of the pool, because each has its own plans.
  for (let n = 0; n < 2 * CUSTOM_PLANS; n++) await round()
  for (let n = 0; n <= CUSTOM_PLANS; n++) await claimInPlainSession()
  before = await rounds()
  await growAll(ROWS)
  after = await rounds()
  withoutShop = await claimInPlainSession()
})

/** Scheduled jobs run in this process: plans that are missing from any round belong to those jobs. */
async function rounds(): Promise<Round[]> {
  return [await round(), await round(), await round()]
}

const scansIn = (plans: Round['claim']) =>
  plans.flatMap(plan => sequentialScansOf(plan).map(table => `${table}: ${plan.query.trim().slice(0, 80)}`))

it.each(['claim', 'together', 'checkout', 'settle', 'jobs'] as const)('reads no table as a whole in: %s', step => {
  for (const round of after) expect(round[step].length).toBeGreaterThan(2)
  const [scans, ...others] = after.map(round => scansIn(round[step]))
  expect(scans!.filter(scan => others.every(other => other.includes(scan)))).toEqual([])
})

it.each(['claim', 'together', 'checkout', 'settle'] as const)(
  'touches no more buffers after tables grew within one session in: %s',
  step => {
    const least = (all: Round[]) => Math.min(...all.map(round => buffersOf(round[step])))
    expect(least(after)).toBeLessThan(GROWTH * least(before))
  },
)

it('plans the claim by index in a session without the settings of the shop', () => {
  expect(withoutShop.length).toBeGreaterThan(2)
  expect(scansIn(withoutShop)).toEqual([])
})

import { expect } from 'vitest'
import { openTestShop } from '#app/testing/shop.ts'
import { DEFAULT_ENTRY_LIMITS } from '#features/draw-log/rules.ts'
import { enterGiveaway } from '#features/giveaways/entries/commands/enter-giveaway.server.ts'
import { payingIn } from '#features/orders/testing/paying.ts'
import { openDatabase } from '#platform/db/database.server.ts'
import { openTestDatabase } from '#platform/testing/database.ts'
import { newId } from '#platform/values/ids.server.ts'
import { explainAll, type LoggedPlan, openPlanLog } from './plan-log.ts'

/** The executed plans of each step. */
export type Round = Record<'claim' | 'together' | 'checkout' | 'settle' | 'jobs', LoggedPlan[]>

/**
 * A shop that logs each executed plan. Left alone, PostgreSQL chooses between a custom and the generic plan of a prepared statement by the
 * number of executions in each session, so the choice depends on which session was free.
 * @param plans makes that choice once for all sessions.
 */
export async function openMeasuredShop(plans: 'generic' | 'custom') {
  const database = await openTestDatabase(2)
  await explainAll(database.pool, { plan_cache_mode: `force_${plans}_plan` })
  const shop = await openTestShop({ connections: 3, database, env: { RATE_LIMITS: 'on' } })
  const pools = [shop.services.pool, shop.system.pool]
  // Sessions keep their plans through the growth, which takes more than the 10 s of an idle session on a busy machine.
  for (const pool of pools) pool.options.idleTimeoutMillis = 0
  const log = openPlanLog(...pools)
  const plain = await openPlainSession(database.url)
  const paying = payingIn(shop)
  await paying.loseWebhooks()
  const admin = await shop.addUser({ admin: true })
  const startDate = new Date(+shop.clock.now() - 86_400_000).toISOString()
  const giveaway = { title: 'Field Kit', description: 'Eight goods in one box.', startDate }
  const giveawayId: string = (await shop.call('/api/giveaways', { as: admin, json: giveaway })).json.id
  const coupon = { code: 'PLANS', discount: { kind: 'percent', amount: 10 } }
  expect((await shop.call('/api/admin/codes', { as: admin, json: coupon })).status).toBe(200)
  const { item } = await paying.addProduct({ stock: [500] })
  let slot = 0

  /** Concurrent claims until some were written by one statement. On a busy machine each may find the line empty. */
  async function claimTogether(): Promise<LoggedPlan[]> {
    for (;;) {
      const others = await Promise.all(Array.from({ length: 4 }, () => shop.addUser({ credits: { Bronze: 1 } })))
      log.take()
      await Promise.all(others.map(({ userId }) => enterGiveaway(shop.system, { giveawayId, userId, slots: [++slot] })))
      const plans = log.take()
      if (plans.some(({ query }) => query.includes('unnest(accepted)'))) return plans
    }
  }

  /** One claim, four claims together, one checkout, its payment and the resulting jobs. */
  async function round(): Promise<Round> {
    const as = await shop.addUser({ credits: { Bronze: 2 }, subscriber: true })
    log.take()
    const entered = await shop.call(`/api/giveaways/${giveawayId}/entries`, { as, json: { slots: [++slot] } })
    expect(entered.status, entered.text).toBe(200)
    const claim = log.take()
    const together = await claimTogether()
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

  /** A claim in a session with PostgreSQL's default settings, as behind a pooler. */
  async function claimInPlainSession(): Promise<LoggedPlan[]> {
    const { userId } = await shop.addUser({ credits: { Bronze: 1 } })
    return plain.claim([giveawayId, userId, [++slot], null, [newId()], [newId()], shop.clock.now()])
  }

  async function close() {
    await plain.close()
    await shop.close()
  }

  return { pool: database.pool, round, claimInPlainSession, close }
}

async function openPlainSession(url: string) {
  const { pool } = openDatabase(url, 1)
  const session = await pool.connect()
  const log = openPlanLog(session)
  await session.query('set enable_seqscan = on')
  return {
    async claim(values: unknown[]): Promise<LoggedPlan[]> {
      log.take()
      const text = 'select refusal from claim_slots($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, null, null)'
      const { rows } = await session.query(text, [...values, false, false, '2005-01-01', DEFAULT_ENTRY_LIMITS])
      expect(rows).toEqual([{ refusal: null }])
      return log.take()
    },
    async close() {
      session.release()
      await pool.end()
    },
  }
}

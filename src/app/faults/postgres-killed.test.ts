import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { auditCodes } from '#features/codes/queries/audit.server.ts'
import { auditCredits } from '#features/credits/queries.server.ts'
import { auditEntries } from '#features/giveaways/entries/queries/entries.server.ts'
import { listMessages } from '#features/notifications/queries/messages.server.ts'
import { reconcileOrders } from '#features/orders/webhooks/commands/reconcile.server.ts'
import { watchCheckouts } from '#features/reconciliation/commands/reconcile-payments.server.ts'
import { testDatabase } from '#platform/testing/database.ts'
import { firstOf } from '../testing/suites/again.ts'
import { finalStateOf } from './testing/final-state.ts'
import { openHalts, type Step } from './testing/halts.ts'
import { startKillablePostgres } from './testing/killable-postgres.ts'
import type { Shopper } from './testing/shopper.ts'
import { startWatchedServer } from './testing/watched-server.ts'

const folder = `/tmp/redoubt-postgres-killed-${process.pid}`
const WAIT = { interval: 100 }

let postgres: Awaited<ReturnType<typeof startKillablePostgres>>
/** The sandbox's database is separate, because the provider stays up when the shop's database is killed. */
const provider = await testDatabase(4)
let watched: Awaited<ReturnType<typeof startWatchedServer>>
let at: (typeof watched)['at']
let observer: (typeof watched)['observer']

beforeAll(async () => {
  postgres = await startKillablePostgres(`${folder}/pg`)
  const settings = { LOG_LEVEL: 'silent', AUTH_SECRET: 'known to the observer as well as to the shop' }
  watched = await startWatchedServer({ databaseUrl: postgres.url, provider, folder, settings })
  ;({ at, observer } = watched)
})
afterAll(async () => {
  await watched?.stop()
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
})

const stateOf = ({ user }: Shopper) => finalStateOf(observer.services.pool, user, provider.pool)

/** The first, a middle and the last write of a settlement; none is committed. */
const SETTLING: Step[] = ['order marked paid', 'credits issued', 'stock taken']

/** Retries until the database and the shop are back. */
const again = (work: () => Promise<unknown>) => expect.poll(() => work().then(() => true, String), WAIT).toBe(true)

it.each(firstOf(['goes on', 'is cut off too']))(
  'a shop that %s settles everything once when PostgreSQL is killed while money moves [B-11.31]',
  async what => {
    const halts = await openHalts(postgres.url, provider.url)
    const [calm, refunded, told] = [await at.addShopper(), await at.addShopper(), await at.addShopper()]
    const cut = await Promise.all(SETTLING.map(async step => ({ step, shopper: await at.addShopper() })))
    // The provider executed the refund, and the shop's record of the response is not committed.
    const refunding = await at.addShopper()
    await Promise.all([calm, refunded, refunding].map(at.buy))
    await Promise.all([refunded, refunding].map(at.enter))
    for (const { step, shopper } of cut) {
      await halts.halt(step, step === 'stock taken' ? shopper.goods!.variantId : shopper.user.userId)
    }
    await halts.halt('answer noted', refunding.page!.orderId)
    const cutOff = Promise.allSettled(cut.map(({ shopper }) => at.buy(shopper)))
    expect([await at.refund(refunded), await at.refund(refunding)]).toEqual([200, 200])
    await halts.reached()
    // This shopper gets the confirmation just before the kill.
    await at.buy(told)

    await postgres.kill()
    if (what === 'is cut off too') await watched.kill()
    await cutOff
    await postgres.start()
    if (what === 'is cut off too') await watched.restart()
    await again(at.letTimePass)
    for (const { shopper } of cut) await again(() => at.buy(shopper))
    // The work of the minutely job.
    await again(() => reconcileOrders(observer.system, { all: true }))

    await expect
      .poll(() => stateOf(calm), WAIT)
      .toMatchObject({
        orders: [{ standing: 'paid', sales: 1 }],
        ...{ unfinished: 0, charged: [{ refunded: 0 }], stock: [{ stock_on_hand: 3, held: 0 }] },
      })
    await expect
      .poll(() => stateOf(refunded), WAIT)
      .toMatchObject({
        orders: [{ standing: 'refunded', refunds: [{ status: 'succeeded', told: true }] }],
        ...{ entries: 0, paidBack: [{ status: 'succeeded' }], stock: [{ stock_on_hand: 5, held: 0 }] },
      })
    const paid = await stateOf(calm)
    for (const { step, shopper } of [...cut, { step: 'told as paid', shopper: told }]) {
      await expect.poll(() => stateOf(shopper), { ...WAIT, message: step }).toEqual(paid)
    }
    await expect.poll(() => stateOf(refunding), WAIT).toEqual(await stateOf(refunded))
    expect(await auditCredits(observer.system)).toEqual([])
    expect(await auditCodes(observer.system)).toEqual([])
    expect(await auditEntries(observer.system)).toEqual([])
    await halts.close()
  },
)

/** As many tries as in the manual reproduction, which failed every time. */
const TRIES = 14

it('a payment page of an order lost in a crash is not handed out', async () => {
  const halts = await openHalts(postgres.url, provider.url)
  const shoppers = await Promise.all(Array.from({ length: TRIES }, () => at.addShopper()))
  for (const { user } of shoppers) await halts.halt('session created', user.email)
  const tried = Promise.all(shoppers.map(shopper => at.checkOut(shopper).then(() => shopper.page!, String)))
  await halts.reached()
  await postgres.kill()
  await postgres.start()
  await halts.letProviderAnswer()
  const answers = await tried
  await halts.close()

  // A shopper with a payment page pays and has an order; a refused shopper tries again.
  for (const [n, shopper] of shoppers.entries()) {
    if (typeof answers[n] === 'string') expect(answers[n]).toMatch(/answered 50[023]/)
    await again(() => at.buy(shopper))
  }
  for (const { user, page } of shoppers) {
    const { rows } = await observer.services.pool.query('select user_id, status from customer_order where id = $1', [
      page!.orderId,
    ])
    expect(rows).toEqual([{ user_id: user.userId, status: 'paid' }])
    expect(await stateOf({ user } as Shopper)).toMatchObject({ unfinished: 0, charged: [{ refunded: 0 }] })
  }
})

/** Commits stop waiting for the disk, as on a disk that lies or after a failover to a lagging standby. */
async function makeForgetful(isForgetful: boolean): Promise<void> {
  const { pool } = observer.services
  await pool.query(`alter system set synchronous_commit = ${isForgetful ? 'off' : 'on'}`)
  await pool.query('select pg_reload_conf()')
  // Flushes earlier writes to disk.
  await pool.query('checkpoint')
}

it('refunds every payment whose order the database lost, and closes the pages that are still open', async () => {
  const halts = await openHalts(postgres.url, provider.url)
  const shoppers = await Promise.all(Array.from({ length: TRIES }, () => at.addShopper()))
  const [opening, buying] = [shoppers.slice(0, TRIES / 2), shoppers.slice(TRIES / 2)]
  await again(at.letTimePass)
  await makeForgetful(true)
  postgres.holdWalWriter()
  for (const { user } of opening) await halts.halt('session created', user.email)
  const opened = Promise.all(opening.map(shopper => at.checkOut(shopper).then(() => 'a page', String)))
  await halts.reached()
  await Promise.all(buying.map(at.buy))
  await postgres.kill()
  await postgres.start()
  await halts.letProviderAnswer()
  for (const answer of await opened) expect(answer).toMatch(/answered 50[03]/)
  await halts.close()
  const lost = await observer.services.pool.query('select from customer_order where id = any($1)', [
    buying.map(({ page }) => page!.orderId),
  ])
  expect(lost.rowCount).toBe(0)

  // The work of the minutely job. The kill may have cut off a run of the server's own, which leaves its lease behind.
  await again(() => at.letTimePass().then(() => watchCheckouts(observer.system)))
  for (const { user } of buying) {
    await expect
      .poll(() => stateOf({ user } as Shopper), WAIT)
      .toMatchObject({ orders: [], paidBack: [{ status: 'succeeded' }], charged: [{ refunded: expect.any(Number) }] })
    const { charged, paidBack } = await stateOf({ user } as Shopper)
    expect(charged[0]!.refunded).toBe(charged[0]!.amount)
    expect(paidBack[0]!.amount).toBe(charged[0]!.amount)
    await expect
      .poll(async () => (await listMessages(observer.system, user.email)).map(({ subject }) => subject), WAIT)
      .toEqual(['Your payment was refunded'])
  }
  const { rows } = await provider.pool.query(
    `select data->>'status' as status, count(*)::int as n from stripe_sandbox.object
     where kind = 'checkout.session' and data->>'customer_email' = any($1) group by 1`,
    [opening.map(({ user }) => user.email)],
  )
  expect(rows).toEqual([{ status: 'expired', n: opening.length }])
  await makeForgetful(false)
})

import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { reconcilePayments } from '#features/reconciliation/commands/reconcile-payments.server.ts'
import { readBalance } from '#features/reconciliation/queries/balance.server.ts'
import type { Context } from '#kernel/context.ts'
import { differencesOf, faultsOf } from '../testing/money-model/dispute-audit.ts'
import {
  DISPUTE_STEPS,
  type DisputeStep,
  hearAll,
  makeDisputeWorld,
  sendRefunds,
  takeStep,
} from '../testing/money-model/disputes.ts'
import type { Shop } from '../testing/money-model/world.ts'
import { openTestShop } from '../testing/shop.ts'
import { few } from '../testing/suites/again.ts'

/**
 * Disputes in the money model: events shuffled, repeated, concurrent or late, between payments, refunds, parcels, claims and draws.
 * Invariants hold after every few steps, and both books agree after all events.
 *
 * DISPUTE_EVENTS=10000 runs more events. A failure names its seed and path: MODEL_SEED=… MODEL_PATH=… replays that run.
 */
const WANTED = Number(process.env.DISPUTE_EVENTS ?? few(40, 200))
const { MODEL_SEED, MODEL_PATH } = process.env
const RUN_STEPS = 80
const LANES = few(2, 4)

let shop: Shop
let staff: Context
let heard = 0

beforeAll(async () => {
  shop = await openTestShop({ connections: 24, env: { ROLE: 'web' } })
  await shop.paymentProvider.sandbox!.stop()
  const { userId, email } = await shop.addUser({ admin: true })
  const actor = { userId, email, name: 'Robin Keeper', isAdmin: true, role: 'owner' as const, isSubscriber: false }
  staff = { ...shop.system, actor }
})
afterAll(() => shop?.close())

/** Number of events after which every effect of a dispute has occurred. */
const LONG_RUN = 2000

async function tryOut(steps: readonly DisputeStep[]): Promise<void> {
  const world = await makeDisputeWorld(shop, staff)
  for (const [at, step] of steps.entries()) {
    heard += await takeStep(world, step)
    if (at % 20 === 19) expect(await faultsOf(world), `after step ${at}`).toEqual([])
  }
  heard += await hearAll(world)
  await sendRefunds(world)
  expect(await faultsOf(world)).toEqual([])
  expect(await differencesOf(world)).toEqual([])
}

const lane = (seed: number, numRuns: number, path?: string) =>
  fc.assert(fc.asyncProperty(fc.array(DISPUTE_STEPS, { minLength: 20, maxLength: RUN_STEPS, size: 'max' }), tryOut), {
    seed,
    numRuns,
    ...(path && { path }),
  })

it('keeps ledger, entries, orders and both books equal through shuffled dispute events', {
  timeout: 24 * 3600_000,
}, async () => {
  if (MODEL_SEED) return lane(Number(MODEL_SEED), MODEL_PATH ? 1 : 100, MODEL_PATH)
  const first = Date.now() % 1_000_000_000
  for (let round = 0; heard < WANTED; round++) {
    await Promise.all(Array.from({ length: LANES }, (_, at) => lane(first + round * LANES + at, 1)))
  }
  const rows = await shop.services.db.selectFrom('dispute').select(['effect', 'status']).execute()
  // A short run is too random to meet every effect.
  const met = heard < LONG_RUN ? [] : ['none', 'frozen', 'released', 'taken']
  expect(rows.map(row => row.effect)).toEqual(expect.arrayContaining(met))
  shop.clock.advance(11 * 60_000)
  await reconcilePayments(shop.system)
  const period = { from: new Date('2026-01-01T00:00:00Z'), to: new Date('2027-01-01T00:00:00Z') }
  const { disputes, difference, causes } = await readBalance(shop.system, period)
  expect({ disputes: disputes.difference, payments: difference }).toEqual({ disputes: 0, payments: 0 })
  expect(causes.filter(({ of }) => of === 'disputes')).toEqual([])
})

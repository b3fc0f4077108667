import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { auditCredits } from '#features/credits/queries.server.ts'
import type { Context } from '#kernel/context.ts'
import { Model } from '../testing/money-model/model.ts'
import { PLANS, type Plan, STEPS, type Step } from '../testing/money-model/plan.ts'
import { type RealOrder, runStep } from '../testing/money-model/run-step.ts'
import { expectedOf, foundIn } from '../testing/money-model/snapshot.ts'
import { makeWorld, type Shop } from '../testing/money-model/world.ts'
import { openTestShop } from '../testing/shop.ts'
import { few } from '../testing/suites/again.ts'

/**
 * Orders, refunds, credits and codes against a small in-memory model. After every step both results must agree; at intervals the test
 * compares the whole state, including the provider's.
 *
 * MODEL_STEPS=1000000 tries more. A failure names its seed and path: MODEL_SEED=… MODEL_PATH=… replays that run.
 */
const WANTED = Number(process.env.MODEL_STEPS ?? few(600, 4_000))
const { MODEL_SEED, MODEL_PATH } = process.env
const RUN_STEPS = 100
const COMPARED_EVERY = 20
/** Plans that run concurrently: each waits for PostgreSQL in turns. */
const LANES = 6

/** Outcomes that must occur; the rarest occurs some ten times. */
const OUTCOMES = [
  ...[
    'checkout ok',
    'checkout out_of_stock',
    'checkout already_paid',
    'checkout code_used_up',
    'checkout code_used_by_you',
  ],
  ...['checkout code_not_first_order', 'checkout code_minimum', 'checkout code_paused', 'checkout code_not_combinable'],
  ...[
    'pay ok',
    'pay refused',
    'cancel ok',
    'cancel order_closed',
    'cancel order_moved',
    'cancelByStaff ok',
    'cancelByStaff order_moved',
  ],
  ...['refund ok', 'refund beyond_refundable', 'refund nothing_to_refund', 'refund not_refundable', 'send ok'],
  ...['quote ok', 'preview ok', 'preview nothing_to_refund'],
  ...['enter ok', 'enter refused', 'pack ok', 'ship ok', 'ship order_moved'],
]

let shop: Shop
let staff: Context
let taken = 0
const seen = new Map<string, number>()

beforeAll(async () => {
  // No background work: webhooks and jobs run only as steps.
  shop = await openTestShop({ connections: 24, env: { ROLE: 'web' } })
  await shop.paymentProvider.sandbox!.stop()
  // One person decides each refund: orders/refunds/two-persons.test.ts has those of two.
  await shop.changeSettings({ draw: { twoPersonsFrom: 10_000_000 } })
  const { userId, email } = await shop.addUser({ admin: true })
  staff = {
    ...shop.system,
    actor: { userId, email, name: 'Sam Porter', isAdmin: true, role: 'owner', isSubscriber: false },
  }
})
afterAll(() => shop?.close())

const note = (outcome: string) => seen.set(outcome, (seen.get(outcome) ?? 0) + 1)

async function tryOut(plan: Plan, steps: readonly Step[]): Promise<void> {
  const world = await makeWorld(shop, plan, staff)
  const model = new Model(plan)
  const real: RealOrder[] = []
  let uncompared = 0
  for (const step of steps) {
    const outcome = await runStep(step, model, world, real)
    if (!outcome) continue
    taken++
    for (const each of outcome.found) note(`${step.do} ${typeof each === 'string' ? each : 'ok'}`)
    expect(outcome.found, JSON.stringify(step)).toEqual(outcome.expected)
    if (++uncompared % COMPARED_EVERY === 0) expect(await foundIn(world)).toEqual(expectedOf(model))
  }
  expect(await foundIn(world)).toEqual(expectedOf(model))
}

const lane = (seed: number, numRuns: number, path?: string) =>
  fc.assert(fc.asyncProperty(PLANS, fc.array(STEPS, { minLength: 1, maxLength: RUN_STEPS, size: 'max' }), tryOut), {
    seed,
    numRuns,
    ...(path && { path }),
  })

it('holds the shop against a model of orders, refunds, credits and codes [B-11.37]', {
  timeout: 24 * 3600_000,
}, async () => {
  if (MODEL_SEED) return lane(Number(MODEL_SEED), MODEL_PATH ? 1 : 100, MODEL_PATH)
  const first = Date.now() % 1_000_000_000
  // Most steps find their order; all lanes run again for the missing number.
  for (let round = 0; taken < WANTED; round++) {
    const numRuns = Math.max(1, Math.ceil((WANTED - taken) / (RUN_STEPS * 0.97) / LANES))
    await Promise.all(Array.from({ length: LANES }, (_, at) => lane(first + round * LANES + at, numRuns)))
  }
  expect(await auditCredits(shop.system)).toEqual([])
  // A model of a shop in which nothing happens would pass, too.
  if (WANTED >= 50_000) expect(OUTCOMES.filter(outcome => !seen.has(outcome))).toEqual([])
})

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { auditCredits } from '#features/credits/queries.server.ts'
import { openFreeEntries } from '#features/free-entry/testing/free-entries.ts'
import { auditEntries } from '#features/giveaways/entries/queries/entries.server.ts'
import { expectOwnOnly } from '../testing/proof-model/check.ts'
import { STEPS, type Step } from '../testing/proof-model/plan.ts'
import { runStep } from '../testing/proof-model/run-step.ts'
import { makeWorld } from '../testing/proof-model/world.ts'
import { few } from '../testing/suites/again.ts'

/**
 * Free entries, cards, accounts, proofs, mergers and deletions of three persons in random order, by the real routes. The model knows who
 * acted. After every step each person holds, and each signed-in browser reads, only that person's own entries and data. A deletion removes
 * only those, and a mailbox gets each benefit of `ONCE_KINDS` once.
 *
 * PROOF_STEPS=20000 tries more. A failure names its seed and path: MODEL_SEED=… MODEL_PATH=… replays that run.
 */
const WANTED = Number(process.env.PROOF_STEPS ?? few(40, 200))
const { MODEL_SEED, MODEL_PATH } = process.env
const RUN_STEPS = 60

/** Outcomes that a long run must reach, so that the model does not pass by refusing every step. */
const OUTCOMES = [
  ...[
    'register in the own browser',
    "register by another's press",
    'create ok',
    'invite ok',
    'free entry ok',
    'free entry used',
  ],
  ...['card with an address', 'card without an address', 'prove by code ok', 'prove by reset ok', 'prove in tab ok'],
  ...['sign in ok', 'sign in refused', 'factor ok', 'credit ok', 'enter ok', 'order ok', 'order used', 'draw ok'],
  ...['merge ok', 'merge unproven_account', 'merge open_prize', 'delete ok', 'delete by staff ok'],
  ...['delete by staff open_prize', 'come again ok', 'role given', 'role taken', 'next day ok'],
]

const free = await openFreeEntries()
const { shop } = free
const seen = new Set<string>()
let taken = 0

async function tryOut(steps: readonly Step[]): Promise<void> {
  const world = await makeWorld(free)
  for (const step of steps) {
    const outcome = await runStep(world, step)
    if (outcome === undefined) continue
    taken++
    seen.add(`${step.do} ${outcome}`)
    await expectOwnOnly(world, 'some')
  }
  await expectOwnOnly(world, 'all')
}

const run = (seed: number, numRuns: number, path?: string) =>
  fc.assert(fc.asyncProperty(fc.array(STEPS, { minLength: 1, maxLength: RUN_STEPS, size: 'max' }), tryOut), {
    seed,
    numRuns,
    ...(path && { path }),
  })

it('each person holds only own entries and data, through acts in random order [B-31.8] [B-31.9] [B-4.53]', {
  timeout: 24 * 3600_000,
}, async () => {
  if (MODEL_SEED) return run(Number(MODEL_SEED), MODEL_PATH ? 1 : 100, MODEL_PATH)
  const first = Date.now() % 1_000_000_000
  for (let round = 0; taken < WANTED; round++) await run(first + round, few(1, 2))
  expect(await auditCredits(shop.system)).toEqual([])
  expect(await auditEntries(shop.system)).toEqual([])
  if (WANTED >= 2000) expect(OUTCOMES.filter(outcome => !seen.has(outcome))).toEqual([])
})

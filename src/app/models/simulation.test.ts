import { expect, inject, it } from 'vitest'
import { copiesOf } from '../../../bench/simulation/copies.ts'
import { type Options, simulate } from '../../../bench/simulation/run.ts'
import { firstOf } from '../testing/suites/again.ts'

/** So many faults that any seed meets several kinds: which statements a seed breaks changes with every statement that a command gains or loses. */
const ROUGH = { cuts: 300, deaths: 60, mishaps: 100, copies: 3, lostWebhooks: 20 }
/** Commands among which any seed places an order, and an audit. */
const COMMANDS = 150

const run = async (options: Omit<Options, 'commands'>) => {
  const copies = await copiesOf(inject('databaseUrl'))
  try {
    return await copies.within(place => simulate(place, { commands: COMMANDS, ...options }))
  } finally {
    await copies.close()
  }
}

it('a simulated shop in which connections break and processes die breaks no invariant, and its seed replays it', async () => {
  const first = await run({ seed: 2, weather: ROUGH })
  expect(first.violations).toEqual([])
  expect(first.tally.faults.size).toBeGreaterThan(2)
  const second = await run({ seed: 2, weather: ROUGH })
  // The first command that ended otherwise says more than the digest.
  expect(second.story).toEqual(first.story)
  expect(second.digest).toBe(first.digest)
})

it.each([
  ['commit without disk', /payment lost/],
  ['count not looked at', /was never held|held stock is that of unpaid orders/],
  ['effect before commit', /the provider has a payment page of order \S+, which does not exist/],
] as const)('the simulation finds a planted defect with any seed: %s', async (plant, finding) => {
  for (const seed of firstOf([1, 2, 3])) {
    const { violations } = await run({ seed, plant })
    expect(violations.join('\n'), `seed ${seed}`).toMatch(finding)
  }
})

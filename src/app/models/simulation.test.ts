import { expect, inject, it } from 'vitest'
import { copiesOf } from '../../../bench/simulation/copies.ts'
import { type Options, simulate } from '../../../bench/simulation/run.ts'

const run = async (options: Options) => {
  const copies = await copiesOf(inject('databaseUrl'))
  try {
    return await copies.within(place => simulate(place, options))
  } finally {
    await copies.close()
  }
}

it('a simulated shop in which connections break and processes die breaks no invariant, and its seed replays it', async () => {
  const weather = { cuts: 60, deaths: 10, mishaps: 60, copies: 3, lostWebhooks: 20 }
  const first = await run({ seed: 2, commands: 150, weather })
  expect(first.violations).toEqual([])
  expect(first.tally.faults.size).toBeGreaterThan(2)
  expect((await run({ seed: 2, commands: 150, weather })).digest).toBe(first.digest)
})

it.each([
  ['commit without disk', 8],
  ['count not looked at', 2],
  ['effect before commit', 2],
] as const)('the simulation finds a planted defect: %s', async (plant, seed) => {
  const { violations, done } = await run({ seed, commands: 400, plant })
  expect(violations, `${done} commands`).not.toEqual([])
})

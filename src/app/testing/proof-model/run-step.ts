import type { Step } from './plan.ts'
import { ACCOUNT_STEPS } from './steps/accounts.ts'
import { CLOSURE_STEPS } from './steps/closures.ts'
import { HOLDING_STEPS } from './steps/holdings.ts'
import type { Runs } from './steps/runs.ts'
import type { World } from './world.ts'

const RUNS: Runs<Step['do']> = { ...ACCOUNT_STEPS, ...HOLDING_STEPS, ...CLOSURE_STEPS }

/** Runs a step against the shop. @returns what happened, in few words; undefined for a step without a target. */
export async function runStep(world: World, step: Step): Promise<string | undefined> {
  const run = RUNS[step.do] as (world: World, step: Step) => Promise<string | undefined>
  const outcome = await run(world, step)
  await world.shop.settleJobs()
  // A token of the moment in which others were ended would be void too.
  world.shop.clock.advance(1000)
  return outcome
}

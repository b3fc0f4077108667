import { setTimeout as sleep } from 'node:timers/promises'
import { type Chance, chanceFrom } from '../../db/demo/seeded-chance.ts'
import { type Line, row } from '../table.ts'
import { beginWorld } from './begin-world.ts'
import { auditAfter, auditAtEnd } from './checks/after-fault.ts'
import { type Evidence, noEvidence } from './checks/evidence.ts'
import { forgetRunningCalls } from './forget-running-calls.ts'
import { makeProbes, type ProbeName, type Watched, watch } from './probes.ts'
import type { ShopUnderTest } from './rig.ts'
import { shopper } from './shoppers.ts'
import type { World } from './world.ts'

const SHOPPERS = 4

/** A row of faults that a shop goes through under load, one after another. */
export type Campaign = {
  world: World
  probes: Awaited<ReturnType<typeof makeProbes>>
  evidence: Evidence
  chance: Chance
}

export async function beginCampaign(rig: ShopUnderTest): Promise<Campaign> {
  const world = await beginWorld(rig, () => {})
  return { world, probes: await makeProbes(rig, world), evidence: noEvidence(), chance: chanceFrom(1) }
}

/**
 * Runs the faults until an audit finds something, and audits once more at the end.
 * @returns what the audit found, if anything.
 */
export async function runFaults<Fault>(
  { world, evidence, chance }: Campaign,
  faults: readonly Fault[],
  run: (fault: Fault) => Promise<void>,
): Promise<string | undefined> {
  for (const fault of faults) {
    await run(fault)
    const failure = await auditAfter(world, evidence)
    if (failure) return failure
  }
  return auditAtEnd(world, evidence, chance)
}

/** `begin` returns what ends the fault. */
type Fault = { begin: () => Promise<() => Promise<void>>; beforeMs: number; forMs: number; afterMs: number }

/**
 * One fault while people shop and probes ask.
 * @param untilReady resolves when the shop can answer again.
 * @returns what each probe saw, and when the fault ended.
 */
export async function underLoad(
  { world, probes, chance }: Campaign,
  asked: readonly ProbeName[],
  { begin, beforeMs, forMs, afterMs }: Fault,
  untilReady: () => Promise<void>,
): Promise<{ watched: Watched[]; endsAt: number }> {
  let isOver = false
  const load = Array.from({ length: SHOPPERS }, () => shopper(world, chance, () => isOver))
  const watching = asked.map(probe => watch(probes.asks[probe], () => isOver))
  await sleep(beforeMs)
  const end = await begin()
  await sleep(forMs)
  const endsAt = performance.now()
  await end()
  await sleep(afterMs)
  isOver = true
  const watched = await Promise.all(watching)
  await untilReady()
  await forgetRunningCalls(world.rig.observer.services.pool, 1000)
  await Promise.all(load)
  return { watched, endsAt }
}

/** The table and the last lines of a run have one line for it. */
export const faultsTold = (failure: string | undefined): string =>
  failure ? `ended at the first: ${failure.replaceAll('\n', '; ').slice(0, 400)}` : '0'

/** What a campaign acknowledged, and whether all of it was kept. */
export function promiseLines({ world }: Campaign, failure: string | undefined): Line[] {
  const given = Object.entries(world.promises).filter(([, list]) => list.length > 0)
  const lost = row('acknowledged and lost, faults of the audit', faultsTold(failure), '0', !failure)
  return [
    row('acknowledged', given.map(([kind, list]) => `${kind} ${list.length}`).join(', ')),
    { ...lost, isRule: true },
  ]
}

export const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

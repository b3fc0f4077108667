import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Chance, chanceFrom } from '../../db/demo/seeded-chance.ts'
import type { Place } from '../bench-kinds.ts'
import { beginWorld } from '../kills/begin-world.ts'
import { auditAfter, auditAtEnd } from '../kills/checks/after-fault.ts'
import { type Evidence, noEvidence } from '../kills/checks/evidence.ts'
import { forgetRunningCalls } from '../kills/forget-running-calls.ts'
import { makeProbes, watch } from '../kills/probes.ts'
import { shopper } from '../kills/shoppers.ts'
import type { World } from '../kills/world.ts'
import { IS_SHORT, sized } from '../short.ts'
import type { Line } from '../table.ts'
import { type Cluster, type Fault, startCluster } from './cluster.ts'
import { startRigOn } from './rig.ts'

const LOOPS = 4
const BEFORE_MS = 2000
/** How long the member is gone. Longer than the failover takes, so that it comes back to a new primary. */
const FAULT_MS = 20_000
const AFTER_MS = 4000
const WELL_MS = 15_000

/** `pageMs`: how long no page was answered that a standby can serve. */
type Outage = { fault: Fault; ms: number; pageMs: number; answers: Record<string, number> }
type Campaign = {
  world: World
  cluster: Cluster
  evidence: Evidence
  asks: Record<'claim' | 'page', () => Promise<string>>
  chance: Chance
}

/**
 * Takes the primary away `FAILOVERS` (20) times in each of three ways while people buy, claim and get refunds, and compares what the shop
 * acknowledged with what the new primary has. No operator helps the cluster or the shop.
 */
export async function benchFailover({ databaseUrl: providerUrl, folder, say }: Place): Promise<Line[]> {
  const times = Number(process.env.FAILOVERS ?? sized(20, 1))
  const faults = (process.env.FAULTS ?? (IS_SHORT ? 'crash' : 'crash,partition,pause')).split(',') as Fault[]
  const dir = `${folder}-cluster`
  const cluster = await startCluster(dir)
  const outages: Outage[] = []
  let failure: string | undefined
  try {
    const rig = await startRigOn(cluster.settings, providerUrl, folder)
    const world = await beginWorld(rig, () => {})
    const { asks } = await makeProbes(rig, world)
    const campaign = { world, cluster, evidence: noEvidence(), asks, chance: chanceFrom(1) }
    for (let n = 0; n < times * faults.length && !failure; n++) {
      const outage = await drill(campaign, faults[n % faults.length]!)
      outages.push(outage)
      await cluster.untilHealthy()
      failure = await auditAfter(world, campaign.evidence)
      say(
        `${n + 1}: ${outage.fault}, writes again after ${(outage.ms / 1000).toFixed(1)} s, pages after ${(outage.pageMs / 1000).toFixed(1)} s ${JSON.stringify(outage.answers)}`,
      )
    }
    failure ??= await auditAtEnd(world, campaign.evidence, campaign.chance)
    if (failure) say(failure)
    await rig.stop()
    return linesOf(outages, world, failure)
  } finally {
    cluster.stop()
    await rm(dir, { recursive: true, force: true })
  }
}

/** One fault under load. @returns how long no write was acknowledged. */
async function drill({ world, cluster, asks, chance }: Campaign, fault: Fault): Promise<Outage> {
  await cluster.untilHealthy()
  let isOver = false
  const load = Array.from({ length: LOOPS }, () => shopper(world, chance, () => isOver))
  const probing = [asks.claim, asks.page].map(ask => watch(ask, () => isOver))
  await sleep(BEFORE_MS)
  const end = await cluster.faults[fault]((await cluster.leader())!)
  await sleep(FAULT_MS)
  await end()
  // An outage that outlasts the fault is measured to its end.
  await cluster.untilHealthy()
  await sleep(AFTER_MS)
  isOver = true
  const [claims, pages] = await Promise.all(probing)
  await forgetRunningCalls(world.rig.observer.services.pool, 1000)
  await Promise.all(load)
  return { fault, ms: claims!.longestMs, pageMs: pages!.longestMs, answers: claims!.answers }
}

function linesOf(outages: Outage[], { promises }: World, failure: string | undefined): Line[] {
  const row = (what: string, measured: string, aim = '', ok = true): Line => ({ what, measured, ceiling: '', aim, ok })
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
  const faults = [...new Set(outages.map(({ fault }) => fault))]
  const times = faults.map(fault => {
    const all = outages.filter(outage => outage.fault === fault).map(({ ms }) => ms)
    const sorted = all.sort((a, b) => a - b)
    const measured = `median ${seconds(sorted[Math.floor(sorted.length / 2)]!)}, longest ${seconds(sorted.at(-1)!)}, ${all.length} times`
    return row(`no write acknowledged after ${fault} of the primary`, measured, '15 s', sorted.at(-1)! <= WELL_MS)
  })
  const given = Object.entries(promises).filter(([, list]) => list.length > 0)
  const bare = outages.flatMap(({ answers }) => Object.keys(answers)).filter(name => name.includes('without'))
  return [
    ...times,
    row('acknowledged', given.map(([kind, list]) => `${kind} ${list.length}`).join(', ')),
    {
      ...row(
        'acknowledged and lost, faults of the audit',
        failure ? 'the campaign ended at the first' : '0',
        '0',
        !failure,
      ),
      isRule: true,
    },
    row('responses of 500 and more without a sentence', String(bare.length), '0', bare.length === 0),
  ]
}

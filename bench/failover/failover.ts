import { rm } from 'node:fs/promises'
import type { Place } from '../bench-kinds.ts'
import { beginCampaign, type Campaign, promiseLines, runFaults, seconds, underLoad } from '../kills/campaign.ts'
import { IS_SHORT, sized } from '../short.ts'
import { type Line, row } from '../table.ts'
import { type Cluster, type Fault, startCluster } from './cluster.ts'
import { startRigOn } from './rig.ts'

const BEFORE_MS = 2000
/** How long the member is gone. Longer than the failover takes, so that it comes back to a new primary. */
const FAULT_MS = 20_000
const AFTER_MS = 4000
const WELL_MS = 15_000

/** `pageMs`: how long no page was answered that a standby can serve. */
type Outage = { fault: Fault; ms: number; pageMs: number; answers: Record<string, number> }

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
  try {
    const rig = await startRigOn(cluster.settings, providerUrl, folder)
    const campaign = await beginCampaign(rig)
    const drills = Array.from({ length: times * faults.length }, (_, n) => faults[n % faults.length]!)
    const failure = await runFaults(campaign, drills, async fault => {
      const outage = await drill(campaign, cluster, fault)
      outages.push(outage)
      say(
        `${outages.length}: ${fault}, writes again after ${seconds(outage.ms)}, pages after ${seconds(outage.pageMs)} ${JSON.stringify(outage.answers)}`,
      )
    })
    if (failure) say(failure)
    await rig.stop()
    return linesOf(outages, promiseLines(campaign, failure))
  } finally {
    cluster.stop()
    await rm(dir, { recursive: true, force: true })
  }
}

/** One fault under load. @returns how long no write was acknowledged. */
async function drill(campaign: Campaign, cluster: Cluster, fault: Fault): Promise<Outage> {
  await cluster.untilHealthy()
  async function begin() {
    const end = await cluster.faults[fault]((await cluster.leader())!)
    return async () => {
      await end()
      // An outage that outlasts the fault is measured to its end.
      await cluster.untilHealthy()
    }
  }
  const times = { begin, beforeMs: BEFORE_MS, forMs: FAULT_MS, afterMs: AFTER_MS }
  const { watched } = await underLoad(campaign, ['claim', 'page'], times, () => cluster.untilHealthy())
  const [claims, pages] = watched
  return { fault, ms: claims!.longestMs, pageMs: pages!.longestMs, answers: claims!.answers }
}

function linesOf(outages: Outage[], promises: Line[]): Line[] {
  const faults = [...new Set(outages.map(({ fault }) => fault))]
  const times = faults.map(fault => {
    const all = outages.filter(outage => outage.fault === fault).map(({ ms }) => ms)
    const sorted = all.sort((a, b) => a - b)
    const measured = `median ${seconds(sorted[Math.floor(sorted.length / 2)]!)}, longest ${seconds(sorted.at(-1)!)}, ${all.length} times`
    return row(`no write acknowledged after ${fault} of the primary`, measured, '15 s', sorted.at(-1)! <= WELL_MS)
  })
  const bare = outages.flatMap(({ answers }) => Object.keys(answers)).filter(name => name.includes('without'))
  return [
    ...times,
    ...promises,
    row('responses of 500 and more without a sentence', String(bare.length), '0', bare.length === 0),
  ]
}

import { rm } from 'node:fs/promises'
import { type Chance, chanceFrom } from '../../db/demo/seeded-chance.ts'
import { makeCrowd, makeGiveaways, type User } from '../crowd.ts'
import { ACTS, type ActName } from '../kills/acts.ts'
import { beginWorld } from '../kills/begin-world.ts'
import { auditOf, unfinishedOf } from '../kills/checks/books.ts'
import { type Evidence, evidenceFaults, noEvidence } from '../kills/checks/evidence.ts'
import { lostPromises } from '../kills/checks/promises.ts'
import { Broken } from '../kills/client.ts'
import { addGiveaway } from '../kills/entering.ts'
import { forgetRunningCalls, type ShopUnderTest } from '../kills/rig.ts'
import type { World } from '../kills/world.ts'
import type { Line } from '../table.ts'
import { type Cluster, type Fault, startCluster } from './cluster.ts'
import { startRigOn } from './rig.ts'

const LOOPS = 4
const WEIGHTS: Record<ActName, number> = { checkout: 3, refund: 1, claim: 4, freeze: 0, subscribe: 0, cancel: 0 }
const NAMES = Object.keys(ACTS) as ActName[]
const BEFORE_MS = 2000
/** How long the member is gone. Longer than the failover takes, so that it comes back to a new primary. */
const FAULT_MS = 20_000
const AFTER_MS = 4000
const PROBE_MS = 100
const WELL_MS = 15_000
const FINISH_MS = 120_000
const ROOM = 90
/** Claimants of the probe, and the slots that each may take. */
const PEOPLE = 1000
const LIMIT = 50
const sleep = (ms: number) => new Promise(done => setTimeout(done, ms))

type Outage = { fault: Fault; ms: number; answers: Record<string, number> }
type Campaign = { world: World; cluster: Cluster; evidence: Evidence; probe: Probe; chance: Chance }

/**
 * Takes the primary away `FAILOVERS` (20) times in each of three ways while people buy, claim and get refunds, and compares what the shop
 * acknowledged with what the new primary has. Nobody helps the cluster or the shop.
 */
export async function benchFailover(providerUrl: string, folder: string, say: (text: string) => void): Promise<Line[]> {
  const times = Number(process.env.FAILOVERS ?? 20)
  const faults = (process.env.FAULTS ?? 'crash,partition,pause').split(',') as Fault[]
  const dir = `${folder}-cluster`
  const cluster = await startCluster(dir)
  const outages: Outage[] = []
  let failure: string | undefined
  try {
    const rig = await startRigOn(cluster.settings, providerUrl, folder)
    const world = await beginWorld(rig, () => {})
    const probe = await makeProbe(rig, world)
    const campaign = { world, cluster, evidence: noEvidence(), probe, chance: chanceFrom(1) }
    for (let n = 0; n < times * faults.length && !failure; n++) {
      const outage = await drill(campaign, faults[n % faults.length]!)
      outages.push(outage)
      failure = await auditAfter(campaign)
      say(
        `${n + 1}: ${outage.fault}, writes again after ${(outage.ms / 1000).toFixed(1)} s ${JSON.stringify(outage.answers)}`,
      )
    }
    failure ??= await finish(campaign)
    if (failure) say(failure)
    await rig.stop()
    return linesOf(outages, world, failure)
  } finally {
    cluster.stop()
    await rm(dir, { recursive: true, force: true })
  }
}

/** One fault under load. @returns how long no write was acknowledged. */
async function drill({ world, cluster, probe, chance }: Campaign, fault: Fault): Promise<Outage> {
  await cluster.untilHealthy()
  let isOver = false
  const load = Array.from({ length: LOOPS }, () => shopper(world, chance, () => isOver))
  const probing = probe(() => isOver)
  await sleep(BEFORE_MS)
  const end = await cluster.faults[fault]((await cluster.leader())!)
  await sleep(FAULT_MS)
  await end()
  // An outage that outlasts the fault is measured to its end.
  await cluster.untilHealthy()
  await sleep(AFTER_MS)
  isOver = true
  const { longestMs, answers } = await probing
  await forgetRunningCalls(world.rig.observer, 1000)
  await Promise.all(load)
  return { fault, ms: longestMs, answers }
}

/** Acts one after another. Preparation that meets the outage is left out. */
async function shopper(world: World, chance: Chance, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const name = chance.weighted(NAMES, each => WEIGHTS[each])
    const act = await prepare(world, name, chance).catch(() => sleep(PROBE_MS).then(() => undefined))
    await act?.()
  }
}

async function prepare(world: World, name: ActName, chance: Chance) {
  if (name === 'claim' && (world.giveaways.at(-1)?.slots ?? ROOM) >= ROOM) await addGiveaway(world)
  return ACTS[name](world, chance)
}

type Probe = (isOver: () => boolean) => Promise<{ longestMs: number; answers: Record<string, number> }>

/** Claims a slot every 100 ms without a second try, and measures the longest time between two claims that were acknowledged. */
async function makeProbe({ origin, observer }: ShopUnderTest, { promises }: World): Promise<Probe> {
  const people: User[] = await makeCrowd(observer.services.pool, PEOPLE, LIMIT)
  const [giveawayId] = (await makeGiveaways(observer.services.pool, 1, 100_000, LIMIT)) as [string]
  let slot = 0
  const claim = async (): Promise<string> => {
    const person = people[slot++ % PEOPLE]!
    try {
      const answer = await fetch(`${origin}/api/giveaways/${giveawayId}/entries`, {
        method: 'POST',
        headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ slots: [slot] }),
        signal: AbortSignal.timeout(10_000),
      })
      const text = await answer.text()
      if (answer.status === 200) promises.claim.push({ giveawayId, slot, userId: person.userId })
      if (answer.status >= 500 && !JSON.parse(text).detail) return `${answer.status} without a sentence`
      return String(answer.status)
    } catch (error) {
      return (error as Error).name
    }
  }
  return async isOver => {
    const answers: Record<string, number> = {}
    let last = performance.now()
    let longestMs = 0
    while (!isOver()) {
      const answer = await claim()
      answers[answer] = (answers[answer] ?? 0) + 1
      if (answer === '200') {
        longestMs = Math.max(longestMs, performance.now() - last)
        last = performance.now()
      }
      await sleep(PROBE_MS)
    }
    return { longestMs: Math.max(longestMs, performance.now() - last), answers }
  }
}

/** Compares every acknowledgement so far with the primary of now. @returns the faults, if any. */
async function auditAfter({ world, evidence, cluster }: Campaign, isEnd = false): Promise<string | undefined> {
  await cluster.untilHealthy()
  const { observer } = world.rig
  const faults = [
    ...(await lostPromises(observer.services.pool, world.promises)),
    ...(await auditOf(observer, world.shelf)),
    ...(await evidenceFaults(world, evidence, isEnd)),
  ]
  return faults.length > 0 ? faults.join('\n') : undefined
}

/** Waits for refunds, letters and leaves, compares the provider's books, and audits once more. */
async function finish(campaign: Campaign): Promise<string | undefined> {
  const { observer, provider } = campaign.world.rig
  const until = Date.now() + FINISH_MS
  for (;;) {
    const waiting = await unfinishedOf(observer.services.pool, provider)
    if (waiting.length === 0) return auditAfter(campaign, true)
    if (Date.now() > until) throw new Broken(`Not done after ${FINISH_MS / 1000} s: ${waiting.join('\n')}`)
    await sleep(500)
  }
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
    row('acknowledged and lost, faults of the audit', failure ? 'the campaign ended at the first' : '0', '0', !failure),
    row('responses of 500 and more without a sentence', String(bare.length), '0', bare.length === 0),
  ]
}

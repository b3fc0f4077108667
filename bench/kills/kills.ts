import { type Chance, chanceFrom } from '../../db/demo/seeded-chance.ts'
import type { Place } from '../bench-kinds.ts'
import { sized } from '../short.ts'
import { type Line, row } from '../table.ts'
import { ACTS, type ActName } from './acts.ts'
import { beginWorld } from './begin-world.ts'
import { faultsTold } from './campaign.ts'
import { auditOf, unfinishedOf } from './checks/books.ts'
import { type Evidence, evidenceFaults, noEvidence } from './checks/evidence.ts'
import { lostPromises } from './checks/promises.ts'
import { Broken } from './client.ts'
import { collectDraws, freeze, freezeRest, verifyAllDraws } from './draws.ts'
import { addGiveaway, isNextDue } from './entering.ts'
import { AIMS, type Aim, chooseMoment, PHASES, type Phase, type Phases, readPhases, untilMoment } from './moments.ts'
import { type Rig, startRig, TARGETS, type Target } from './rig.ts'
import { type Act, after, type World } from './world.ts'

/** Acts of a round besides the freeze. Each starts at a random moment soon after the round's start. */
const ACTS_AT_ONCE = 5
const BEGIN_WITHIN_MS = 300
/** Limit for the automatic recovery of a dead worker's jobs and of deliveries that a kill interrupted. */
const FINISH_MS = 600_000
/** Each round freezes a giveaway besides. */
const WEIGHTS: Record<ActName, number> = { checkout: 3, refund: 1, claim: 6, freeze: 0, subscribe: 1, cancel: 1 }
const NAMES = Object.keys(ACTS) as ActName[]
const SAY_EVERY = 5
/** A round that takes longer prints its log. */
const SLOW_MS = 30_000

type Name = Target | ActName | `aim ${Aim}` | Phase | 'none'
type Counts = Record<Name, number>
type Campaign = {
  rig: Rig
  world: World
  chance: Chance
  counts: Counts
  checked: number
  since: Map<string, number>
  evidence: Evidence
}

/**
 * Kills the web process, the worker or the database while people buy, claim and subscribe, and while staff refund, freeze and draw. Does so
 * `KILLS` (500) times at moments chosen by `KILL_SEED` (1): three of four aim at the sequencer, a freeze or a draw. After each kill, checks
 * all promises so far, the audit, every entry tree and the log. The payment sandbox and the witnesses keep their books on a server that is
 * not killed. At the first loss, stops and prints the round's log.
 */
export async function benchKills({ databaseUrl: providerUrl, folder, say }: Place): Promise<Line[]> {
  const kills = Number(process.env.KILLS ?? sized(500, 3))
  const seed = Number(process.env.KILL_SEED ?? 1)
  const story: string[] = []
  const rig = await startRig(providerUrl, folder)
  try {
    const campaign = await begin(rig, seed, line => story.push(`${new Date().toISOString().slice(14, 23)} ${line}`))
    const start = performance.now()
    const seconds = () => (performance.now() - start) / 1000
    let done = 0
    let failure: string | undefined
    for (; done < kills && !failure; done++) {
      story.length = 0
      const began = performance.now()
      failure = await round(campaign, line => story.push(line)).catch(explain)
      if (performance.now() - began > SLOW_MS) say(`Kill ${done + 1} was slow:\n${story.join('\n')}`)
      if ((done + 1) % SAY_EVERY === 0) say(`${done + 1} kills, ${(seconds() / (done + 1)).toFixed(1)} s each`)
    }
    const secondsPerKill = seconds() / done
    failure ??= await finish(campaign).catch(explain)
    if (failure) say(`Kill ${done} of seed ${seed}: ${failure}\n${story.join('\n')}`)
    const slips = await slipsOf(rig)
    return linesOf(campaign, { seed, done, kills, secondsPerKill, slips, failure })
  } finally {
    await rig.stop()
  }
}

function explain(error: unknown): string {
  if (error instanceof Broken) return error.message
  throw error
}

async function begin(rig: Rig, seed: number, tell: (line: string) => void): Promise<Campaign> {
  const world = await beginWorld(rig, tell)
  const names: Name[] = [...TARGETS, ...NAMES, ...AIMS.map(aim => `aim ${aim}` as const), ...PHASES, 'none']
  const counts = Object.fromEntries(names.map(name => [name, 0])) as Counts
  return { rig, world, chance: chanceFrom(seed), counts, checked: 0, since: new Map(), evidence: noEvidence() }
}

/** Runs one round with one kill. @returns the loss, if any. */
async function round(campaign: Campaign, tell: (line: string) => void): Promise<string | undefined> {
  const { world, chance } = campaign
  await world.client.refresh(world.staff)
  if (world.giveaways.length === 0 || isNextDue(world)) await addGiveaway(world)
  const acts = await prepare(campaign)
  const running = Promise.allSettled(acts.map(act => after(chance.below(BEGIN_WITHIN_MS), act)))
  await kill(campaign, tell)
  const failed = (await running).find(result => result.status === 'rejected')
  if (failed) return explain(failed.reason)
  await campaign.rig.untilReady()
  return check(campaign)
}

/** Kills and restarts one target at the next moment, and counts what the shop was doing. */
async function kill({ rig, chance, counts }: Campaign, tell: (line: string) => void): Promise<void> {
  const moment = chooseMoment(chance)
  const { aim, target } = moment
  const client = await rig.observer.services.pool.connect()
  // The death of the database ends this connection too.
  client.once('error', () => {})
  await untilMoment(moment, client, rig)
  let phases: Phases | undefined
  await rig.killAndRestart(target, async () => {
    phases = await readPhases(client, target)
  })
  client.release(true)
  const during = PHASES.filter(phase => phases![phase])
  for (const phase of during) counts[phase]++
  if (during.length === 0) counts.none++
  counts[target]++
  counts[`aim ${aim}`]++
  tell(`--- ${target} was killed and is back; ${JSON.stringify(moment)}, ${during.join(', ') || 'between phases'}`)
}

async function prepare({ world, chance, counts }: Campaign): Promise<Act[]> {
  const acts: Act[] = []
  const freezing = await freeze(world, chance)
  if (freezing) {
    acts.push(freezing)
    counts.freeze++
  }
  for (let more = ACTS_AT_ONCE; more > 0; more--) {
    const name = chance.weighted(NAMES, each => WEIGHTS[each])
    const act = await ACTS[name](world, chance)
    if (!act) continue
    acts.push(act)
    counts[name]++
  }
  return acts
}

/** Checks all promises so far, the audit, trees and log, and work that has waited too long. */
async function check(campaign: Campaign, isEnd = false): Promise<string | undefined> {
  const { world, since } = campaign
  const { observer, provider } = world.rig
  const { pool } = observer.services
  const unpublished = await collectDraws(world)
  const faults = [...(await lostPromises(pool, world.promises)), ...(await auditOf(observer, world.shelf))]
  faults.push(...(await evidenceFaults(world, campaign.evidence, isEnd)))
  campaign.checked += countOf(world)
  const waiting = [...(await unfinishedOf(pool, provider)), ...unpublished]
  for (const thing of since.keys()) if (!waiting.includes(thing)) since.delete(thing)
  for (const thing of waiting) {
    if (!since.has(thing)) since.set(thing, Date.now())
    else if (Date.now() - since.get(thing)! > FINISH_MS) faults.push(`not done after ${FINISH_MS / 1000} s: ${thing}`)
  }
  return faults.length > 0 ? faults.join('\n') : undefined
}

/** Freezes the rest, checks until no work is unfinished or a check fails, and verifies all draws and receipts once more. */
async function finish(campaign: Campaign): Promise<string | undefined> {
  const { world, chance } = campaign
  campaign.counts.freeze += await freezeRest(world, chance)
  let failure: string | undefined
  do {
    await new Promise(done => setTimeout(done, 500))
    failure = await check(campaign)
  } while (!failure && campaign.since.size > 0)
  if (failure) return failure
  campaign.checked += await verifyAllDraws(world)
  return check(campaign, true)
}

const countOf = ({ promises }: World) => Object.values(promises).reduce((sum, { length }) => sum + length, 0)

/** Frozen lists whose witnesses were late, because a kill came between freeze and quorum. */
async function slipsOf({ observer }: Rig): Promise<number> {
  const { rows } = await observer.services.pool.query<{ n: number }>(
    'select count(distinct giveaway_id)::int as n from draw_freeze where slip > 0',
  )
  return rows[0]!.n
}

type Result = {
  seed: number
  done: number
  kills: number
  secondsPerKill: number
  slips: number
  failure: string | undefined
}

function linesOf(
  { world, counts, checked, evidence }: Campaign,
  { seed, done, kills, secondsPerKill, slips, failure }: Result,
): Line[] {
  const of = (names: readonly Name[]) => names.map(name => `${name} ${counts[name]}`).join(', ')
  const given = Object.entries(world.promises).map(([kind, list]) => `${kind} ${list.length}`)
  return [
    row(`kills (seed ${seed})`, `${done}: ${of(TARGETS)}`, String(kills), done === kills),
    row('kills that aimed at', of(AIMS.map(aim => `aim ${aim}` as const)).replaceAll('aim ', '')),
    row('kills in an open transaction of', of(['sequencing', 'freezing', 'drawing'])),
    row('kills while entries, the log, witnesses or a due draw waited', of([...PHASES.slice(3), 'none'])),
    row('acts', of(NAMES)),
    row('promises given', `${countOf(world)}: ${given.join(', ')}`),
    row('promises checked, all after each kill', checked.toLocaleString('en-US')),
    row('receipts in a witnessed head by their deadline', `${evidence.kept.size} of ${world.promises.receipt.length}`),
    row('states of the log that were signed, all of one history', String(evidence.monitor.size)),
    row('frozen lists that slipped to a later day', String(slips)),
    {
      ...row('promises lost, faults of the audit', faultsTold(failure), '0', !failure),
      isRule: true,
    },
    row('time of a kill, its checks included', `${secondsPerKill.toFixed(1)} s`),
  ]
}

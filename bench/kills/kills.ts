import { addUser } from '#app/testing/users.ts'
import { addProduct } from '#features/orders/testing/shopping.ts'
import { type Chance, chanceFrom } from '../../db/demo/seeded-chance.ts'
import type { Line } from '../table.ts'
import { ACTS, type Act, type ActName, addGiveaway, isNextDue, type World } from './acts.ts'
import { auditOf, unfinishedOf } from './books.ts'
import { Broken, createClient } from './client.ts'
import { lostPromises, noPromises } from './promises.ts'
import { type Rig, startRig, TARGETS, type Target } from './rig.ts'

/** Acts of a round. Each starts at a random moment in the first half of the time in which the kill happens. */
const ACTS_AT_ONCE = 8
const KILL_WITHIN_MS = 600
const BEGIN_WITHIN_MS = 300
/** Limit for the automatic recovery of a dead worker's jobs and of deliveries that a kill interrupted. */
const FINISH_MS = 120_000
const STOCK = 1_000_000
const CREDITS = 2
const WEIGHTS: Record<ActName, number> = { checkout: 4, refund: 2, claim: 3, draw: 1, subscribe: 2, cancel: 1 }
const NAMES = Object.keys(ACTS) as ActName[]
const SAY_EVERY = 5

type Counts = Record<Target | ActName, number>
type Campaign = { world: World; chance: Chance; counts: Counts; checked: number; since: Map<string, number> }

/**
 * Kills the web process, the worker or the database while people buy, claim and subscribe, and while staff refund and draw. Does so
 * `KILLS` (500) times at moments chosen by `KILL_SEED` (1). After each kill, checks all promises so far, and the audit. The payment
 * sandbox keeps its books on a server that is not killed. At the first loss, stops and prints the round's log.
 */
export async function benchKills(providerUrl: string, folder: string, say: (text: string) => void): Promise<Line[]> {
  const kills = Number(process.env.KILLS ?? 500)
  const seed = Number(process.env.KILL_SEED ?? 1)
  const story: string[] = []
  const rig = await startRig(providerUrl, folder)
  try {
    const campaign = await begin(rig, seed, line => story.push(`${new Date().toISOString().slice(14, 23)} ${line}`))
    const began = performance.now()
    const seconds = () => (performance.now() - began) / 1000
    let done = 0
    let failure: string | undefined
    for (; done < kills && !failure; done++) {
      story.length = 0
      failure = await round(campaign, line => story.push(line)).catch(explain)
      if ((done + 1) % SAY_EVERY === 0) say(`${done + 1} kills, ${(seconds() / (done + 1)).toFixed(1)} s each`)
    }
    const secondsPerKill = seconds() / done
    failure ??= await finish(campaign)
    if (failure) say(`Kill ${done} of seed ${seed}: ${failure}\n${story.join('\n')}`)
    return linesOf(campaign, { seed, done, kills, secondsPerKill, failure })
  } finally {
    await rig.stop()
  }
}

function explain(error: unknown): string {
  if (error instanceof Broken) return error.message
  throw error
}

async function begin(rig: Rig, seed: number, tell: (line: string) => void): Promise<Campaign> {
  const { db } = rig.observer.services
  const product = await addProduct(db, { stock: [STOCK], entries: CREDITS })
  await addProduct(db, { name: 'Premium, Monthly', priceCents: 2499, entries: 0, stock: [null], interval: 'month' })
  const staff = { ...(await addUser(rig.observer, new Date(), { admin: true })), role: 'owner' as const }
  const client = createClient(rig, tell)
  const code = 'KILLS'
  const shelf = { productId: product.id, variantId: product.variantId, stock: STOCK, credits: CREDITS, code }
  const kept = { promises: noPromises(), paid: [], members: [], giveaways: [] }
  const world: World = { rig, client, staff, shelf, ...kept }
  const coupon = { code, discount: { kind: 'percent', amount: 10 } }
  const { status, json } = await client.call('/api/admin/codes', staff, coupon)
  if (status !== 200) throw new Error(`No code for the campaign: ${JSON.stringify(json)}`)
  const counts = Object.fromEntries([...TARGETS, ...NAMES].map(name => [name, 0])) as Counts
  return { world, chance: chanceFrom(seed), counts, checked: 0, since: new Map() }
}

/** Runs one round with one kill. @returns the loss, if any. */
async function round(campaign: Campaign, tell: (line: string) => void): Promise<string | undefined> {
  const { world, chance, counts } = campaign
  await world.client.refresh(world.staff)
  if (world.giveaways.length === 0 || isNextDue(world)) await addGiveaway(world)
  const acts = await prepare(campaign)
  const target = chance.oneOf(TARGETS)
  const moment = chance.below(KILL_WITHIN_MS)
  const running = Promise.allSettled(acts.map(act => after(chance.below(BEGIN_WITHIN_MS), act)))
  await after(moment, async () => {
    tell(`--- ${target} is killed after ${moment} ms`)
    await world.rig.killAndRestart(target)
    tell(`--- ${target} is back`)
  })
  counts[target]++
  const failed = (await running).find(result => result.status === 'rejected')
  if (failed) return explain(failed.reason)
  await world.rig.untilReady()
  return check(campaign)
}

async function prepare({ world, chance, counts }: Campaign): Promise<Act[]> {
  const acts: Act[] = []
  while (acts.length < ACTS_AT_ONCE) {
    const name = chance.weighted(NAMES, each => WEIGHTS[each])
    const act = await ACTS[name](world, chance)
    if (!act) continue
    acts.push(act)
    counts[name]++
  }
  return acts
}

const after = async (ms: number, work: () => Promise<void>) => {
  await new Promise(done => setTimeout(done, ms))
  await work()
}

/** Checks all promises so far, the audit, and work that has waited too long. */
async function check(campaign: Campaign): Promise<string | undefined> {
  const { world, since } = campaign
  const { observer, provider } = world.rig
  const { pool } = observer.services
  const faults = [...(await lostPromises(pool, world.promises)), ...(await auditOf(observer, world.shelf))]
  campaign.checked += countOf(world)
  const waiting = await unfinishedOf(pool, provider)
  for (const thing of since.keys()) if (!waiting.includes(thing)) since.delete(thing)
  for (const thing of waiting) {
    if (!since.has(thing)) since.set(thing, Date.now())
    else if (Date.now() - since.get(thing)! > FINISH_MS) faults.push(`not done after ${FINISH_MS / 1000} s: ${thing}`)
  }
  return faults.length > 0 ? faults.join('\n') : undefined
}

/** Checks everything until no work is unfinished or a check fails. */
async function finish(campaign: Campaign): Promise<string | undefined> {
  let failure: string | undefined
  do {
    await new Promise(done => setTimeout(done, 500))
    failure = await check(campaign)
  } while (!failure && campaign.since.size > 0)
  return failure
}

const countOf = ({ promises }: World) => Object.values(promises).reduce((sum, { length }) => sum + length, 0)

type Result = { seed: number; done: number; kills: number; secondsPerKill: number; failure: string | undefined }

function linesOf({ world, counts, checked }: Campaign, { seed, done, kills, secondsPerKill, failure }: Result): Line[] {
  const of = (names: readonly (Target | ActName)[]) => names.map(name => `${name} ${counts[name]}`).join(', ')
  const given = Object.entries(world.promises).map(([kind, list]) => `${kind} ${list.length}`)
  const row = (what: string, measured: string, aim = '', ok = true): Line => ({ what, measured, ceiling: '', aim, ok })
  return [
    row(`kills (seed ${seed})`, `${done}: ${of(TARGETS)}`, String(kills), done === kills),
    row('acts', of(NAMES)),
    row('promises given', `${countOf(world)}: ${given.join(', ')}`),
    row('promises checked, all after each kill', checked.toLocaleString('en-US')),
    row('promises lost, faults of the audit', failure ? 'the campaign ended at the first' : '0', '0', !failure),
    row('time of a kill, its checks included', `${secondsPerKill.toFixed(1)} s`),
  ]
}

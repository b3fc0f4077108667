import { setTimeout as sleep } from 'node:timers/promises'
import { buildServerIfNeeded } from '#app/cli/build.ts'
import type { Place as BenchPlace } from '../bench-kinds.ts'
import { beginCampaign, type Campaign, promiseLines, runFaults, seconds, underLoad } from '../kills/campaign.ts'
import { PROBES, type Watched } from '../kills/probes.ts'
import { type Rig, startRig } from '../kills/rig.ts'
import { IS_SHORT, sized } from '../short.ts'
import { type Line, row } from '../table.ts'
import { FAULTS, type FaultName } from './faults.ts'
import { makeSurroundings, type Place } from './surroundings.ts'

/** One fault of each kind, without the clocks: e-mails written 5 min ahead are sent 5 min later. */
const SHORT: FaultName[] = ['connections', 'orders', 'dns-mail', 'disk']
const BEFORE_MS = sized(2000, 500)
const FAULT_MS = sized(20_000, 1500)
const AFTER_MS = sized(8000, 2000)
const WELL_MS = 5000
const RESTART_MS = 1000
/** An e-mail that was written while the clocks were 5 min ahead may be due 5 min after they are right again. */
const EMAILS_MS = sized(420_000, 120_000)

type Result = { name: FaultName; answers: Record<string, number>; bare: number; wellMs: number; slowest: string }

/**
 * Runs each of `DRILLS` (all) once for 20 s under a load of reads, claims, checkouts and refunds, without an operator: counts responses
 * of 500 and more without a sentence, and how long after its end the first good answers of every kind come; then audits what was acknowledged.
 */
export async function benchDrills({ databaseUrl: providerUrl, folder, say }: BenchPlace): Promise<Line[]> {
  const names = (process.env.DRILLS?.split(',') ?? (IS_SHORT ? SHORT : Object.keys(FAULTS))) as FaultName[]
  buildServerIfNeeded()
  const place = await makeSurroundings(folder, providerUrl)
  const results: Result[] = []
  try {
    const rig = await startRig(providerUrl, place.disk, place.surroundings)
    const supervisor = supervise(rig)
    const campaign = await beginCampaign(rig)
    const failure = await runFaults(campaign, names, async name => {
      const result = await drill({ rig, place, campaign }, name)
      results.push(result)
      say(`${name}: well after ${seconds(result.wellMs)} (${result.slowest}) ${JSON.stringify(result.answers)}`)
    })
    if (failure) say(failure)
    const emails = await waitForEmails(rig, say)
    await supervisor.stop()
    await rig.stop()
    return [...linesOf(results), ...promiseLines(campaign, failure), emails]
  } finally {
    place.end()
  }
}

/** Waits for the e-mails that a fault held up. */
async function waitForEmails({ observer }: Rig, say: (text: string) => void): Promise<Line> {
  const began = performance.now()
  for (;;) {
    const { rows } = await observer.services.pool.query<{ state: string; reason: string | null; count: number }>(
      `select state, reason, count(*)::int as count from message where channel = 'email' group by state, reason`,
    )
    const others = rows.filter(({ state }) => state !== 'sent')
    const took = performance.now() - began
    if (others.length === 0 || took > EMAILS_MS) {
      for (const row of others) say(JSON.stringify(row))
      const sum = (counted: typeof rows) => counted.reduce((all, { count }) => all + count, 0)
      const sent = sum(rows) - sum(others)
      const measured = `${sent}; ${sum(others)}, ${seconds(took)} after the last audit`
      return { what: 'e-mails sent; not sent', measured, ceiling: '', aim: '0', ok: others.length === 0 }
    }
    await sleep(RESTART_MS)
  }
}

/** Starts PostgreSQL again when it has ended, as the supervisor of a server does. */
function supervise({ postgres }: Rig) {
  let isOver = false
  const running = (async () => {
    while (!isOver) {
      if (!postgres.isRunning()) await postgres.start().catch(() => {})
      await sleep(RESTART_MS)
    }
  })()
  return {
    async stop() {
      isOver = true
      await running
    },
  }
}

type Drilled = { rig: Rig; place: Place; campaign: Campaign }

async function drill({ rig, place, campaign }: Drilled, name: FaultName): Promise<Result> {
  const { giveawayId, asks } = campaign.probes
  const begin = () => FAULTS[name].fault({ rig, place, giveawayId, claim: asks.claim })
  const fault = { begin, beforeMs: BEFORE_MS, forMs: FAULT_MS, afterMs: AFTER_MS }
  const { watched, endsAt } = await underLoad(campaign, PROBES, fault, rig.untilReady)
  const times = watched.map((each, n) => ({ probe: PROBES[n]!, ms: wellAfter(each, endsAt) }))
  const slowest = times.reduce((a, b) => (b.ms > a.ms ? b : a))
  const answers: Record<string, number> = {}
  watched.forEach((each, n) => {
    for (const [answer, count] of Object.entries(each.answers)) answers[`${PROBES[n]} ${answer}`] = count
  })
  const bare = Object.entries(answers).filter(([answer]) => answer.includes('without'))
  const sum = bare.reduce((all, [, count]) => all + count, 0)
  return { name, answers, bare: sum, wellMs: slowest.ms, slowest: slowest.probe }
}

/** Milliseconds until the first good answer that no bad one follows. Counts the calls that were sent after the end. */
function wellAfter({ all }: Watched, endsAt: number): number {
  const later = all.filter(({ sentAt }) => sentAt >= endsAt)
  const good = later.slice(later.findLastIndex(({ isGood }) => !isGood) + 1)
  return good.length > 0 ? good[0]!.answeredAt - endsAt : Number.POSITIVE_INFINITY
}

const linesOf = (results: Result[]): Line[] =>
  results.map(({ name, bare, wellMs, slowest, answers }) => {
    const refused = Object.entries(answers).reduce((sum, [key, n]) => sum + (key.endsWith(' 200') ? 0 : n), 0)
    const measured = `${bare} without a sentence of ${refused} that were not 200; well after ${seconds(wellMs)} (${slowest})`
    return row(FAULTS[name].what, measured, '0; 5 s', bare === 0 && wellMs <= WELL_MS)
  })

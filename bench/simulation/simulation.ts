import type { TestProject } from 'vitest/node'
import startTestPostgres from '#app/testing/start-postgres.ts'
import type { Place } from '../bench-kinds.ts'
import { sized } from '../short.ts'
import { type Line, row } from '../table.ts'
import { copiesOf } from './copies.ts'
import { PLANTS, type PlantName } from './machine/plants.ts'
import { type Outcome, simulate } from './run.ts'
import { count, type Tally } from './run-state.ts'

/** Commands of one run: then the databases are new, because audits of a large one would take most of the time. */
const RUN_COMMANDS = 2000
const SAY_EVERY = 10
/** Commands before a violation that are printed. */
const TOLD = 60

/**
 * Simulates the shop by seeds: `SIM_COMMANDS` (20,000) commands in runs of 2,000, from `SIM_SEED` on. `SIM_PLANT` puts a defect into the
 * shop. At the first violation, prints the seed that replays it, and the last commands.
 */
export async function benchSimulation({ say }: Pick<Place, 'say'>): Promise<Line[]> {
  const wanted = Number(process.env.SIM_COMMANDS ?? sized(20_000, 200))
  const first = Number(process.env.SIM_SEED ?? 1)
  const plant = process.env.SIM_PLANT as PlantName | undefined
  if (plant && !(plant in PLANTS)) throw new Error(`SIM_PLANT is one of: ${Object.keys(PLANTS).join(', ')}.`)
  const templates = await openTemplates()
  const begin = performance.now()
  const total: Tally = { commands: new Map(), outcomes: new Map(), faults: new Map() }
  let [done, audits, runs] = [0, 0, 0]
  let failure: Outcome | undefined
  try {
    for (; done < wanted && !failure; runs++) {
      const commands = Math.min(RUN_COMMANDS, wanted - done)
      const outcome = await templates.within(place => simulate(place, { seed: first + runs, commands, plant }))
      done += outcome.done
      audits += outcome.audits
      for (const [name, counts] of Object.entries(outcome.tally))
        for (const [key, n] of counts) count(total[name as keyof Tally], key, n)
      const rate = Math.round((done / (performance.now() - begin)) * 1000)
      if (runs % SAY_EVERY === 0) say(`seed ${outcome.seed}: digest ${outcome.digest}; ${done} commands, ${rate}/s`)
      if (outcome.violations.length > 0) failure = outcome
    }
  } finally {
    await templates.close()
  }
  if (failure) say(tellOf(failure))
  return linesOf(total, { first, runs, done, audits, failure, seconds: (performance.now() - begin) / 1000, wanted })
}

const tellOf = ({ seed, done, story, violations }: Outcome) =>
  `\nSIM_SEED=${seed} SIM_COMMANDS=${RUN_COMMANDS} replays this. After ${done} commands:\n${story.slice(-TOLD).join('\n')}\n\n${violations.join('\n')}`

type Summary = {
  first: number
  runs: number
  done: number
  audits: number
  failure: Outcome | undefined
  seconds: number
  wanted: number
}

function linesOf(
  { commands, outcomes, faults }: Tally,
  { first, runs, done, audits, failure, seconds, wanted }: Summary,
): Line[] {
  const listed = (counts: Map<string, number>, most = 60) =>
    [...counts]
      .toSorted((a, b) => b[1] - a[1])
      .slice(0, most)
      .map(([name, n]) => `${name} ${n}`)
      .join(', ')
  return [
    row(
      `commands (seeds ${first} to ${first + runs - 1})`,
      done.toLocaleString('en-US'),
      wanted.toLocaleString('en-US'),
      done >= wanted,
    ),
    row('commands by kind', listed(commands)),
    row('outcomes', listed(outcomes, 80)),
    row('faults met', listed(faults)),
    row('audits of all invariants', String(audits)),
    row('commands a second', (done / seconds).toFixed(0)),
    {
      ...row('violations', failure ? `the run of seed ${failure.seed} ended at the first` : '0', '0', !failure),
      isRule: true,
    },
  ]
}

/** A PostgreSQL of its own with a migrated template. */
export async function openTemplates() {
  let url = ''
  const project = {
    provide(_: string, value: string) {
      url = value
    },
  }
  const stop = await startTestPostgres(project as unknown as TestProject)
  const copies = await copiesOf(url)
  async function close(): Promise<void> {
    await copies.close()
    await stop()
  }
  return { within: copies.within, close }
}

import fc from 'fast-check'
import { PLANS, STEPS } from '#app/testing/money-model/plan.ts'
import { makeWorld } from '#app/testing/money-model/world.ts'
import { addProduct } from '#features/orders/testing/shopping.ts'
import type { Context } from '#kernel/context.ts'
import { openDatabase } from '#platform/db/database.server.ts'
import { chanceFrom } from '../../db/demo/seeded-chance.ts'
import { noPromises } from '../kills/checks/promises.ts'
import { auditEnd, auditNow } from './checks/audit.ts'
import { createTrace } from './checks/trace.ts'
import { perform } from './commands/choose.ts'
import { settleAll } from './commands/settle-all.ts'
import { openGiveaway } from './commands/staff.ts'
import { type Weather, weatherOf } from './machine/faults.ts'
import { type Machine, openMachine, type Place } from './machine/machine.ts'
import { PLANTS, type PlantName } from './machine/plants.ts'
import { type Run, type Tally, Violation } from './run-state.ts'

const WORLDS = 3
const AUDITED_EVERY = 50
const PLANS_SOLD = [
  { interval: 'month', priceCents: 2499 },
  { interval: 'year', priceCents: 29_988 },
] as const
const CALM: Weather = { cuts: 0, deaths: 0, mishaps: 0, copies: 1, lostWebhooks: 0 }

export type Options = { seed: number; commands: number; plant?: PlantName | undefined; weather?: Weather }

/** `violations` are empty after a good run. `done` counts the commands until then. */
export type Outcome = {
  seed: number
  done: number
  violations: string[]
  digest: string
  story: readonly string[]
  audits: number
  tally: Tally
}

/** Runs a shop by one seed on two fresh databases, until all commands are done or something is violated. */
export async function simulate(place: Place, { seed, commands, plant, weather }: Options): Promise<Outcome> {
  const fates = chanceFrom(seed ^ 0x5eed)
  const carried: { run?: Run } = {}
  const machine = await openMachine(place, send => carry(carried.run, send))
  const [ours, theirs] = [openDatabase(place.shopUrl, 2).pool, openDatabase(place.providerUrl, 1).pool]
  const tally: Tally = { commands: new Map(), outcomes: new Map(), faults: new Map() }
  let [done, audits] = [0, 0]
  const trace = createTrace()
  let violations: string[] = []
  try {
    const run: Run = {
      ...{ machine, ours, theirs, trace, tally, chance: chanceFrom(seed), weather: CALM },
      ...(await beginWorlds(machine, seed)),
      ...{ orders: [], giveaways: [], promises: noPromises(), statements: new Map() },
    }
    carried.run = run
    await openGiveaway(run)
    run.weather = weather ?? weatherOf(fates)
    if (plant)
      machine.plant(
        PLANTS[plant]({
          now: machine.clock.now,
          payments: () => machine.shop.services.payments.providers[0]!,
        }),
      )
    const steps = fc.sample(STEPS, { seed, numRuns: commands })
    for (; done < commands && violations.length === 0; done++) {
      trace.add(`${done} ${await perform(run, steps[done]!)}`)
      if ((done + 1) % AUDITED_EVERY > 0) continue
      audits++
      violations = await auditNow(run)
    }
    if (violations.length === 0) {
      run.weather = CALM
      machine.plant(undefined)
      await settleAll(run)
      audits++
      violations = await auditEnd(run)
    }
  } catch (error) {
    violations = [error instanceof Violation ? error.message : String((error as Error).stack)]
  } finally {
    await machine.close()
    await Promise.all([ours.end(), theirs.end()])
  }
  return { seed, done, violations, digest: trace.digest(), story: trace.lines(), audits, tally }
}

async function beginWorlds(machine: Machine, seed: number): Promise<Pick<Run, 'worlds' | 'staff'>> {
  const staff = { ...(await machine.addUser({ admin: true })), role: 'owner' as const }
  const { userId, email } = staff
  const system = machine.shop.system
  const actor = { userId, email, name: 'Sam Porter', isAdmin: true, role: 'owner' as const, isSubscriber: false }
  for (const { interval, priceCents } of PLANS_SOLD)
    await addProduct(machine.shop.services.db, {
      ...{ name: `Premium, by the ${interval}`, priceCents, entries: 0, stock: [null], interval },
    })
  const worlds: Run['worlds'] = []
  for (const plan of fc.sample(PLANS, { seed, numRuns: WORLDS })) {
    const shop = { ...machine.shop, clock: machine.clock, addUser: machine.addUser }
    const world = await makeWorld(shop, plan, { ...system, actor } as Context)
    const people = world.users.map(({ id, ctx }) => ({ userId: id, email: ctx.actor!.email, idToken: '' }))
    worlds.push({ world, people })
  }
  return { worlds, staff }
}

/** The network between provider and shop: a webhook or its answer may be lost. */
async function carry(run: Run | undefined, send: () => Promise<Response>): Promise<Response> {
  const roll = run ? run.chance.below(100) : 100
  const lost = run?.weather.lostWebhooks ?? 0
  if (roll * 2 < lost) throw new Error('connection: ECONNREFUSED')
  const answer = await send()
  if (roll < lost) throw new Error('connection: ECONNRESET')
  return answer
}

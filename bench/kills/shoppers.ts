import type { Chance } from '../../db/demo/seeded-chance.ts'
import { ACTS, type ActName } from './acts.ts'
import { addGiveaway } from './entering.ts'
import type { World } from './world.ts'

const WEIGHTS: Record<ActName, number> = { checkout: 3, refund: 1, claim: 4, freeze: 0, subscribe: 0, cancel: 0 }
const NAMES = Object.keys(ACTS) as ActName[]
const AGAIN_MS = 100
const ROOM = 90

/** Acts one after another through an outage. Preparation that meets the outage is left out. */
export async function shopper(world: World, chance: Chance, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const name = chance.weighted(NAMES, each => WEIGHTS[each])
    const again = () => new Promise<undefined>(done => setTimeout(() => done(undefined), AGAIN_MS))
    const act = await prepare(world, name, chance).catch(again)
    await act?.()
  }
}

async function prepare(world: World, name: ActName, chance: Chance) {
  if (name === 'claim' && (world.giveaways.at(-1)?.slots ?? ROOM) >= ROOM) await addGiveaway(world)
  return ACTS[name](world, chance)
}

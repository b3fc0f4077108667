import type { Step } from '../plan.ts'
import type { World } from '../world.ts'

type StepOf<Name extends Step['do'], S = Step> = S extends { do: infer Names }
  ? Name extends Names
    ? Omit<S, 'do'> & { do: Name }
    : never
  : never
/** Runs steps against the shop. Each returns what happened, in few words; undefined without a target. */
export type Runs<Names extends Step['do']> = {
  [Name in Names]: (world: World, step: StepOf<Name>) => Promise<string | undefined>
}

export const HOME = { city: 'Reno', state: 'NV', postalCode: '89501' }

export const picked = <T>(list: readonly T[], at: number): T | undefined => list[at % list.length]

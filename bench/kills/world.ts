import { addUser, type TestUser } from '#app/testing/users.ts'
import type { Chance } from '../../db/demo/seeded-chance.ts'
import type { Shelf } from './checks/books.ts'
import type { Promises } from './checks/promises.ts'
import { Broken, type Client, type User } from './client.ts'
import type { ShopUnderTest } from './rig.ts'

export type Giveaway = { id: string; title: string; slots: number; entries: number }

/** State that acts share across rounds. */
export type World = {
  rig: ShopUnderTest
  client: Client
  promises: Promises
  staff: User
  shelf: Shelf & { productId: string; code: string }
  /** Paid orders without a refund. */
  paid: string[]
  /** Members who have not cancelled. */
  members: User[]
  /** Open giveaways: freezes take the first, entries go to the last. */
  giveaways: Giveaway[]
  /** Frozen giveaways whose result the verifier has not confirmed yet. */
  frozen: { id: string; title: string }[]
}

/** An action of one person during a kill. Its database preparation is done before. */
export type Act = () => Promise<void>
export type Prepare = (world: World, chance: Chance) => Promise<Act | undefined>

export const newUser = ({ rig }: World, credits = 0): Promise<TestUser> =>
  addUser(rig.observer, new Date(), credits ? { credits: { Silver: credits } } : {})

export const refused = (what: string, { status, json }: { status: number; json: object }) =>
  new Broken(`${what} was refused: ${status} ${JSON.stringify(json)}`)

export const after = async (ms: number, work: () => Promise<void>) => {
  await new Promise(done => setTimeout(done, ms))
  await work()
}

import type { World } from '#app/testing/money-model/world.ts'
import type { TestUser } from '#app/testing/users.ts'
import type { Role } from '#kernel/rights.ts'
import type { Pool } from '#platform/db/database.server.ts'
import type { Chance } from '../../db/demo/seeded-chance.ts'
import type { Promises } from '../kills/checks/promises.ts'
import type { Trace } from './checks/trace.ts'
import type { Weather } from './machine/faults.ts'
import type { Machine } from './machine/machine.ts'

/** `isDisputed`: the bank disputed a payment of theirs, so refunds may be refused after they were decided, and credits and entries are taken back. */
export type Person = TestUser & { role?: Role; tokenUntil?: number; isDisputed?: boolean }

/** An order as its shopper knows it: paid, or over without a payment. */
export type Order = {
  id: string
  url: string
  buyer: Person
  world: World
  isPaid: boolean
  isOver: boolean
  sessionId?: string
  isMembership?: boolean
}

export type Giveaway = { id: string; title: string; slots: number; entries: number; isFrozen: boolean }

/** What a simulation has counted, by name. */
export type Tally = Record<'commands' | 'outcomes' | 'faults', Map<string, number>>

/** One run: the machine, its people, what they know and what the shop has promised them. */
export type Run = {
  machine: Machine
  /** Reads the shop's database and the provider's, beside the shop. */
  ours: Pool
  theirs: Pool
  chance: Chance
  weather: Weather
  worlds: { world: World; people: Person[] }[]
  staff: Person
  orders: Order[]
  giveaways: Giveaway[]
  promises: Promises
  trace: Trace
  tally: Tally
  /** Statements of the last command of a kind, among which the next fault of the kind is placed. */
  statements: Map<string, number>
}

/** A state that no run may come to. */
export class Violation extends Error {}

export const count = (counts: Map<string, number>, name: string, by = 1) =>
  counts.set(name, (counts.get(name) ?? 0) + by)

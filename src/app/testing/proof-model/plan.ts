import fc from 'fast-check'

/** Number of persons. Each reads the mail of two addresses. */
export const PERSONS = 3
export const ADDRESSES = 2 * PERSONS
/** Giveaways that are open at a time. */
export const GIVEAWAYS = 2

/**
 * One act. An index wraps around the list that it picks from; an act without a target is skipped. `person` acts, and the act names
 * `address`: the person's own or another's.
 */
export type Step =
  | { do: 'register' | 'create'; person: number; address: number }
  | { do: 'invite'; address: number }
  | { do: 'free entry'; address: number; giveaway: number }
  | { do: 'card'; address: number; giveaway: number; hasEmail: boolean }
  | { do: 'prove by code' | 'prove by reset'; address: number }
  | { do: 'prove in tab' | 'enter' | 'order' | 'factor' | 'delete'; tab: number; giveaway: number }
  | { do: 'sign in' | 'credit' | 'delete by staff' | 'role'; account: number }
  | { do: 'come again'; account: number; giveaway: number }
  | { do: 'merge'; account: number; into: number }
  | { do: 'draw'; giveaway: number }
  | { do: 'next day' }

const person = fc.nat(PERSONS - 1)
const address = fc.nat(ADDRESSES - 1)
const giveaway = fc.nat(GIVEAWAYS - 1)
const any = fc.nat(11)

const weighted = (weight: number, arbitrary: fc.Arbitrary<Step>) => ({ weight, arbitrary })
const of = <const T extends string>(...names: T[]) => fc.constantFrom(...names)

export const STEPS: fc.Arbitrary<Step> = fc.oneof(
  weighted(6, fc.record({ do: of('register', 'create'), person, address })),
  weighted(1, fc.record({ do: of('invite'), address })),
  weighted(5, fc.record({ do: of('free entry'), address, giveaway })),
  weighted(2, fc.record({ do: of('card'), address, giveaway, hasEmail: fc.boolean() })),
  weighted(4, fc.record({ do: of('prove by code', 'prove by reset'), address })),
  weighted(7, fc.record({ do: of('prove in tab', 'enter', 'order', 'factor', 'delete'), tab: any, giveaway })),
  weighted(5, fc.record({ do: of('sign in', 'credit', 'delete by staff', 'role'), account: any })),
  weighted(2, fc.record({ do: of('come again'), account: any, giveaway })),
  weighted(4, fc.record({ do: of('merge'), account: any, into: any })),
  weighted(2, fc.record({ do: of('draw'), giveaway })),
  weighted(1, fc.constant({ do: 'next day' as const })),
)

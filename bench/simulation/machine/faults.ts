import type { Chance } from '../../../db/demo/seeded-chance.ts'
import type { Result, Send } from './wire.ts'

/** What happens at a statement of a command: the connection breaks, or the process dies, before the statement or after it. */
export const FAULTS = ['cut before', 'cut after', 'death before', 'death after'] as const
export type Fault = { kind: (typeof FAULTS)[number]; at: number }

/** A defect that the simulation puts into the shop, to show that the simulation finds it. */
export type Plant = { statement: (text: string, args: [unknown, ...unknown[]], send: Send) => Promise<Result> }

export const CALLS = [
  'POST /v1/checkout/sessions',
  'GET /v1/checkout/sessions/*',
  'POST /v1/checkout/sessions/*/expire',
  'POST /v1/refunds',
  'GET /v1/refunds',
  'GET /v1/payment_intents/*',
] as const
export const MISHAPS = ['lost', 'cut', 'unreached', 'fault', 'busy'] as const

/** How rough a run is. Each run has its own weather, so that rare combinations meet. */
export type Weather = {
  /** Of a thousand commands: those with a broken connection, with a dying process, and with a mishap of the network planned. */
  cuts: number
  deaths: number
  mishaps: number
  /** Copies of a webhook at most. */
  copies: number
  /** Of a hundred webhooks, those that are lost on their way or whose answer is. */
  lostWebhooks: number
}

export const weatherOf = (chance: Chance): Weather => ({
  cuts: chance.oneOf([0, 20, 60]),
  deaths: chance.oneOf([0, 1, 5]),
  mishaps: chance.oneOf([0, 20, 60]),
  copies: chance.oneOf([1, 2, 4, 10]),
  lostWebhooks: chance.oneOf([0, 10, 40]),
})

/** Statements of a command differ by one or two with what the process keeps in memory. The place of a fault does not follow that. */
const ROUNDED = 8

/** @param statements of the last command of its kind. */
export function faultOf(chance: Chance, weather: Weather, statements: number): Fault | undefined {
  const roll = chance.below(1000)
  const at = chance.below(ROUNDED * Math.ceil((statements + 1) / ROUNDED))
  const half = chance.oneOf(['before', 'after'] as const)
  if (roll < weather.deaths) return { kind: `death ${half}`, at }
  return roll < weather.deaths + weather.cuts ? { kind: `cut ${half}`, at } : undefined
}

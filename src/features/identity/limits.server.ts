import type { Context } from '#adapters/context.ts'
import { networkOf } from '#platform/http/network.server.ts'
import type { Limit } from '#platform/http/rate-limit.server.ts'

const MINUTE = 60
const DAY = 24 * 3600

/** How often a stranger may try, per account (an e-mail address, or a user's id) and per network. */
const LIMITS = {
  'sign-in account': { points: 10, seconds: 15 * MINUTE },
  'sign-in network': { points: 100, seconds: 15 * MINUTE },
  'confirm network': { points: 100, seconds: 15 * MINUTE },
  'register network': { points: 50, seconds: 60 * MINUTE },
  /** Codes sent to one address; with three tries each, also the guesses that a day allows. */
  'code account': { points: 10, seconds: DAY },
  /** Guesses at a second factor, over all challenges: as many as ten codes of three tries allow. */
  'factor account': { points: 30, seconds: DAY },
} as const satisfies Record<string, Limit>

type Name = keyof typeof LIMITS

const keyOf = (ctx: Context, name: Name, account: string) =>
  ctx.keyedHash(`limit ${name.endsWith('network') ? networkOf(ctx.ip) : account}`)

/**
 * Counts a try. Keys are hashes: the table of limits is no list of addresses.
 * @throws LimitExceededException with Retry-After.
 */
export const spendTry = (ctx: Context, name: Name, account: string) =>
  ctx.limits.spendShared(name, keyOf(ctx, name, account), LIMITS[name])

/** Forgets the tries of an account, after a success. */
export const forgiveTries = (ctx: Context, name: Name, account: string) =>
  ctx.limits.forgive(name, keyOf(ctx, name, account))

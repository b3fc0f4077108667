import type { Context } from '#kernel/context.ts'
import { networkOf } from '#platform/http/network.server.ts'
import type { Limit, Pace } from '#platform/http/rate-limit.server.ts'

const MINUTE = 60
const DAY = 24 * 3600

/**
 * Limits on tries (docs/decisions/0007-neutral-answers.md). Limits with `network` in their name count per network of the caller. The
 * others count per `account`, and a stranger cannot spend the owner's tries.
 */
const LIMITS = {
  /** Per account and network, or per account and known browser. */
  'sign-in account': { points: 10, seconds: 15 * MINUTE },
  'sign-in network': { points: 100, seconds: 15 * MINUTE },
  'confirm network': { points: 100, seconds: 15 * MINUTE },
  'register network': { points: 50, seconds: 60 * MINUTE },
  /** Password checks of a signed-in user, per user and network. */
  'reauthentication account': { points: 10, seconds: 15 * MINUTE },
  /** Codes sent to one address or user, per address and network, or per address and known browser. */
  'code account': { points: 10, seconds: DAY },
  /** Guesses at a second factor over all challenges: ten codes of three tries. The password was right before. */
  'factor account': { points: 30, seconds: DAY },
} as const satisfies Record<string, Limit>

/** Shared tries of all strangers at one account. They slow down and never lock: 136 sign-ins in the first day, then 96 a day. */
const PACES = {
  'sign-in': { free: 30, firstSeconds: 2, capSeconds: 15 * MINUTE },
  /** E-mails to one address: 49 in the first day, then 24 a day. */
  emails: { free: 20, firstSeconds: MINUTE, capSeconds: 60 * MINUTE },
  /** Codes to one phone, from any number of accounts. */
  phone: { free: 10, firstSeconds: 10 * MINUTE, capSeconds: 4 * 60 * MINUTE },
} as const satisfies Record<string, Pace>

type Name = keyof typeof LIMITS
type PaceName = keyof typeof PACES

/** The owner of the tries: an account, and the browser's id if the browser is known for the account (`known-browser.server.ts`). */
export type Tries = { account: string; browserId?: string | undefined }

const keyOf = (ctx: Context, name: Name, account: string) =>
  ctx.keyedHash(`limit ${name.endsWith('network') ? networkOf(ctx.ip) : account}`)
const paceKey = (ctx: Context, account: string) => ctx.keyedHash(`pace ${account}`)
const callerOf = (ctx: Context, { account, browserId }: Tries) =>
  `${account} ${browserId ? `browser ${browserId}` : `network ${networkOf(ctx.ip)}`}`

/**
 * Counts a try. Keys are hashes, so that the table of limits is no list of addresses.
 * @throws LimitExceededException with Retry-After.
 */
export const spendTry = (ctx: Context, name: Name, account: string) =>
  ctx.limits.spendShared(name, keyOf(ctx, name, account), LIMITS[name])

/** Clears the tries of an account after a success. */
export const forgiveTries = (ctx: Context, name: Name, account: string) =>
  ctx.limits.forgive(name, keyOf(ctx, name, account))

/** Counts a password check of a signed-in user. A caller in another network spends other tries. */
export const spendReauthentication = (ctx: Context, userId: string) =>
  spendTry(ctx, 'reauthentication account', callerOf(ctx, { account: userId }))

export const forgiveReauthentication = (ctx: Context, userId: string) =>
  forgiveTries(ctx, 'reauthentication account', callerOf(ctx, { account: userId }))

/** Takes a turn that all strangers share. @throws LimitExceededException with Retry-After. */
export const takeTurn = (ctx: Context, name: PaceName, account: string) =>
  ctx.limits.takeTurn(name, paceKey(ctx, account), PACES[name], ctx.now())

/**
 * Counts a sign-in. A known browser has tries of its own. A stranger spends those of the network and waits for a turn at the account.
 * @throws LimitExceededException with Retry-After.
 */
export async function spendSignIn(ctx: Context, tries: Tries): Promise<void> {
  if (!tries.browserId) await spendTry(ctx, 'sign-in network', '')
  await spendTry(ctx, 'sign-in account', callerOf(ctx, tries))
  if (!tries.browserId) await takeTurn(ctx, 'sign-in', tries.account)
}

/** After a right password: clears the tries and gives the turn back. */
export async function forgiveSignIn(ctx: Context, tries: Tries): Promise<void> {
  await forgiveTries(ctx, 'sign-in account', callerOf(ctx, tries))
  if (!tries.browserId) await ctx.limits.giveTurnBack('sign-in', paceKey(ctx, tries.account), ctx.now())
}

/** Counts a code sent to an address, by the rules of `spendSignIn`. @throws LimitExceededException with Retry-After. */
export async function spendEmail(ctx: Context, tries: Tries): Promise<void> {
  await spendTry(ctx, 'code account', callerOf(ctx, tries))
  if (!tries.browserId) await takeTurn(ctx, 'emails', tries.account)
}

/**
 * Counts an e-mail that any caller may have sent to any address, with or without an account, by the rules of a registration.
 * @throws LimitExceededException with Retry-After.
 */
export async function spendOpenEmail(ctx: Context, tries: Tries): Promise<void> {
  await spendEmailCodeCall(ctx, tries)
  if (!tries.browserId) await spendTry(ctx, 'register network', '')
  await spendEmail(ctx, tries)
}

/** Counts a request that submits or requests a code. @throws LimitExceededException with Retry-After. */
export const spendEmailCodeCall = (ctx: Context, tries: Tries) =>
  tries.browserId
    ? spendTry(ctx, 'sign-in account', `code ${callerOf(ctx, tries)}`)
    : spendTry(ctx, 'confirm network', '')

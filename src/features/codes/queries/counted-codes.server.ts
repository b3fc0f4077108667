import { sql } from 'kysely'
import { readReferralOwners } from '#features/identity/registration/queries/referrals.server.ts'
import type { Context } from '#kernel/context.ts'
import { keptUses } from '#kernel/once/marks.server.ts'
import type { Cents } from '#kernel/values/money.ts'
import { networkOf } from '#platform/http/network.server.ts'
import {
  type CodeRefusal,
  evaluateCodes,
  type Facts,
  type KnownCode,
  type KnownCoupon,
  normalized,
  takeOff,
} from '../rules.ts'

/** A valid code in a cart, with its discount. */
export type CountedCode = { known: KnownCode; amount: Cents }

export type CountedCodes = {
  counted: CountedCode[]
  refused: CodeRefusal[]
  /** Discount of each line of goods, in order. */
  shares: Cents[]
}

type Asking = {
  /** Codes as typed. Blank codes are ignored, and a duplicate counts once. */
  asked: readonly string[]
  /** Undefined without a cart. */
  cart: Facts['cart']
  /** Provided by orders, a later feature; called only when a code depends on it. */
  isFirstOrder: (userId: string) => Promise<boolean>
}

/**
 * Which codes apply, to a cart if given; the discount of its lines, and why other codes are refused.
 * @throws LimitExceededException when the caller has tried too many unknown codes.
 */
export async function readCountedCodes(ctx: Context, { asked, cart, isFirstOrder }: Asking): Promise<CountedCodes> {
  const codes = [...new Set(asked.map(normalized))].filter(Boolean)
  const lines = cart?.lines ?? []
  if (codes.length === 0) return { counted: [], refused: [], shares: lines.map(() => 0) }
  const known = await knownCodes(ctx, codes)
  const facts = {
    now: ctx.now(),
    cart,
    isFirstOrder: await isFirst(ctx, known, isFirstOrder),
  }
  const { counted, refused } = evaluateCodes(codes, known, facts)
  const coupons = counted.filter(code => code.type === 'coupon')
  const { shares, amounts } = takeOff(lines, coupons)
  return { counted: counted.map(code => ({ known: code, amount: amounts.get(code.code) ?? 0 })), refused, shares }
}

/** A guest has no known orders; the checkout checks again after sign-in. */
async function isFirst(
  { actor }: Context,
  known: ReadonlyMap<string, KnownCode>,
  isFirstOrder: Asking['isFirstOrder'],
): Promise<boolean> {
  const depends = [...known.values()].some(code => code.type === 'coupon' && code.firstOrder)
  return !depends || !actor || isFirstOrder(actor.userId)
}

/** 20 unknown codes in 10 minutes: enough for typing errors, too few to guess a code. */
const GUESSES = { points: 20, seconds: 600 }

/**
 * Looks up typed codes: coupons that are not archived, and referral codes. A coupon takes precedence over an equal referral code.
 * @param codes in capitals, without spaces.
 * @throws LimitExceededException when the caller has tried too many unknown codes.
 */
async function knownCodes(ctx: Context, codes: readonly string[]): Promise<Map<string, KnownCode>> {
  if (codes.length === 0) return new Map()
  const guesser = ctx.keyedHash(`codes ${ctx.actor?.userId ?? networkOf(ctx.ip)}`)
  return inTurn(guesser, () => lookUp(ctx, codes, guesser))
}

const inHand = new Map<string, Promise<unknown>>()

/** Serializes the lookups of one caller. Otherwise concurrent guesses would pass before the last guess is counted. */
async function inTurn<T>(guesser: string, work: () => Promise<T>): Promise<T> {
  const before = inHand.get(guesser) ?? Promise.resolve()
  const mine = before.then(work, work)
  inHand.set(guesser, mine)
  try {
    return await mine
  } finally {
    if (inHand.get(guesser) === mine) inHand.delete(guesser)
  }
}

async function lookUp(ctx: Context, codes: readonly string[], guesser: string): Promise<Map<string, KnownCode>> {
  await ctx.limits.requireLeft('code guess', guesser, GUESSES)
  const coupons = await withEarlierUses(ctx, await couponsOf(ctx, codes))
  const known = new Map<string, KnownCode>(coupons.map(coupon => [coupon.code, coupon]))
  const others = codes.filter(code => !known.has(code))
  for (const { code, userId, email, isOwn } of (await readReferralOwners(ctx, others)).values()) {
    known.set(code, { type: 'referral', code, ownerId: userId, ownerEmail: email, isOwn })
  }
  for (const code of others) if (!known.has(code)) await ctx.limits.spendShared('code guess', guesser, GUESSES)
  return known
}

/** Coupons with the dates as stored, and the caller's own counts beside the totals. */
async function couponsOf(ctx: Context, codes: readonly string[]): Promise<KnownCoupon[]> {
  const { rows } = await sql<KnownCoupon>`
    select 'coupon' as type, c.id, c.code, c.kind, c.amount, to_json(c.tiers) as tiers, c.product_ids as "productIds",
      c.version, c.minimum_cents as "minimumCents", c.total_limit as "totalLimit", c.person_limit as "personLimit",
      c.first_order as "firstOrder", c.combinable, c.starts_at as "startsAt", c.ends_at as "endsAt",
      c.paused_at as "pausedAt", c.held, c.used, coalesce(p.held, 0) as "ownHeld", coalesce(p.used, 0) as "ownUsed",
      ${isOwnMaking(ctx)} as "isOwnMaking"
    from coupon c left join lateral (
      -- The offset keeps this a look-up by its whole key for each coupon.
      select held, used from coupon_user where coupon_id = c.id and user_id = ${ctx.actor?.userId ?? null}::uuid offset 0
    ) p on true
    where c.code = any(${[...codes]}::text[]) and c.archived_at is null`.execute(ctx.db)
  return rows
}

/** SQL: whether the caller, a member of staff, made, changed or resumed `coupon c`. The checkout asks for every account of their mailbox. */
const isOwnMaking = ({ actor }: Context) =>
  actor?.role
    ? sql<boolean>`exists (select from coupon_event e
        where e.coupon_id = c.id and e.kind in ('created', 'changed', 'resumed') and e.actor_id = ${actor.userId}::uuid)`
    : sql<boolean>`false`

/** Adds the uses of the caller's earlier, deleted accounts to the caller's own. */
async function withEarlierUses(ctx: Context, coupons: readonly KnownCoupon[]): Promise<KnownCoupon[]> {
  const { actor } = ctx
  const isLimited = coupons.some(({ personLimit }) => personLimit !== null)
  if (!actor || !isLimited) return [...coupons]
  const each = coupons.map(({ id }) => keptUses(ctx, 'coupon', [actor.email.toLowerCase(), id]))
  const { rows } = await sql<{ uses: number[] }>`select array[${sql.join(each)}] as uses`.execute(ctx.db)
  return coupons.map((coupon, at) => ({ ...coupon, ownUsed: coupon.ownUsed + rows[0]!.uses[at]! }))
}

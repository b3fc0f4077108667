import { sql } from 'kysely'
import { readCreditWorth } from '#features/catalog/products/queries/credit-worth.server.ts'
import { lockAccounts } from '#features/credits/commands.server.ts'
import { readGrantedByStaff } from '#features/credits/queries.server.ts'
import { listAccountsOfMailbox } from '#features/identity/accounts/queries/own-accounts.server.ts'
import type { DataContext, TransactionContext } from '#kernel/context.ts'
import { defaultsOf } from '#kernel/settings.ts'
import { DAY_MS } from '#kernel/values/durations.ts'
import type { Cents } from '#kernel/values/money.ts'
import { TIERS, type Tier } from '#kernel/values/tiers.ts'

type Credits = Partial<Record<Tier, number>>
/** Grants to one person count together for so long. */
const GRANTS_COUNT_MS = 30 * DAY_MS

/** An act of staff that no second person has confirmed. Jobs carry out what was decided, or what a provider or a bank says. */
const isAlone = ({ actor, proposal }: DataContext): boolean => actor?.role != null && !proposal

/**
 * Whether two persons decide that staff give this much money of an order back (`refund_takes_two_persons`). The caller has locked the order.
 */
export async function moneyTakesTwo(ctx: DataContext, orderId: string, cents: Cents): Promise<boolean> {
  if (!isAlone(ctx)) return false
  const { rows } = await sql<{ takesTwo: boolean }>`
    select refund_takes_two_persons(${orderId}::uuid, ${cents}, ${defaultsOf(ctx.mode).draw.twoPersonsFromCents}) as "takesTwo"`.execute(
    ctx.db,
  )
  return rows[0]!.takesTwo
}

/** Whether an act of one person reaches the threshold at its lowest since a moment, for money of no order. */
export async function reachesThreshold(ctx: DataContext, since: Date, cents: Cents): Promise<boolean> {
  return isAlone(ctx) && cents >= (await lowestSince(ctx, since))
}

async function lowestSince({ db, mode }: DataContext, since: Date): Promise<Cents> {
  const { rows } = await sql<{ cents: Cents }>`
    select lowest_two_persons_from(${since}, ${defaultsOf(mode).draw.twoPersonsFromCents}) as cents`.execute(db)
  return rows[0]!.cents
}

/** `moneyTakesTwo` of a refund, and the rule of a grant for credits that stay without their payment. */
export const refundTakesTwo = async (
  ctx: DataContext,
  order: { id: string; userId: string },
  { cents, kept }: { cents: Cents; kept: Credits },
): Promise<boolean> =>
  (await moneyTakesTwo(ctx, order.id, cents)) ||
  (Object.keys(kept).length > 0 && (await readWorthOfGrant(ctx, [order.userId], kept)).takesTwo)

type Grant = {
  /** Worth of these credits. */
  cents: Cents
  /** Their worth with all that staff granted to the person in the last 30 days. */
  togetherCents: Cents
  takesTwo: boolean
}

/**
 * The worth of credits that staff are about to grant, and whether two persons decide it: together with what staff granted to any account of
 * the persons' mailboxes in the last 30 days, refunds that left credits among it, against the threshold at its lowest in these days.
 * @param userIds several for accounts that are about to become one.
 */
export async function readWorthOfGrant(ctx: DataContext, userIds: readonly string[], credits: Credits): Promise<Grant> {
  const ids = await accountsOf(ctx, userIds)
  const granters = ctx.actor ? await accountsOf(ctx, [ctx.actor.userId]) : []
  const worth = await readCreditWorth(ctx, granters)
  const centsOf = (of: Credits) => Math.round(TIERS.reduce((sum, tier) => sum + (of[tier] ?? 0) * worth[tier], 0))
  const since = new Date(+ctx.now() - GRANTS_COUNT_MS)
  const cents = centsOf(credits)
  const before = [await readGrantedByStaff(ctx, ids, since), await keptSince(ctx, ids, since)]
  const togetherCents = before.reduce((sum, given) => sum + centsOf(given), cents)
  const takesTwo = isAlone(ctx) && togetherCents >= (await lowestSince(ctx, since))
  return { cents, togetherCents, takesTwo }
}

/** Locks what `readWorthOfGrant` reads, so that concurrent grants and refunds of a person count together. */
export const lockGrants = async (tx: TransactionContext, userIds: readonly string[]): Promise<void> =>
  lockAccounts(tx, await accountsOf(tx, userIds))

/** These accounts and all of their mailboxes. */
async function accountsOf(ctx: DataContext, userIds: readonly string[]): Promise<string[]> {
  const found = [...userIds]
  for (const userId of userIds) found.push(...(await listAccountsOfMailbox(ctx, userId)))
  return [...new Set(found)].sort()
}

/** Credits by tier that refunds by staff left to these accounts without their payment. */
async function keptSince(ctx: DataContext, userIds: readonly string[], since: Date): Promise<Credits> {
  const { rows } = await sql<{ tier: Tier; count: number }>`
    select l.tier, sum(l.entries * p.quantity)::int as count from refund r
      join customer_order o on o.id = r.order_id join refund_line p on p.refund_id = r.id
      join order_line l on l.order_id = r.order_id and l.position = p.position
    where o.user_id = any(${[...userIds]}::uuid[]) and r.spent_credits = 'keep' and r.actor_id is not null
      and r.created_at > ${since}
    group by l.tier`.execute(ctx.db)
  return Object.fromEntries(rows.map(({ tier, count }) => [tier, count]))
}

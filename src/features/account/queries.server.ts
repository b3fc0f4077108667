import { readCreditBalances } from '#features/credits/queries.server.ts'
import { listOpenEntries, listPrizesSince } from '#features/giveaways/entries/queries/entries-of-person.server.ts'
import { requireOwnSession } from '#features/identity/sessions/commands/revoke.server.ts'
import { dataSubjectOf, findAccount } from '#features/identity/user/queries.server.ts'
import { findRunningMembership } from '#features/membership/personal-data.server.ts'
import { actorOf } from '#kernel/api/api.server.ts'
import type { Context } from '#kernel/context.ts'
import { DAY_MS } from '#kernel/values/durations.ts'
import { refuse } from '#platform/errors.ts'
import type { DeletePreview } from './contract.ts'
import { PARTS } from './parts.server.ts'

/** A winner is notified within 72 hours and has 7 days to respond; then the prize is shipped. */
const PRIZE_DAYS = 30

/**
 * The account of the caller. The session is read after the account: an account that this read finds proven has no session of before the
 * proof, so that a token of its maker reads nothing of the address.
 */
async function callerOf(ctx: Context) {
  const user = await findAccount(ctx, actorOf(ctx).userId)
  if (!user) throw refuse('NotAuthorizedException')
  await requireOwnSession(ctx)
  return user
}

/** All data that the shop holds about the caller, as one object for a file, without a limit. */
export async function exportAccount(ctx: Context): Promise<Record<string, unknown>> {
  const user = await callerOf(ctx)
  const parts = []
  // Sequential, because one export is not worth ten connections at once. The most wanted parts come first.
  for (const part of PARTS.toReversed()) parts.push(await part.exportOf(ctx, dataSubjectOf(user)))
  return { exportedAt: ctx.now().toISOString(), ...Object.assign({}, ...parts) }
}

/** What a user would lose by deleting their account. @param whose defaults to the caller. */
export async function readDeletePreview(ctx: Context, whose?: string): Promise<DeletePreview> {
  const account = whose === undefined ? await callerOf(ctx) : await findAccount(ctx, whose)
  if (!account) throw refuse('NotAuthorizedException')
  const user = dataSubjectOf(account)
  const { userId } = user
  const since = new Date(ctx.now().getTime() - PRIZE_DAYS * DAY_MS)
  const [entries, { userId: _, ...credits }, membership, prizes] = await Promise.all([
    listOpenEntries(ctx, user),
    readCreditBalances(ctx, userId),
    findRunningMembership(ctx, userId),
    listPrizesSince(ctx, user, since),
  ])
  const slots = Map.groupBy(entries, entry => entry.giveawayId)
  const openEntries = [...slots.values()].map(ofOne => ({
    giveaway: ofOne[0]!.title,
    slots: ofOne.map(entry => entry.slotNumber),
  }))
  return { openEntries, credits, membership, prizes: prizes.map(({ title }) => title) }
}

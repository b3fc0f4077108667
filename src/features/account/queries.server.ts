import type { Context } from '#adapters/context.ts'
import { actorOf } from '#adapters/http/api.server.ts'
import { creditBalancesOf } from '#features/credits/queries.server.ts'
import { openEntriesOf, prizesSince } from '#features/giveaways/personal-data.server.ts'
import { personOf } from '#features/identity/queries.server.ts'
import { runningMembershipOf } from '#features/membership/personal-data.server.ts'
import { refuse } from '#platform/errors.ts'
import type { DeletePreview } from './contract.ts'
import { PARTS } from './parts.server.ts'

/** A winner is told within 72 hours, has 7 days to respond, and then the prize travels. */
const PRIZE_DAYS = 30
const DAY_MS = 24 * 3600_000

async function callerOf(ctx: Context, userId = actorOf(ctx).userId) {
  const person = await personOf(ctx, userId)
  if (!person) throw refuse('NotAuthorizedException')
  return person
}

/** Everything the shop holds about the caller, as one object for a file; all of it, however much. */
export async function exportAccount(ctx: Context): Promise<Record<string, unknown>> {
  const person = await callerOf(ctx)
  const parts = []
  // One after the other: nobody's export is worth ten connections at once. What people look for first stands first.
  for (const part of PARTS.toReversed()) parts.push(await part.exportOf(ctx, person))
  return { exportedAt: ctx.now().toISOString(), ...Object.assign({}, ...parts) }
}

/** What somebody would lose by the deletion of their account. @param whose the caller's, where nobody is named. */
export async function deletePreviewOf(ctx: Context, whose?: string): Promise<DeletePreview> {
  const person = await callerOf(ctx, whose)
  const { userId } = person
  const since = new Date(ctx.now().getTime() - PRIZE_DAYS * DAY_MS)
  const [entries, { userId: _, ...credits }, membership, prizes] = await Promise.all([
    openEntriesOf(ctx, person),
    creditBalancesOf(ctx, userId),
    runningMembershipOf(ctx, userId),
    prizesSince(ctx, person, since),
  ])
  const slots = Map.groupBy(entries, entry => entry.giveawayId)
  const openEntries = [...slots.values()].map(ofOne => ({
    giveaway: ofOne[0]!.title,
    slots: ofOne.map(entry => entry.slotNumber),
  }))
  return { openEntries, credits, membership, prizes: prizes.map(({ title }) => title) }
}

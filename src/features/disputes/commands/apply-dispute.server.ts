import type { Context } from '#adapters/context.ts'
import { tellStaff, tellUser } from '#adapters/realtime-topics.server.ts'
import {
  type DisputedOrder,
  holdOrder,
  lockDisputedOrder,
  loseOrder,
  paidBackOf,
} from '#features/orders/commands/dispute-order.server.ts'
import { END_SUBSCRIPTION } from '#features/orders/job-types.server.ts'
import { effectOf, holdOf } from '../rules.ts'
import { disputesOf, type StoredDispute } from '../stored-dispute.server.ts'
import { freezeDisputed, releaseDisputed, takeDisputed } from './disputed-credits.server.ts'
import { type Before, noteStep } from './note-step.server.ts'

type Applied = { /** Signals screens. Call this after the commit. */ afterwards: () => void }

/**
 * Applies a dispute to order, credits and entries, in the caller's transaction, which has locked order and dispute. A repeat changes
 * nothing. Locks: order, dispute, giveaways, credit accounts, stock.
 */
export async function applyDispute(
  ctx: Context,
  dispute: StoredDispute,
  before: Before,
  subscriptionId: string | null,
): Promise<Applied> {
  if (!dispute.orderId) {
    await noteStep(ctx, dispute, null, before)
    // A lost renewal ends its membership, like a refund. Credits of past months stay.
    const isLost = dispute.status === 'lost' && before?.status !== 'lost'
    if (isLost && subscriptionId) await ctx.jobs.enqueue(ctx.db, END_SUBSCRIPTION, { subscriptionId })
    return { afterwards: () => tellStaff(ctx, 'orders', 'activity') }
  }
  const order = await lockDisputedOrder(ctx, dispute.orderId)
  const disputes = await disputesOf(ctx, order.id)
  const heldCents = order.price.total - (await paidBackOf(ctx, order.id))
  const { isLost, ...hold } = holdOf(disputes, heldCents)
  await noteStep(ctx, dispute, order, before)
  const movedScreens = order.status === 'paid' ? await moveCredits(ctx, dispute, order) : []
  const isNewlyLost = isLost && order.disputeHold !== 'lost'
  await holdOrder(ctx, order.id, hold)
  const tags = isNewlyLost && order.status === 'paid' ? await loseOrder(ctx, order) : []
  return {
    afterwards() {
      for (const tell of movedScreens) tell()
      if (tags.length > 0) ctx.changed(...tags)
      tellUser(ctx, order.userId, 'orders', 'credits')
      tellStaff(ctx, 'orders', 'activity')
    },
  }
}

/** Moves one step at a time: before `taken`, credits are frozen by the rule first. */
async function moveCredits(ctx: Context, dispute: StoredDispute, order: DisputedOrder): Promise<(() => void)[]> {
  const wanted = effectOf(dispute, dispute.effect)
  const screens: (() => void)[] = []
  let now = dispute
  while (now.effect !== wanted) {
    const { effect, afterwards } = await step(ctx, now, order, wanted)
    screens.push(afterwards)
    now = { ...now, ...effect }
  }
  return screens
}

function step(ctx: Context, dispute: StoredDispute, order: DisputedOrder, wanted: StoredDispute['effect']) {
  if (wanted === 'released') return releaseDisputed(ctx, dispute, order)
  if (dispute.effect === 'frozen') return takeDisputed(ctx, dispute, order)
  return freezeDisputed(ctx, dispute, order)
}

import { type Bench, perform } from '../books/work.ts'
import { expireSession } from '../payments/checkout.ts'
import { expireDispute } from '../payments/disputing.ts'
import { decideRefund } from '../payments/refunding.ts'
import { runSubscription } from '../subscriptions/renewing.ts'

const BATCH = 50
/** More than a year of daily renewals for one batch of subscriptions. The next run continues after this limit. */
const MAX_ROUNDS = 2000

/**
 * Runs the sandbox's time-based steps: expires sessions; renews, retries and ends subscriptions; decides refunds;
 * closes unanswered disputes.
 * A subscription that was advanced by several months renews once per month.
 * @returns the number of steps.
 */
export async function runDue(bench: Bench): Promise<number> {
  let steps = 0
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const due = await bench.store.due(bench.now(), BATCH)
    for (const { id } of due) await runOne(bench, id)
    steps += due.length
    if (due.length === 0) break
  }
  return steps
}

async function runOne(bench: Bench, id: string): Promise<void> {
  await perform(bench, {}, async work => {
    await work.load([id], { deep: true })
    const session = work.find('checkout.session', id)
    const subscription = work.find('subscription', id)
    const refund = work.find('refund', id)
    const dispute = work.find('dispute', id)
    // Another process may have run the step first.
    if (session?.dueAt && session.dueAt <= work.now) expireSession(work, session)
    if (subscription?.dueAt && subscription.dueAt <= work.now) await runSubscription(work, subscription)
    if (refund?.dueAt && refund.dueAt <= work.now) decideRefund(work, refund)
    if (dispute?.dueAt && dispute.dueAt <= work.now) expireDispute(work, dispute)
    return { status: 200, body: {} }
  })
}

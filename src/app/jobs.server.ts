import { removeUnusedPictures } from '#adapters/images/remove-unused.server.ts'
import { defineAccountJobs } from '#features/account/jobs.server.ts'
import { defineBulkSmsJobs } from '#features/bulk-sms/jobs.server.ts'
import { defineCodeJobs } from '#features/codes/jobs.server.ts'
import { defineDisputeJobs } from '#features/disputes/jobs.server.ts'
import { SEAL_GIVEAWAY_SEEDS } from '#features/draw-log/job-types.server.ts'
import { defineDrawLogJobs } from '#features/draw-log/jobs.server.ts'
import { defineDrawJobs } from '#features/draws/jobs.server.ts'
import { defineFreeEntryJobs } from '#features/free-entry/jobs.server.ts'
import { defineGiveawayJobs } from '#features/giveaways/jobs.server.ts'
import { defineIdentityJobs } from '#features/identity/jobs.server.ts'
import { RESEAL_AUTHENTICATORS, RESEAL_SIGNING_KEYS } from '#features/identity/user/job-types.server.ts'
import { defineInsightsJobs, RECORD_MISSED_SALES } from '#features/insights/jobs.server.ts'
import { defineMembershipJobs } from '#features/membership/jobs.server.ts'
import { UNTICK_STOPPED } from '#features/notifications/job-types.server.ts'
import { defineNotificationJobs } from '#features/notifications/jobs.server.ts'
import { defineOpeningJobs } from '#features/opening/jobs.server.ts'
import { defineOrderJobs } from '#features/orders/jobs.server.ts'
import { RECONCILE_ORDERS } from '#features/orders/order/job-types.server.ts'
import { defineReconciliationJobs } from '#features/reconciliation/jobs.server.ts'
import { defineRevenueJobs, ROLL_UP_REVENUE } from '#features/revenue/jobs.server.ts'
import { defineReviewJobs } from '#features/reviews/jobs.server.ts'
import { SETTINGS_CHANGED } from '#features/settings/commands.server.ts'
import { defineUsersJobs } from '#features/users/jobs.server.ts'
import { RESEAL_TAX_FORMS } from '#features/winners/job-types.server.ts'
import { defineWinnerJobs } from '#features/winners/jobs.server.ts'
import { defineWishesJobs } from '#features/wishes/jobs.server.ts'
import { forgetOldKeys } from '#kernel/api/idempotency.server.ts'
import type { Context } from '#kernel/context.ts'
import { enqueue } from '#kernel/transaction.server.ts'
import { membershipPorts, wishesPorts } from './ports.server.ts'
import { publishTexts } from './services/settings-ports.server.ts'

/** Defines every feature's jobs, and the jobs in which an earlier feature needs a later one. */
export function defineJobs(system: Context): void {
  defineNotificationJobs(system)
  defineIdentityJobs(system)
  defineCodeJobs(system)
  defineWishesJobs(system, wishesPorts)
  defineOrderJobs(system)
  defineReviewJobs(system)
  defineMembershipJobs(system, membershipPorts)
  defineDrawLogJobs(system)
  defineGiveawayJobs(system)
  defineFreeEntryJobs(system)
  defineDrawJobs(system)
  defineDisputeJobs(system)
  defineWinnerJobs(system)
  defineReconciliationJobs(system)
  defineAccountJobs(system)
  defineBulkSmsJobs(system)
  defineUsersJobs(system)
  defineRevenueJobs(system)
  defineInsightsJobs(system)
  defineOpeningJobs(system)
  system.jobs.schedule('remove-unused-pictures', '41 * * * *', async () => void (await removeUnusedPictures(system)))
  system.jobs.handle(SETTINGS_CHANGED, () => publishTexts(system))
  system.jobs.schedule('forget-old-keys', '17 * * * *', () => forgetOldKeys(system.pool))
}

/** Jobs for every start, because events may have been missed while the shop was down. */
export async function enqueueStartJobs(ctx: Context): Promise<void> {
  // The clock does not repeat this one: its own runs ask about the orders that are due.
  await enqueue(ctx, RECONCILE_ORDERS, { all: true }, { retryLimit: 3 })
  await enqueue(ctx, RECORD_MISSED_SALES, {})
  await enqueue(ctx, ROLL_UP_REVENUE, {})
  await enqueue(ctx, RESEAL_SIGNING_KEYS, {})
  await enqueue(ctx, RESEAL_AUTHENTICATORS, {})
  await enqueue(ctx, SEAL_GIVEAWAY_SEEDS, {})
  await enqueue(ctx, RESEAL_TAX_FORMS, {})
  await enqueue(ctx, UNTICK_STOPPED, {})
}

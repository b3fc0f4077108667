import type { Context } from '#adapters/context.ts'
import { removeUnusedPictures } from '#adapters/images/remove-unused.server.ts'
import { defineAccountJobs } from '#features/account/jobs.server.ts'
import { defineBulkSmsJobs } from '#features/bulk-sms/jobs.server.ts'
import { defineCodeJobs } from '#features/codes/jobs.server.ts'
import { defineDisputeJobs } from '#features/disputes/jobs.server.ts'
import { freeCredits } from '#features/giveaways/commands/free-credits.server.ts'
import { defineGiveawayJobs } from '#features/giveaways/jobs.server.ts'
import { creditsSpentOn } from '#features/giveaways/queries/spent-credits.server.ts'
import { defineIdentityJobs } from '#features/identity/jobs.server.ts'
import { defineInsightsJobs } from '#features/insights/jobs.server.ts'
import { publishDocuments } from '#features/legal/commands.server.ts'
import { defineMembershipJobs } from '#features/membership/jobs.server.ts'
import { defineNotificationJobs } from '#features/notifications/jobs.server.ts'
import { defineOrderJobs } from '#features/orders/jobs.server.ts'
import { legalTextsOf } from '#features/pages/legal/legal-texts.ts'
import { definePeopleJobs } from '#features/people/jobs.server.ts'
import { defineReconciliationJobs } from '#features/reconciliation/jobs.server.ts'
import { defineRevenueJobs } from '#features/revenue/jobs.server.ts'
import { SETTINGS_CHANGED_QUEUE } from '#features/settings/commands.server.ts'
import { storedSettings } from '#features/settings/queries.server.ts'
import { defineWinnerJobs } from '#features/winners/jobs.server.ts'
import { forgetOldKeys } from '#platform/http/idempotency.server.ts'

/** Defines every feature's jobs, and the jobs in which an earlier feature needs a later one. */
export function defineJobs(system: Context): void {
  defineNotificationJobs(system)
  defineIdentityJobs(system)
  defineCodeJobs(system)
  defineOrderJobs(system)
  defineMembershipJobs(system, { spentOn: creditsSpentOn, free: freeCredits })
  defineGiveawayJobs(system)
  defineDisputeJobs(system)
  defineWinnerJobs(system)
  defineReconciliationJobs(system)
  defineAccountJobs(system)
  defineBulkSmsJobs(system)
  definePeopleJobs(system)
  defineRevenueJobs(system)
  defineInsightsJobs(system)
  system.jobs.define('remove-unused-pictures', async () => void (await removeUnusedPictures(system)), {
    cron: '41 * * * *',
  })
  system.jobs.define(SETTINGS_CHANGED_QUEUE, async () => {
    const { settings } = await storedSettings(system)
    await publishDocuments(system, legalTextsOf(settings))
  })
  system.jobs.define('forget-old-keys', () => forgetOldKeys(system.pool), { cron: '17 * * * *' })
}

/** Jobs for every start, because events may have been missed while the shop was down. */
export async function enqueueStartJobs({ db, jobs }: Context): Promise<void> {
  await jobs.enqueue(db, 'reconcile-orders', { all: true })
  await jobs.enqueue(db, 'record-missed-sales', {})
  await jobs.enqueue(db, 'roll-up-revenue', {})
  await jobs.enqueue(db, 'reseal-signing-keys', {})
  await jobs.enqueue(db, 'reseal-authenticators', {})
  await jobs.enqueue(db, 'seal-giveaway-seeds', {})
}

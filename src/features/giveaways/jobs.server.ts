import { RESIDENCE_CHANGED } from '#features/identity/user/job-types.server.ts'
import { MEMBERSHIP_BEGAN } from '#features/membership/job-types.server.ts'
import type { Context } from '#kernel/context.ts'
import { alertUsers, beginAlerts } from './alerts/commands/alert-users.server.ts'
import { autoEnter, autoEnterDue, beginAutoEntry } from './entries/commands/auto-entry.server.ts'
import { tellIneligible } from './entries/commands/ineligible-entrants.server.ts'
import { mailReceipts } from './entries/commands/mail-receipts.server.ts'
import { auditLedger } from './entries/queries/entries.server.ts'
import { ALERT_PEOPLE, AUTO_ENTER, LOOK_AT_ENTRANTS, TELL_CANCELLED } from './giveaway/job-types.server.ts'
import { tellNextCancelled } from './lifecycle/commands/end-giveaway.server.ts'

/**
 * `auto-enter` waits for the early access of the giveaway that enqueued it; `auto-enter-due` catches up on missed runs. Memberships enqueue
 * `membership-began` because they must not depend on giveaways.
 */
export function defineGiveawayJobs(ctx: Context): void {
  ctx.jobs.schedule('mail-receipts', '* * * * *', () => mailReceipts(ctx))
  ctx.jobs.schedule('begin-alerts', '* * * * *', () => beginAlerts(ctx))
  ctx.jobs.handle(ALERT_PEOPLE, step => alertUsers(ctx, step))
  ctx.jobs.handle(TELL_CANCELLED, step => tellNextCancelled(ctx, step))
  ctx.jobs.handle(RESIDENCE_CHANGED, ({ userId }) => tellIneligible(ctx, { userId, after: '' }))
  ctx.jobs.handle(LOOK_AT_ENTRANTS, step => tellIneligible(ctx, step))
  ctx.jobs.schedule('audit-ledger', '47 4 * * *', async () => void (await auditLedger(ctx)))
  ctx.jobs.handle(AUTO_ENTER, async ({ giveawayId }) => void (await autoEnter(ctx, giveawayId)))
  ctx.jobs.handle(MEMBERSHIP_BEGAN, ({ userId }) => beginAutoEntry(ctx, userId))
  ctx.jobs.schedule('auto-enter-due', '* * * * *', () => autoEnterDue(ctx), { retryLimit: 0 })
}

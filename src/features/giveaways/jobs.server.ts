import type { Context } from '#adapters/context.ts'
import { advanceGiveaways } from './commands/advance-giveaways.server.ts'
import { type AlertStep, alertPeople, beginAlerts } from './commands/alert-people.server.ts'
import { auditLedger } from './commands/audit-ledger.server.ts'
import { autoEnter, autoEnterDue } from './commands/auto-enter.server.ts'
import { beginAutoEntry } from './commands/set-auto-entry.server.ts'
import { type CancelledStep, tellNextCancelled } from './commands/tell-cancelled.server.ts'
import { sealSeeds } from './giveaway-seeds.server.ts'

/**
 * `auto-enter` waits for the early access of the giveaway that enqueued it; `auto-enter-due` catches up on missed runs. Memberships enqueue
 * `membership-began` because they must not depend on giveaways.
 */
export function defineGiveawayJobs(ctx: Context): void {
  ctx.jobs.define('advance-giveaways', async () => void (await advanceGiveaways(ctx)), { cron: '* * * * *' })
  ctx.jobs.define('begin-alerts', () => beginAlerts(ctx), { cron: '* * * * *' })
  ctx.jobs.define<AlertStep>('alert-people', step => alertPeople(ctx, step))
  ctx.jobs.define<CancelledStep>('tell-cancelled', step => tellNextCancelled(ctx, step))
  ctx.jobs.define('seal-giveaway-seeds', () => sealSeeds(ctx))
  ctx.jobs.define('audit-ledger', async () => void (await auditLedger(ctx)), { cron: '47 4 * * *' })
  ctx.jobs.define<{ giveawayId: string }>(
    'auto-enter',
    async ({ giveawayId }) => void (await autoEnter(ctx, giveawayId)),
  )
  ctx.jobs.define<{ userId: string }>('membership-began', ({ userId }) => beginAutoEntry(ctx, userId))
  ctx.jobs.define('auto-enter-due', () => autoEnterDue(ctx), { cron: '* * * * *', retryLimit: 0 })
}

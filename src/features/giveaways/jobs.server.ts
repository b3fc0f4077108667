import { ACCOUNT_CREATED, MAILBOX_PROVEN, RESIDENCE_CHANGED } from '#features/identity/user/job-types.server.ts'
import { MEMBERSHIP_BEGAN } from '#features/membership/job-types.server.ts'
import type { Context } from '#kernel/context.ts'
import { alertUsers, beginAlerts } from './alerts/commands/alert-users.server.ts'
import { adoptMailEntries } from '#features/free-entry/cards/commands/adopt-mail-entries.server.ts'
import { tallyCards } from '#features/free-entry/cards/commands/tally-cards.server.ts'
import { forgetScans } from '#features/free-entry/desk/commands/forget-scans.server.ts'
import { tellNextFrozen } from '#features/draws/commands/tell-frozen.server.ts'
import { tendDraws } from '#features/draws/commands/tend-draws.server.ts'
import { mayTend } from '#features/draws/commands/tending-lock.server.ts'
import { resealSeeds } from './giveaway/giveaway-seeds.server.ts'
import { stampFreezes } from '#features/draws/timestamps/stamp-freezes.server.ts'
import { tellIneligible } from './entries/commands/look-at-entrants.server.ts'
import { autoEnter, autoEnterDue, beginAutoEntry } from './entries/commands/auto-entry.server.ts'
import { mailReceipts } from './entries/commands/mail-receipts.server.ts'
import { auditLedger } from './entries/queries/entries.server.ts'
import { forgetFreeEntryRequests } from '#features/free-entry/online/commands/forget-requests.server.ts'
import {
  ADOPT_MAIL_ENTRIES,
  ALERT_PEOPLE,
  AUTO_ENTER,
  LOOK_AT_ENTRANTS,
  SEAL_GIVEAWAY_SEEDS,
  SIMULATE_PARITY,
  STAMP_FREEZES,
  TELL_CANCELLED,
  TELL_FROZEN,
} from './giveaway/job-types.server.ts'
import { tellNextCancelled } from './lifecycle/commands/end-giveaway.server.ts'
import { resealLogKeys } from '#features/draw-log/log/log-keys.server.ts'
import { beginSimulations, simulateParity } from '#features/free-entry/parity/commands/simulate-parity.server.ts'
import { forgetHolders } from '#features/draw-log/tree/commands/forget-holders.server.ts'
import { resealHolderKeys } from '#features/draw-log/tree/holders.server.ts'

/** A demo's draw takes 10 s, in which the witnesses cosign twice. */
const TEND_MS = 1000

/**
 * `auto-enter` waits for the early access of the giveaway that enqueued it; `auto-enter-due` catches up on missed runs. Memberships enqueue
 * `membership-began` because they must not depend on giveaways.
 */
export function defineGiveawayJobs(ctx: Context): void {
  ctx.jobs.repeat('tend-draws', TEND_MS, () => tendIfMay(ctx))
  // For a shop whose worker is a cron call of each minute.
  ctx.jobs.schedule('advance-giveaways', '* * * * *', () => tendIfMay(ctx))
  ctx.jobs.schedule('tally-cards', '* * * * *', () => tallyCards(ctx))
  ctx.jobs.schedule('mail-receipts', '* * * * *', () => mailReceipts(ctx))
  ctx.jobs.schedule('begin-alerts', '* * * * *', () => beginAlerts(ctx))
  ctx.jobs.handle(ALERT_PEOPLE, step => alertUsers(ctx, step))
  ctx.jobs.handle(TELL_CANCELLED, step => tellNextCancelled(ctx, step))
  ctx.jobs.handle(STAMP_FREEZES, () => stampFreezes(ctx))
  ctx.jobs.schedule('stamp-freezes-again', '* * * * *', () => stampFreezes(ctx))
  ctx.jobs.handle(TELL_FROZEN, step => tellNextFrozen(ctx, step))
  ctx.jobs.handle(ADOPT_MAIL_ENTRIES, step => adoptMailEntries(ctx, step))
  ctx.jobs.handle(MAILBOX_PROVEN, step => adoptMailEntries(ctx, step))
  ctx.jobs.handle(ACCOUNT_CREATED, step => adoptMailEntries(ctx, step))
  ctx.jobs.handle(RESIDENCE_CHANGED, ({ userId }) => tellIneligible(ctx, { userId, after: '' }))
  ctx.jobs.handle(LOOK_AT_ENTRANTS, step => tellIneligible(ctx, step))
  ctx.jobs.handle(SEAL_GIVEAWAY_SEEDS, () => resealKeys(ctx))
  ctx.jobs.schedule('forget-holders', '33 4 * * *', async () => void (await forgetHolders(ctx)))
  ctx.jobs.schedule('begin-simulations', '12 3 * * *', () => beginSimulations(ctx))
  ctx.jobs.handle(SIMULATE_PARITY, ({ giveawayId }) => simulateParity(ctx, giveawayId), { batch: 1 })
  ctx.jobs.schedule('forget-card-scans', '36 4 * * *', () => forgetScans(ctx))
  ctx.jobs.schedule('forget-free-entry-requests', '38 4 * * *', () => forgetFreeEntryRequests(ctx))
  ctx.jobs.schedule('audit-ledger', '47 4 * * *', async () => void (await auditLedger(ctx)))
  ctx.jobs.handle(AUTO_ENTER, async ({ giveawayId }) => void (await autoEnter(ctx, giveawayId)))
  ctx.jobs.handle(MEMBERSHIP_BEGAN, ({ userId }) => beginAutoEntry(ctx, userId))
  ctx.jobs.schedule('auto-enter-due', '* * * * *', () => autoEnterDue(ctx), { retryLimit: 0 })
}

/** Not while the demo's past draws are made. */
async function tendIfMay(ctx: Context): Promise<void> {
  if (await mayTend(ctx)) await tendDraws(ctx)
}

/** All secrets of draws, after a change of AUTH_SECRET. */
async function resealKeys(ctx: Context): Promise<void> {
  await resealSeeds(ctx)
  await resealLogKeys(ctx)
  await resealHolderKeys(ctx)
}

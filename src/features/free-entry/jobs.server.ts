import { ACCOUNT_CREATED, MAILBOX_PROVEN } from '#features/identity/user/job-types.server.ts'
import type { Context } from '#kernel/context.ts'
import { adoptMailEntries } from './cards/commands/adopt-mail-entries.server.ts'
import { tallyCards } from './cards/commands/tally-cards.server.ts'
import { forgetScans } from './desk/commands/forget-scans.server.ts'
import { ADOPT_MAIL_ENTRIES, SIMULATE_PARITY } from './job-types.server.ts'
import { forgetFreeEntryRequests } from './online/commands/forget-requests.server.ts'
import { beginSimulations, simulateParity } from './parity/commands/simulate-parity.server.ts'

export function defineFreeEntryJobs(ctx: Context): void {
  ctx.jobs.schedule('tally-cards', '* * * * *', () => tallyCards(ctx))
  ctx.jobs.handle(ADOPT_MAIL_ENTRIES, step => adoptMailEntries(ctx, step))
  ctx.jobs.handle(MAILBOX_PROVEN, step => adoptMailEntries(ctx, step))
  ctx.jobs.handle(ACCOUNT_CREATED, step => adoptMailEntries(ctx, step))
  ctx.jobs.schedule('begin-simulations', '12 3 * * *', () => beginSimulations(ctx))
  ctx.jobs.handle(SIMULATE_PARITY, ({ giveawayId }) => simulateParity(ctx, giveawayId), { batch: 1 })
  ctx.jobs.schedule('forget-card-scans', '36 4 * * *', () => forgetScans(ctx))
  ctx.jobs.schedule('forget-free-entry-requests', '38 4 * * *', () => forgetFreeEntryRequests(ctx))
}

import type { Context } from '#kernel/context.ts'
import { tellNextFrozen } from './commands/tell-frozen.server.ts'
import { tendDraws } from './commands/tend-draws.server.ts'
import { mayTend } from './commands/tending-lock.server.ts'
import { STAMP_FREEZES, TELL_FROZEN } from './job-types.server.ts'
import { stampFreezes } from './timestamps/stamp-freezes.server.ts'

/** A demo's draw takes 10 s, in which the witnesses cosign twice. */
const TEND_MS = 1000

export function defineDrawJobs(ctx: Context): void {
  ctx.jobs.repeat('tend-draws', TEND_MS, () => tendIfMay(ctx))
  // For a shop whose worker is a cron call of each minute.
  ctx.jobs.schedule('advance-giveaways', '* * * * *', () => tendIfMay(ctx))
  ctx.jobs.handle(STAMP_FREEZES, () => stampFreezes(ctx))
  ctx.jobs.schedule('stamp-freezes-again', '* * * * *', () => stampFreezes(ctx))
  ctx.jobs.handle(TELL_FROZEN, step => tellNextFrozen(ctx, step))
}

/** Not while the demo's past draws are made. */
async function tendIfMay(ctx: Context): Promise<void> {
  if (await mayTend(ctx)) await tendDraws(ctx)
}

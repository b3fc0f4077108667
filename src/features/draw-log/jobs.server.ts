import type { Context } from '#kernel/context.ts'
import { SEAL_GIVEAWAY_SEEDS } from './job-types.server.ts'
import { resealLogKeys } from './log/queries/log-keys.server.ts'
import { forgetHolders } from './tree/commands/forget-holders.server.ts'
import { resealSeeds } from './tree/commands/giveaway-seeds.server.ts'
import { resealHolderKeys } from './tree/queries/holders.server.ts'

export function defineDrawLogJobs(ctx: Context): void {
  ctx.jobs.handle(SEAL_GIVEAWAY_SEEDS, () => resealKeys(ctx))
  ctx.jobs.schedule('forget-holders', '33 4 * * *', async () => void (await forgetHolders(ctx)))
}

/** All secrets of draws, after a change of AUTH_SECRET. */
async function resealKeys(ctx: Context): Promise<void> {
  await resealSeeds(ctx)
  await resealLogKeys(ctx)
  await resealHolderKeys(ctx)
}

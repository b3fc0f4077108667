import type { Context } from '#adapters/context.ts'
import { TEND_MERGED, tendMergedPeople } from './merge/tend-merged.server.ts'

export function definePeopleJobs(ctx: Context): void {
  ctx.jobs.handle(TEND_MERGED, () => tendMergedPeople(ctx), { cron: '13 3 * * *' })
}

import type { Context } from '#kernel/context.ts'
import { TEND_MERGED, tendMergedUsers } from './merge/merge-users.server.ts'

export function defineUsersJobs(ctx: Context): void {
  ctx.jobs.handle(TEND_MERGED, () => tendMergedUsers(ctx), { cron: '13 3 * * *' })
}

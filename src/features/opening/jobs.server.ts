import type { Context } from '#kernel/context.ts'
import { forgetRequests, tellOpened } from './commands/tell-opened.server.ts'
import { TELL_OPENED } from './job-types.server.ts'

export function defineOpeningJobs(ctx: Context): void {
  ctx.jobs.handle(TELL_OPENED, () => tellOpened(ctx), { cron: '*/10 * * * *', batch: 1 })
  ctx.jobs.schedule('forget-opening-requests', '29 4 * * *', () => forgetRequests(ctx))
}

import type { Context } from '#kernel/context.ts'
import { inviteReviewers } from './commands/invite-reviewers.server.ts'

export function defineReviewJobs(ctx: Context): void {
  ctx.jobs.schedule('invite-reviewers', '37 * * * *', () => inviteReviewers(ctx))
}

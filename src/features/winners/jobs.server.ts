import { WINNER_DRAWN } from '#features/draws/job-types.server.ts'
import type { Context } from '#kernel/context.ts'
import {
  PROCESS_WINNER_DEADLINES,
  processWinnerDeadlines,
  tellWinner,
} from './commands/process-winner-deadlines.server.ts'
import { RESEAL_TAX_FORMS } from './job-types.server.ts'
import { forgetTaxForms, resealTaxForms } from './papers/commands/send-tax-form.server.ts'

/** `winner-drawn` is enqueued by the draw, which must not depend on winners, and whenever a prize passes on. */
export function defineWinnerJobs(ctx: Context): void {
  ctx.jobs.handle(WINNER_DRAWN, ({ giveawayId }) => tellWinner(ctx, giveawayId))
  ctx.jobs.handle(PROCESS_WINNER_DEADLINES, () => processWinnerDeadlines(ctx), { cron: '* * * * *' })
  ctx.jobs.schedule('forget-tax-forms', '52 4 * * *', async () => void (await forgetTaxForms(ctx)))
  ctx.jobs.handle(RESEAL_TAX_FORMS, () => resealTaxForms(ctx))
}

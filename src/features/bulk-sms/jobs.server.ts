import type { Context } from '#kernel/context.ts'
import { ENQUEUE_CAMPAIGN_BATCH, enqueueCampaignBatch, resumeCampaigns } from './commands/campaigns.server.ts'

export function defineBulkSmsJobs(ctx: Context): void {
  ctx.jobs.handle(ENQUEUE_CAMPAIGN_BATCH, async step => void (await enqueueCampaignBatch(ctx, step)))
  ctx.jobs.schedule('resume-sms-campaigns', '* * * * *', () => resumeCampaigns(ctx))
}

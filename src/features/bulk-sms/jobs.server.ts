import type { Context } from '#adapters/context.ts'
import {
  CAMPAIGN_QUEUE,
  type CampaignStep,
  enqueueCampaignBatch,
  resumeCampaigns,
} from './commands/enqueue-campaign-batch.server.ts'

export function defineBulkSmsJobs(ctx: Context): void {
  ctx.jobs.define<CampaignStep>(CAMPAIGN_QUEUE, async step => void (await enqueueCampaignBatch(ctx, step)))
  ctx.jobs.define('resume-sms-campaigns', () => resumeCampaigns(ctx), { cron: '* * * * *' })
}

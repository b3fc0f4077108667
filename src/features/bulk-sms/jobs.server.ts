import type { Context } from '#adapters/context.ts'
import { CAMPAIGN_QUEUE, type CampaignStep, resumeWalks, walkCampaign } from './commands/walk-campaign.server.ts'

export function defineBulkSmsJobs(ctx: Context): void {
  ctx.jobs.define<CampaignStep>(CAMPAIGN_QUEUE, async step => void (await walkCampaign(ctx, step)))
  ctx.jobs.define('resume-sms-campaigns', () => resumeWalks(ctx), { cron: '* * * * *' })
}

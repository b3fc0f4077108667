import type { Context } from '#kernel/context.ts'
import { forgetOldSms } from './commands/receive-sms.server.ts'
import { SEND_OFFER_CAMPAIGN, tellOfferCampaign } from './commands/send-offer-campaign.server.ts'
import { untickStopped } from './commands/untick-stopped.server.ts'
import { forgetFailedTexts } from './delivery/commands.server.ts'
import { deliverDueMessages, deliverMessage } from './delivery/deliver-messages.server.ts'
import { CHANNELS, DELIVER, DELIVER_DUE, DELIVER_OPTIONAL, UNTICK_STOPPED } from './job-types.server.ts'

export function defineNotificationJobs(ctx: Context): void {
  for (const channel of CHANNELS) {
    for (const job of [DELIVER[channel], DELIVER_OPTIONAL[channel]])
      ctx.jobs.handle(job, ({ messageId }) => deliverMessage(ctx, messageId), { batch: 50 })
    // One at a time: each job delivers all due messages.
    ctx.jobs.handle(DELIVER_DUE[channel], () => deliverDueMessages(ctx, channel), { cron: '* * * * *', batch: 1 })
  }
  ctx.jobs.handle(SEND_OFFER_CAMPAIGN, step => tellOfferCampaign(ctx, step))
  // Daily too, because the last release may run beside this one.
  ctx.jobs.handle(UNTICK_STOPPED, async () => void (await untickStopped(ctx)), { cron: '35 4 * * *', batch: 1 })
  ctx.jobs.schedule('forget-failed-texts', '39 4 * * *', () => forgetFailedTexts(ctx))
  ctx.jobs.schedule('forget-old-sms', '37 4 * * *', () => forgetOldSms(ctx))
}

import type { Context } from '#adapters/context.ts'
import { deliverDueMessages, deliverMessage } from './commands/deliver-messages.server.ts'
import { forgetOldSms } from './commands/receive-sms.server.ts'
import { type PromotionStep, tellPromotion } from './commands/send-promotion.server.ts'
import { CHANNELS, DUE_QUEUES, QUEUES } from './queues.ts'

export function defineNotificationJobs(ctx: Context): void {
  for (const channel of CHANNELS) {
    const one = ({ messageId }: { messageId: string }) => deliverMessage(ctx, messageId)
    ctx.jobs.define(QUEUES[channel], one, { batch: 50 })
    // One at a time: each job delivers all due messages.
    ctx.jobs.define(DUE_QUEUES[channel], () => deliverDueMessages(ctx, channel), { cron: '* * * * *', batch: 1 })
  }
  ctx.jobs.define<PromotionStep>('send-promotion', step => tellPromotion(ctx, step))
  ctx.jobs.define('forget-old-sms', () => forgetOldSms(ctx), { cron: '37 4 * * *' })
}

import type { Context } from '#adapters/context.ts'
import { deliverDueMessages, deliverMessage } from './commands/deliver-messages.server.ts'
import { forgetOldSms } from './commands/receive-sms.server.ts'
import { type PromotionStep, tellPromotion } from './commands/send-promotion.server.ts'

export function defineNotificationJobs(ctx: Context): void {
  ctx.jobs.define<{ messageId: string }>('deliver-message', ({ messageId }) => deliverMessage(ctx, messageId), {
    batch: 50,
  })
  ctx.jobs.define<PromotionStep>('send-promotion', step => tellPromotion(ctx, step))
  ctx.jobs.define('forget-old-sms', () => forgetOldSms(ctx), { cron: '37 4 * * *' })
  ctx.jobs.define('deliver-due-messages', () => deliverDueMessages(ctx), { cron: '* * * * *' })
}

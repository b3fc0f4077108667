import type { Context } from '#adapters/context.ts'
import { deliverDueMessages, deliverMessage } from './commands/deliver-messages.server.ts'

export function defineNotificationJobs(ctx: Context): void {
  ctx.jobs.define<{ messageId: string }>('deliver-message', ({ messageId }) => deliverMessage(ctx, messageId))
  ctx.jobs.define('deliver-due-messages', () => deliverDueMessages(ctx), { cron: '* * * * *' })
}

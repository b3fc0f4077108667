import type { Context } from '#adapters/context.ts'
import { deliverMessage } from './commands.server.ts'

export function defineNotificationJobs(ctx: Context): void {
  ctx.jobs.define<{ messageId: string }>('deliver-message', ({ messageId }) => deliverMessage(ctx, messageId))
}

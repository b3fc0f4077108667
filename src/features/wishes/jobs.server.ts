import type { Context } from '#kernel/context.ts'
import type { WishesPorts } from './ports.ts'
import { forgetAlerts, tellWaiting } from './stock-alerts/commands/tell-waiting.server.ts'

export function defineWishesJobs(ctx: Context, ports: WishesPorts): void {
  ctx.jobs.schedule('tell-stock-alerts', '* * * * *', () => tellWaiting(ctx, ports))
  ctx.jobs.schedule('forget-stock-alerts', '23 4 * * *', () => forgetAlerts(ctx))
}

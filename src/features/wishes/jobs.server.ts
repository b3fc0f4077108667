import type { Context } from '#kernel/context.ts'
import { TELL_STOCK_ALERTS } from './job-types.server.ts'
import type { WishesPorts } from './ports.ts'
import { tellPriceDrops } from './price-alerts/commands/tell-price-drops.server.ts'
import { forgetAlerts, tellWaiting } from './stock-alerts/commands/tell-waiting.server.ts'

export function defineWishesJobs(ctx: Context, ports: WishesPorts): void {
  ctx.jobs.handle(TELL_STOCK_ALERTS, () => tellWaiting(ctx, ports), { cron: '* * * * *', batch: 1 })
  ctx.jobs.schedule('tell-price-drops', '* * * * *', () => tellPriceDrops(ctx, ports))
  ctx.jobs.schedule('forget-stock-alerts', '23 4 * * *', () => forgetAlerts(ctx))
}

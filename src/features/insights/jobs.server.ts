import type { Context } from '#adapters/context.ts'
import { recordMissedSales, recordSale, withdrawSale } from './commands.server.ts'

/** `record-sale` follows each paid order, `withdraw-sale` a refund; a nightly job records missed sales. */
export function defineInsightsJobs(system: Context): void {
  system.jobs.define<{ orderId: string }>('record-sale', ({ orderId }) => recordSale(system, orderId))
  system.jobs.define<{ orderId: string }>('withdraw-sale', ({ orderId }) => withdrawSale(system, orderId))
  system.jobs.define('record-missed-sales', async () => void (await recordMissedSales(system)), { cron: '43 3 * * *' })
}

import { RECORD_SALE, WITHDRAW_SALE } from '#features/orders/order/job-types.server.ts'
import type { Context } from '#kernel/context.ts'
import { defineJob } from '#platform/jobs/jobs.server.ts'
import { recordMissedSales, recordSale, withdrawSale } from './commands.server.ts'

/** Runs at every start and every night. */
export const RECORD_MISSED_SALES = defineJob('record-missed-sales')

/** `record-sale` follows each paid order, `withdraw-sale` a refund; a nightly job records missed sales. */
export function defineInsightsJobs(system: Context): void {
  system.jobs.handle(RECORD_SALE, ({ orderId }) => recordSale(system, orderId))
  system.jobs.handle(WITHDRAW_SALE, ({ orderId }) => withdrawSale(system, orderId))
  system.jobs.handle(RECORD_MISSED_SALES, async () => void (await recordMissedSales(system)), { cron: '43 3 * * *' })
}

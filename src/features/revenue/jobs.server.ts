import type { Context } from '#kernel/context.ts'
import { enqueue } from '#kernel/transaction.server.ts'
import { defineJob } from '#platform/jobs/jobs.server.ts'
import { checkRevenue } from './commands/check-revenue.server.ts'
import { rollUpRevenue } from './commands/roll-up.server.ts'

export const ROLL_UP_REVENUE = defineJob('roll-up-revenue')

const RETRY_SECONDS = 30

/** `roll-up-revenue` adds up past or changed days every ten minutes. `check-revenue` compares them with the orders every night. */
export function defineRevenueJobs(system: Context): void {
  const rollUp = async () => {
    const { skipped, isDone } = await rollUpRevenue(system)
    // A skipped day belongs to a transaction that ends soon.
    if (!isDone) await enqueue(system, ROLL_UP_REVENUE, {}, { startAfter: skipped > 0 ? RETRY_SECONDS : 0 })
  }
  system.jobs.handle(ROLL_UP_REVENUE, rollUp, { cron: '*/10 * * * *', retryLimit: 0, batch: 1 })
  system.jobs.schedule('check-revenue', '37 9 * * *', async () => void (await checkRevenue(system)), { batch: 1 })
}

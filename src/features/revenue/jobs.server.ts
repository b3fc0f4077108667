import type { Context } from '#adapters/context.ts'
import { checkRevenue } from './commands/check-revenue.server.ts'
import { rollUpRevenue } from './commands/roll-up.server.ts'

/** `roll-up-revenue` adds up past or changed days every ten minutes. `check-revenue` compares them with the orders every night. */
export function defineRevenueJobs(system: Context): void {
  const rollUp = async () => {
    const { isDone } = await rollUpRevenue(system)
    if (!isDone) await system.jobs.enqueue(system.db, 'roll-up-revenue', {})
  }
  system.jobs.define('roll-up-revenue', rollUp, { cron: '*/10 * * * *', retryLimit: 0, batch: 1 })
  system.jobs.define('check-revenue', async () => void (await checkRevenue(system)), { cron: '37 9 * * *', batch: 1 })
}

import type { Context } from '#adapters/context.ts'
import { auditCodes } from './queries/audit.server.ts'

/** Faults that are told one by one; where there are more, something larger is wrong. */
const TOLD = 20

/** Every night the counters of codes are proved, and what disagrees is logged as an error: somebody has to look. */
export function defineCodeJobs(ctx: Context): void {
  const audit = async () => {
    const faults = await auditCodes(ctx)
    if (faults.length === 0) return
    ctx.log.error({ count: faults.length, faults: faults.slice(0, TOLD) }, 'the uses of codes do not add up')
  }
  ctx.jobs.define('audit-codes', audit, { cron: '52 4 * * *' })
}

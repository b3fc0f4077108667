import type { Context } from '#kernel/context.ts'
import { auditCodes } from './queries/audit.server.ts'

/** Faults that are logged one by one. More faults point to a larger problem. */
const TOLD = 20

/** Audits the counters of codes every night and logs each disagreement as an error, because staff must look. */
export function defineCodeJobs(ctx: Context): void {
  const audit = async () => {
    const faults = await auditCodes(ctx)
    if (faults.length === 0) return
    ctx.log.error({ count: faults.length, faults: faults.slice(0, TOLD) }, 'the uses of codes do not add up')
  }
  ctx.jobs.schedule('audit-codes', '52 4 * * *', audit)
}

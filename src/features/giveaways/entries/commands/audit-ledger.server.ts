import { auditCredits } from '#features/credits/queries.server.ts'
import type { DataContext } from '#kernel/context.ts'
import { auditEntries } from '../queries/entries.server.ts'

/** Faults that are logged one by one. More faults point to a larger problem. */
const TOLD = 20

/** Audits credits and entries and logs each disagreement as an error, because staff must look. @returns the number of faults. */
export async function auditLedger(ctx: DataContext): Promise<number> {
  const faults = [...(await auditCredits(ctx)), ...(await auditEntries(ctx))]
  if (faults.length > 0)
    ctx.log.error({ count: faults.length, faults: faults.slice(0, TOLD) }, 'the ledger does not add up')
  return faults.length
}

import type { Context } from '#adapters/context.ts'
import { auditCredits } from '#features/credits/queries.server.ts'
import { auditEntries } from '../queries/entries.server.ts'

/** Faults that are told one by one; where there are more, something larger is wrong. */
const TOLD = 20

/** Proves credits and entries, and logs what disagrees as an error: somebody has to look. @returns how many faults there are. */
export async function auditLedger(ctx: Context): Promise<number> {
  const faults = [...(await auditCredits(ctx)), ...(await auditEntries(ctx))]
  if (faults.length > 0)
    ctx.log.error({ count: faults.length, faults: faults.slice(0, TOLD) }, 'the ledger does not add up')
  return faults.length
}

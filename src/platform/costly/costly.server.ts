import { type Bounds, type Bulkhead, createBulkhead } from './bulkhead.server.ts'
import { COSTLY, type CostlyName } from './costly-work.ts'
import { createRest } from './rest.server.ts'

/** The bulkheads of a process, one for each kind of costly work. */
export type Costly = Record<CostlyName, Bulkhead>

/** @param others bounds that follow from the process, such as its connections. */
export function createCostly(others: Partial<Record<CostlyName, Partial<Bounds>>> = {}): Costly {
  const rest = createRest()
  const bulkheads = Object.entries(COSTLY).map(([name, bounds]) => [
    name,
    createBulkhead({ ...bounds, ...others[name as CostlyName] }, rest),
  ])
  return Object.fromEntries(bulkheads)
}

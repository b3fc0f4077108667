import { type Bounds, type Bulkhead, createBulkhead } from './bulkhead.server.ts'
import { COSTLY, type CostlyName } from './costly-work.ts'

/** The bulkheads of a process, one for each kind of costly work. */
export type Costly = Record<CostlyName, Bulkhead>

/** @param others bounds that follow from the process, such as its connections. */
export const createCostly = (others: Partial<Record<CostlyName, Partial<Bounds>>> = {}): Costly =>
  Object.fromEntries(
    Object.entries(COSTLY).map(([name, bounds]) => [
      name,
      createBulkhead({ ...bounds, ...others[name as CostlyName] }),
    ]),
  ) as Costly

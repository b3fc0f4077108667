import { clientOf } from '#kernel/client/browser.ts'
import { invalidate } from '#kernel/client/query-client.ts'
import type { ReconciliationApi } from '../api.server.ts'

/** The staff API client for reconciliation. */
export const reconciliationClient = () => clientOf<ReconciliationApi>()

/** Query key prefix of all discrepancy queries. */
export const DISCREPANCIES = 'discrepancies'

/** Invalidates the discrepancies after a check or a note. */
export const discrepanciesChanged = () => invalidate([DISCREPANCIES])
